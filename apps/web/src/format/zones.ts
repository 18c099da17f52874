import { isZone, offsetAt, zoneOf } from '@atrium/calendar/zones';
import { lasted } from './durations.ts';

export const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the viewer: from their profile, else from the device. */
export let viewerTimezone = deviceTimezone;

/** The time zone for times without a place. */
export function viewFrom(timezone: string | null): void {
  viewerTimezone = timezone !== null && isZone(timezone) ? timezone : deviceTimezone;
}

/** Empty when both clocks show the same, otherwise the difference to the viewer: `5 h 30 min ahead of you`. */
export function zoneDifference(timezone: string, viewer: string, instant: number): string | null {
  const seconds = Math.floor(instant / 1000);
  const difference = offsetAt(zoneOf(timezone), seconds) - offsetAt(zoneOf(viewer), seconds);
  if (difference === 0) return null;
  return `${lasted(Math.abs(difference) * 1000)} ${difference > 0 ? 'ahead of' : 'behind'} you`;
}

/** `America/New_York` in readable form. */
export function zoneName(timezone: string): string {
  return timezone.replaceAll('_', ' ');
}

/** No locale has the abbreviations of all time zones, so each comes from a locale where it is used. */
const zoneSpeakers = ['en-US', 'en-GB', 'en-AU', 'en-ZA', 'en-IN', 'en-NZ', 'en-CA'];

/** `EST`, `CET`; without an abbreviation the offset, `GMT+4`. */
export function zoneAbbreviation(timezone: string, instant: number): string {
  const key = `${timezone} ${offsetAt(zoneOf(timezone), Math.floor(instant / 1000))}`;
  const known = abbreviations.get(key) ?? abbreviationAt(timezone, instant);
  abbreviations.set(key, known);
  return known;
}

/** By zone and offset: a list needs the same one again and again, and each lookup takes a millisecond. */
const abbreviations = new Map<string, string>();

function abbreviationAt(timezone: string, instant: number): string {
  const names = zoneSpeakers.map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: timezone, timeZoneName: 'short' });
    return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  });
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? timezone;
}
