const minuteMs = 60_000;
const maxPauseMinutes = 4 * 60;
/** After this time a message is given up: its links have expired. */
export const giveUpAfterMs = 2 * 24 * 60 * minuteMs;

/** When to retry: after a minute, then after twice as long each time. Null: never. */
export function nextAttempt(
  message: { readonly attempts: number; readonly createdAt: Date },
  isPermanent: boolean,
  now: Date,
): Date | null {
  if (isPermanent) return null;
  const pause = Math.min(2 ** (message.attempts - 1), maxPauseMinutes) * minuteMs;
  const next = now.getTime() + pause;
  return next - message.createdAt.getTime() > giveUpAfterMs ? null : new Date(next);
}
