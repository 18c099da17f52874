const hour = 60 * 60 * 1000;
const idleMs = 12 * hour;
/** No session lives longer than this, however busy. */
export const maxMs = 30 * 24 * hour;

/** A session ends after 12 idle hours, or with "remember" 30 days after signing in. */
export function idleExpiry(session: {
  readonly createdAt: Date;
  readonly remember: boolean;
  readonly now: Date;
}): Date {
  const end = session.createdAt.getTime() + maxMs;
  return new Date(session.remember ? end : Math.min(end, session.now.getTime() + idleMs));
}
