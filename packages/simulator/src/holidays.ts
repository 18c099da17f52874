import { civilDate, dayNumber, weekdayOf } from '@atrium/calendar/civil';

export type Country = 'US' | 'DE' | 'IN';

/**
 * `closed`: nearly everything is shut. `public`: offices and libraries are shut, shops are not. `rush`: everyone shops.
 */
export type HolidayKind = 'closed' | 'public' | 'rush';

export interface Holiday {
  readonly name: string;
  readonly day: number;
  readonly kind: HolidayKind;
}

export function holidayOn(country: Country, day: number): Holiday | undefined {
  const { year } = civilDate(day);
  return holidaysOf(country, year).get(day);
}

const known = new Map<string, ReadonlyMap<number, Holiday>>();

function holidaysOf(country: Country, year: number): ReadonlyMap<number, Holiday> {
  const key = `${country} ${year}`;
  let holidays = known.get(key);
  if (!holidays) {
    const list = calendars[country](year).map(([name, day, kind]) => ({ name, day, kind }));
    holidays = new Map(list.map((holiday) => [holiday.day, holiday]));
    known.set(key, holidays);
  }
  return holidays;
}

type Entry = readonly [name: string, day: number, kind: HolidayKind];

const calendars: Record<Country, (year: number) => Entry[]> = {
  US: (year) => {
    const thanksgiving = nthWeekday(year, 11, 4, 4);
    return [
      ["New Year's Day", dayNumber(year, 1, 1), 'closed'],
      ['Martin Luther King Jr. Day', nthWeekday(year, 1, 1, 3), 'public'],
      ["Presidents' Day", nthWeekday(year, 2, 1, 3), 'public'],
      ['Easter Sunday', easter(year), 'closed'],
      ['Memorial Day', lastWeekday(year, 5, 1), 'public'],
      ['Juneteenth', dayNumber(year, 6, 19), 'public'],
      ['Independence Day', dayNumber(year, 7, 4), 'public'],
      ['Labor Day', nthWeekday(year, 9, 1, 1), 'public'],
      ['Thanksgiving', thanksgiving, 'closed'],
      ['Black Friday', thanksgiving + 1, 'rush'],
      ['Super Saturday', lastWeekdayBefore(dayNumber(year, 12, 25), 6), 'rush'],
      ['Christmas Day', dayNumber(year, 12, 25), 'closed'],
    ];
  },
  DE: (year) => [
    ['Neujahr', dayNumber(year, 1, 1), 'closed'],
    ['Karfreitag', easter(year) - 2, 'closed'],
    ['Ostermontag', easter(year) + 1, 'closed'],
    ['Tag der Arbeit', dayNumber(year, 5, 1), 'closed'],
    ['Christi Himmelfahrt', easter(year) + 39, 'closed'],
    ['Pfingstmontag', easter(year) + 50, 'closed'],
    ['Tag der Deutschen Einheit', dayNumber(year, 10, 3), 'closed'],
    ['Adventssamstag', lastWeekdayBefore(dayNumber(year, 12, 24), 6), 'rush'],
    ['Erster Weihnachtstag', dayNumber(year, 12, 25), 'closed'],
    ['Zweiter Weihnachtstag', dayNumber(year, 12, 26), 'closed'],
  ],
  IN: (year) => {
    const diwali = diwaliDays[year];
    const moonBound: Entry[] = diwali
      ? [
          ['Dhanteras', dayNumber(year, ...diwali) - 2, 'rush'],
          ['Diwali', dayNumber(year, ...diwali), 'closed'],
        ]
      : [];
    return [
      ['Republic Day', dayNumber(year, 1, 26), 'public'],
      ['Independence Day', dayNumber(year, 8, 15), 'public'],
      ['Gandhi Jayanti', dayNumber(year, 10, 2), 'public'],
      ...moonBound,
    ];
  },
};

/** Lunar holidays; month and day for the years a demo may cover. */
const diwaliDays: Readonly<Record<number, readonly [month: number, day: number]>> = {
  2024: [10, 31],
  2025: [10, 20],
  2026: [11, 8],
  2027: [10, 29],
  2028: [10, 17],
  2029: [11, 5],
  2030: [10, 26],
};

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

function lastWeekday(year: number, month: number, weekday: number): number {
  return lastWeekdayBefore(dayNumber(year, month + 1, 1), weekday);
}

function lastWeekdayBefore(day: number, weekday: number): number {
  return day - 1 - ((weekdayOf(day - 1) - weekday + 7) % 7);
}

/** The Sunday after the first full moon of spring, by Gauss's method for the Gregorian calendar. */
function easter(year: number): number {
  const century = Math.floor(year / 100);
  const moonCorrection = Math.floor((13 + 8 * century) / 25);
  const epact = (15 - moonCorrection + century - Math.floor(century / 4)) % 30;
  const moon = (19 * (year % 19) + epact) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + ((4 + century - Math.floor(century / 4)) % 7)) % 7;
  const late = (moon === 29 && sunday === 6) || (moon === 28 && sunday === 6 && year % 19 > 10);
  return dayNumber(year, 3, 22) + moon + sunday - (late ? 7 : 0);
}
