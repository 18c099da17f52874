import {
  civilDate,
  type CivilDate,
  isoWeekOf,
  secondsPerDay,
  startOfUnit,
  weekdayOf,
  type WeekStart,
} from './civil.ts';
import type { Grouping } from './groupings.ts';
import type { Zone } from './zones.ts';

/** Every date format of the product. Text in brackets is literal. */
export const dateFormats = {
  minute: 'M/D h:mm a',
  hour: 'M/D h:mm a',
  day: 'M/D/YY',
  week: '[Week of] M/D',
  isoweek: 'GGGG-[W]WW',
  month: 'MMM YYYY',
  year: 'YYYY',
  weekday: 'ddd',
  /** Dashboards and alarms. */
  date: 'M/D/YY',
  timestamp: 'M/D/YY h:mm a',
  /** Where the day is clear from the context. */
  time: 'h:mm a',
  clockHour: 'h a',
  dayOfWeek: 'ddd M/D',
  /** Administration and deliveries. */
  longDate: 'MM/DD/YYYY',
} as const satisfies Record<Grouping | 'weekday', string> & Record<string, string>;
export type DateFormat = keyof typeof dateFormats;

/** Creates a function that formats instants in the wall-clock time of a zone; reuse it for long lists. */
export function dateFormatter(zone: Zone, format: DateFormat, weekStart: WeekStart = 0): (instant: number) => string {
  return writer(zone, dateFormats[format], (day) =>
    // The first bucket of a range may begin in the middle of its week.
    format === 'week' ? startOfUnit('week', day, weekStart) : day,
  );
}

/** The same by a pattern that someone wrote: `dddd, MMMM D`, `HH:mm`. Unknown letters stay as they are. */
export function patternFormatter(zone: Zone, pattern: string): (instant: number) => string {
  return writer(zone, pattern, (day) => day);
}

function writer(zone: Zone, pattern: string, shownDay: (day: number) => number): (instant: number) => string {
  const parts = parse(pattern);
  let segment = zone.segmentAt(0);
  let shown: DayParts | undefined;
  return (instant) => {
    if (instant < segment.from || instant >= segment.to) segment = zone.segmentAt(instant);
    const wall = Math.floor(instant + segment.offset);
    const today = Math.floor(wall / secondsPerDay);
    const secondOfDay = wall - today * secondsPerDay;
    const day = shownDay(today);
    if (shown?.number !== day) shown = { number: day, date: civilDate(day) };
    let label = '';
    for (const part of parts) label += typeof part === 'string' ? part : part(shown, secondOfDay);
    return label;
  };
}

interface DayParts {
  readonly number: number;
  readonly date: CivilDate;
}

const two = (number: number) => (number < 10 ? `0${number}` : String(number));
const longMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const longWeekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthNames = longMonths.map((name) => name.slice(0, 3));
const weekdayNames = longWeekdays.map((name) => name.slice(0, 3));
const hourOf = (secondOfDay: number) => Math.floor(secondOfDay / 3600);
const hourOf12 = (secondOfDay: number) => ((hourOf(secondOfDay) + 11) % 12) + 1;

const tokens: Record<string, (day: DayParts, secondOfDay: number) => string> = {
  YYYY: ({ date }) => String(date.year),
  YY: ({ date }) => two(date.year % 100),
  MMMM: ({ date }) => longMonths[date.month - 1]!,
  MMM: ({ date }) => monthNames[date.month - 1]!,
  MM: ({ date }) => two(date.month),
  M: ({ date }) => String(date.month),
  DD: ({ date }) => two(date.day),
  D: ({ date }) => String(date.day),
  dddd: ({ number }) => longWeekdays[weekdayOf(number)]!,
  ddd: ({ number }) => weekdayNames[weekdayOf(number)]!,
  GGGG: ({ number }) => String(isoWeekOf(number).year),
  WW: ({ number }) => two(isoWeekOf(number).week),
  HH: (_, secondOfDay) => two(hourOf(secondOfDay)),
  H: (_, secondOfDay) => String(hourOf(secondOfDay)),
  hh: (_, secondOfDay) => two(hourOf12(secondOfDay)),
  h: (_, secondOfDay) => String(hourOf12(secondOfDay)),
  mm: (_, secondOfDay) => two(Math.floor(secondOfDay / 60) % 60),
  ss: (_, secondOfDay) => two(secondOfDay % 60),
  A: (_, secondOfDay) => (secondOfDay < secondsPerDay / 2 ? 'AM' : 'PM'),
  a: (_, secondOfDay) => (secondOfDay < secondsPerDay / 2 ? 'am' : 'pm'),
};

function parse(pattern: string) {
  return [...pattern.matchAll(/\[([^\]]*)\]|([A-Za-z])\2*|[^A-Za-z[\]]+/g)].map(
    ([text, literal]) => literal ?? tokens[text] ?? text,
  );
}
