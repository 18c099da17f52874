import { count } from './numbers.ts';

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

/** `just now`, `12 s ago`, `3 min ago`, `5 h ago`, `2 days ago`. */
export function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}

/** How long a device has been running, in seconds: `12 days 4 h`, `4 h 10 min`, `10 min`. */
export function uptime(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor((seconds % 86_400) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return `${days === 1 ? '1 day' : `${count(days)} days`} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
