/** Days are subtracted from the date, not from the time: some have 23 or 25 hours. */
export function dayInChicago(daysAgo: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(Date.now());
  return new Date(Date.parse(today) - daysAgo * 86_400_000).toISOString().slice(0, 10);
}
