import { civilDate, dayNumber } from '@atrium/calendar/civil';
import { describe, expect, it } from 'vitest';
import { type Country, holidayOn } from './holidays.ts';

describe('holidays', () => {
  it.each([
    ['US', [2025, 11, 27], 'Thanksgiving', 'closed'],
    ['US', [2025, 11, 28], 'Black Friday', 'rush'],
    ['US', [2026, 1, 19], 'Martin Luther King Jr. Day', 'public'],
    ['US', [2026, 5, 25], 'Memorial Day', 'public'],
    ['US', [2026, 9, 7], 'Labor Day', 'public'],
    ['US', [2024, 3, 31], 'Easter Sunday', 'closed'],
    ['US', [2038, 4, 25], 'Easter Sunday', 'closed'],
    ['US', [2025, 12, 20], 'Super Saturday', 'rush'],
    ['DE', [2026, 4, 3], 'Karfreitag', 'closed'],
    ['DE', [2026, 4, 6], 'Ostermontag', 'closed'],
    ['DE', [2025, 5, 29], 'Christi Himmelfahrt', 'closed'],
    ['DE', [2026, 5, 25], 'Pfingstmontag', 'closed'],
    ['DE', [2026, 10, 3], 'Tag der Deutschen Einheit', 'closed'],
    ['IN', [2026, 11, 8], 'Diwali', 'closed'],
    ['IN', [2026, 11, 6], 'Dhanteras', 'rush'],
  ] as const)('of %s on %o: %s', (country, [year, month, day], name, kind) => {
    expect(holidayOn(country, dayNumber(year, month, day))).toMatchObject({ name, kind });
  });

  it('are few', () => {
    const countries: Country[] = ['US', 'DE', 'IN'];
    for (const country of countries) {
      const first = dayNumber(2026, 1, 1);
      const days = Array.from({ length: 365 }, (_, index) => holidayOn(country, first + index)).filter(Boolean);
      expect(days.length).toBeGreaterThanOrEqual(5);
      expect(days.length).toBeLessThanOrEqual(12);
    }
    expect(holidayOn('DE', dayNumber(2026, 7, 4))).toBeUndefined();
    expect(civilDate(holidayOn('DE', dayNumber(2027, 10, 3))!.day)).toMatchObject({ month: 10, day: 3 });
  });
});
