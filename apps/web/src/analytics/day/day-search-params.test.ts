import { describe, expect, it } from 'vitest';
import { addressOf, comparedDate, type DayAddress, shownDay } from './day-search-params.ts';

const now = Date.parse('2026-03-10T23:30:00Z');
const other = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('[R521] the day in an address', () => {
  it('defaults to today at the location, compared with the same day last week', () => {
    expect(shownDay({}, 'Europe/Berlin', now)).toEqual({
      date: '2026-03-11',
      isToday: true,
      comparison: { kind: 'week' },
    });
    expect(shownDay({}, 'America/New_York', now).date).toBe('2026-03-10');
  });

  it('is today where the address is invalid', () => {
    for (const day of ['2026-03-12', '2026-02-30', 'soon', ''])
      expect(shownDay({ day }, 'Europe/Berlin', now)).toMatchObject({ date: '2026-03-11', isToday: true });
    expect(shownDay({ compare: 'whatever' }, 'UTC', now).comparison).toEqual({ kind: 'week' });
  });

  it.each<[DayAddress, string]>([
    [{ day: '2026-03-01' }, '2026-02-22'],
    [{ day: '2026-03-01', compare: 'before' }, '2026-02-28'],
    [{ day: '2026-03-01', compare: '2025-03-01' }, '2025-03-01'],
    [{ day: '2026-03-01', compare: other }, '2026-03-01'],
    [{ compare: 'before' }, '2026-03-09'],
  ])('survives a round trip: %o', (address, compared) => {
    const shown = shownDay(address, 'UTC', now);
    expect(addressOf(shown, '2026-03-10')).toEqual(address);
    expect(comparedDate(shown.date, shown.comparison)).toBe(compared);
  });
});
