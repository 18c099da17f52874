import { describe, expect, it } from 'vitest';
import { instantsShowing, offsetMinutes, parseTimestamp } from './timestamps.ts';
import { zoneOf } from './zones.ts';

const noon = Date.UTC(2026, 0, 2, 12) / 1000;
const instant = (seconds: number) => ({ kind: 'instant', seconds });
const local = (wall: number) => ({ kind: 'local', wall });

describe('timestamps', () => {
  it.each([
    ['2026-01-02T12:00:00Z', instant(noon)],
    ['2026-01-02T12:00:00.250Z', instant(noon + 0.25)],
    ['2026-01-02T13:00:00+01:00', instant(noon)],
    ['2026-01-02T13:00:00+0100', instant(noon)],
    ['2026-01-02 06:30:00 -05:30', instant(noon)],
    ['2026-01-02T12:00:00-00:00', instant(noon)],
    ['2026/01/02 20:00:00 UTC+8:00', instant(noon)],
    ['1767355200', instant(noon)],
    ['1767355200000', instant(noon)],
    ['1767355200.5', instant(noon + 0.5)],
    ['2026-01-02T12:00:00', local(noon)],
    ['2026-01-02 12:00', local(noon)],
    ['2026/1/2 12:00:00', local(noon)],
    ['02.01.2026 12:00:00', local(noon)],
    ['02/01/2026 - 12:00', local(noon), true],
    ['1/2/2026 12:00:00 PM', local(noon)],
    ['1/2/2026 12:00:00 am', local(noon - 43_200)],
    ['1/2/2026, 1:05 p.m.', local(noon + 3900)],
    ['20260102120000', local(noon)],
    ['2026-01-02', { kind: 'day', day: (noon - 43_200) / 86_400 }],
    ['2.1.2026', { kind: 'day', day: (noon - 43_200) / 86_400 }],
  ])('[T14] reads %s', (text, expected, dayFirst = false) => {
    expect(parseTimestamp(text, { dayFirst })).toEqual(expected);
  });

  it.each([
    '',
    'soon',
    '2026-02-30T00:00:00Z',
    '2025-02-29',
    '2026-01-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00:00+15:00',
    '2026-01-01T00:00:00+01:60',
    '13/13/2026 10:00',
    '1/2/2026 13:00 PM',
    '1/2/2026 0:30 AM',
    '2026-01-02Z',
    '12345',
    '99999999999999999',
    '20261302120000',
    '2026-01-01T00:00:00Z and more',
    `2026-01-01${' '.repeat(40)}`,
  ])('[T14] does not read %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('knows the hour that clocks skip and the one they repeat', () => {
    const zurich = zoneOf('Europe/Zurich');
    const wall = (...parts: [number, number, number, number, number]) => Date.UTC(...parts) / 1000;
    expect(instantsShowing(zurich, wall(2026, 0, 2, 13, 0))).toEqual([noon]);
    expect(instantsShowing(zurich, wall(2026, 2, 29, 2, 30))).toEqual([]);
    const repeated = instantsShowing(zurich, wall(2026, 9, 25, 2, 30));
    expect(repeated).toEqual([wall(2026, 9, 25, 0, 30), wall(2026, 9, 25, 1, 30)]);
  });

  it.each([
    ['Z', 0],
    ['UTC', 0],
    ['UTC+8:00', 480],
    ['GMT-3', -180],
    ['+0530', 330],
    ['-12:00', -720],
    ['+14:00', 840],
    ['', null],
    ['+15:00', null],
    ['east', null],
  ])('reads the offset %j', (text, minutes) => {
    expect(offsetMinutes(text)).toBe(minutes);
  });
});
