const minute = 60;
/** Most readings of a minute arrive within seconds. Later ones are folded too, with their whole day. */
const settleSeconds = 30;

/** Minutes before it are folded. */
export function closedMinute(now: Date): number {
  return Math.floor((now.getTime() / 1000 - settleSeconds) / minute) * minute;
}
