/** The last local day on which a link works, as a field has it; empty for one without an end. */
export function lastDayOf(expiresAt: string | null | undefined): string {
  if (expiresAt == null) return '';
  const last = new Date(Date.parse(expiresAt) - 1);
  const [month, day] = [last.getMonth() + 1, last.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${last.getFullYear()}-${month}-${day}`;
}

/** The end of a local day; null for no day. */
export function endOf(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  return year === undefined || month === undefined || date === undefined ? null : new Date(year, month - 1, date + 1);
}
