/** An email does not know its reader's zone, so the zone is named. */
export function dateInWords(instant: Date): string {
  const day = instant.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });
  const time = instant.toISOString().slice(11, 16);
  return `${day}, ${time} UTC`;
}
