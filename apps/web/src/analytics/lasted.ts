/** `45 s`, `12 min`, `2 h 15 min`, `3 days 4 h`. */
export function lasted(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return two(`${hours} h`, minutes % 60, 'min');
  return two(`${Math.floor(hours / 24)} days`, hours % 24, 'h');
}

function two(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}
