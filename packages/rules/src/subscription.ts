/** A subscription has ended when its date (YYYY-MM-DD) is today or earlier; days are days of UTC. Without a date it never ends. */
export function isExpired(date: string | null, now: Date): boolean {
  return date !== null && date <= now.toISOString().slice(0, 10);
}
