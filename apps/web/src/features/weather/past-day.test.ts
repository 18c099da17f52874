import { describe, expect, it } from 'vitest';
import { pastDay } from './past-day.ts';

const hour = (temperature: number, icon: 'rain' | 'clear-day' | 'clear-night' | 'snow') =>
  ({ time: '2026-03-04T06:00:00.000Z', temperature, icon, provider: 'nws' }) as const;

describe('[R713] a past day', () => {
  it('has the bounds of its hours and the sky of most of them, by night and by day', () => {
    const hours = [
      hour(51, 'rain'),
      hour(48.5, 'clear-night'),
      hour(60, 'rain'),
      hour(66, 'clear-day'),
      hour(55, 'clear-day'),
    ];
    expect(pastDay(hours)).toEqual({ min: 48.5, max: 66, icon: 'clear-day', provider: 'nws' });
    expect(pastDay([hour(30, 'snow'), hour(35, 'rain')])?.icon).toBe('snow');
  });

  it('is nothing without hours', () => {
    expect(pastDay([])).toBeUndefined();
  });
});
