import { describe, expect, it } from 'vitest';
import { positionAfterChange, preloadSeconds, steppedTo } from './playlist-turns.ts';

const items = (ids: string) => ids.split('').map((dashboardId) => ({ dashboardId }));

describe('a playlist', () => {
  it('[R1024] begins again after its end, in both directions', () => {
    expect([steppedTo(3, 0, 1), steppedTo(3, 2, 1), steppedTo(3, 0, -1), steppedTo(1, 0, 1)]).toEqual([1, 0, 2, 0]);
    expect(steppedTo(0, 2, 1)).toBe(0);
  });

  it('[R1026] continues with the dashboard on screen after a change', () => {
    expect(positionAfterChange(items('bca'), 0, 'a')).toBe(2);
    expect(positionAfterChange(items('abab'), 2, 'a')).toBe(2);
    expect(positionAfterChange(items('abab'), 3, 'a')).toBe(2);
  });

  it('[R1026] stays where it was if that dashboard is gone', () => {
    expect(positionAfterChange(items('bcd'), 1, 'a')).toBe(1);
    expect(positionAfterChange(items('b'), 2, 'a')).toBe(0);
    expect(positionAfterChange([], 2, 'a')).toBe(0);
  });

  it('[R1025] loads the next dashboard at most ten seconds and half a turn ahead', () => {
    expect([preloadSeconds(5), preloadSeconds(20), preloadSeconds(3600)]).toEqual([2.5, 10, 10]);
  });
});
