import { describe, expect, it } from 'vitest';
import { ageOfReading, freshnessOf } from './freshness.ts';

const now = Date.parse('2026-11-15T18:10:00Z');
const wordsOf = (lastReadingAt: string | null, isOpen = true) =>
  freshnessOf({ lastReadingAt, isOpen }, ageOfReading(lastReadingAt, now), 'Europe/Berlin', now);

describe('[R520] the freshness of counts', () => {
  it('is live while the newest reading is a few minutes old', () => {
    expect(wordsOf('2026-11-15T18:08:00Z')).toEqual({ isLive: true, text: 'Live' });
    expect(wordsOf('2026-11-15T18:04:00Z')).toEqual({ isLive: true, text: 'Live' });
  });

  it('names the newest reading on the clock of the location, with its date when that is not today', () => {
    expect(wordsOf('2026-11-15T17:58:00Z')).toEqual({ isLive: false, text: 'Last reading 6:58 pm' });
    expect(wordsOf('2026-11-14T17:58:00Z')).toEqual({ isLive: false, text: 'Last reading 11/14/26 6:58 pm' });
    // In Berlin that was after midnight already.
    expect(wordsOf('2026-11-14T23:30:00Z').text).toBe('Last reading 12:30 am');
  });

  it('reports when nothing was ever received, and when the location is closed', () => {
    expect(wordsOf(null)).toEqual({ isLive: false, text: 'Never heard' });
    expect(wordsOf('2026-11-15T18:08:00Z', false)).toEqual({ isLive: false, text: 'Closed' });
    expect(wordsOf(null, false).text).toBe('Closed');
  });
});
