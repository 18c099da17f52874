import { describe, expect, it } from 'vitest';
import {
  clockShiftProblems,
  clockShiftTexts,
  covers,
  nextRevision,
  readOffset,
  revisionAt,
  suggestedOffset,
  writeOffset,
} from './clock-shift.ts';

const now = Date.parse('2026-03-29T08:00:00Z') / 1000;
const fine = { from: '2026-03-28T21:00:00Z', to: '2026-03-29T03:00:00Z', seconds: -3600, reason: 'Ahead' };
const unset = { from: '1970-01-01T00:00:00Z', to: '1970-01-02T00:00:00Z', seconds: now, reason: 'Not set' };

describe('[R670] what can be moved', () => {
  it.each([
    ['an hour', fine, undefined],
    ['a week', { ...fine, seconds: 7 * 86_400 }, undefined],
    ['more than a week', { ...fine, seconds: 7 * 86_400 + 1 }, clockShiftTexts.far],
    ['nothing', { ...fine, seconds: 0 }, clockShiftTexts.zero],
    ['no offset', { ...fine, seconds: undefined }, clockShiftTexts.offset],
    ['half a second', { ...fine, seconds: 0.5 }, clockShiftTexts.offset],
    ['no start', { ...fine, from: '' }, clockShiftTexts.from],
    ['no end', { ...fine, to: '' }, clockShiftTexts.to],
    ['backward', { ...fine, to: fine.from }, clockShiftTexts.order],
    ['parts of seconds', { ...fine, to: '2026-03-29T03:00:00.500Z' }, clockShiftTexts.wholeSeconds],
    ['31 days', { ...fine, from: '2026-02-26T03:00:00Z' }, undefined],
    ['longer', { ...fine, from: '2026-02-26T02:59:59Z' }, clockShiftTexts.long],
    ['a clock that is a week ahead', { ...fine, to: '2026-04-05T08:00:00Z' }, undefined],
    ['the far future', { ...fine, to: '2026-04-05T08:00:01Z' }, clockShiftTexts.future],
    ['a clock that was not set', unset, undefined],
    ['one that stays so', { ...unset, seconds: 86_400 }, clockShiftTexts.stillUnset],
    ['one that is put into the future', { ...unset, seconds: now + 7 * 86_400 + 1 }, clockShiftTexts.ahead],
    ['one that is put beyond all time', { ...unset, seconds: 1e300 }, clockShiftTexts.ahead],
    ['both', { ...unset, from: '2014-12-31T00:00:00Z', to: '2015-01-02T00:00:00Z' }, clockShiftTexts.mixed],
    ['before 1970', { ...unset, from: '1969-12-31T23:59:59Z' }, clockShiftTexts.before1970],
    ['no reason', { ...fine, reason: '' }, 'Reason is required'],
    ['a long reason', { ...fine, reason: 'x'.repeat(501) }, 'Reason must have at most 500 characters'],
  ])('%s', (_name, wanted, message) => {
    expect(clockShiftProblems(wanted, now)[0]?.message).toBe(message);
  });

  it('[R671] everything that is missing is said at once', () => {
    const paths = clockShiftProblems({ from: '', to: '', seconds: undefined, reason: '' }, now).map(({ path }) => path);
    expect(paths).toEqual(['from', 'to', 'seconds', 'reason']);
  });

  it('offsets are written as hours, minutes and seconds', () => {
    for (const [text, seconds] of [
      ['-1:00:00', -3600],
      ['+0:30:05', 1805],
      ['+490896:00:00', 1_767_225_600],
    ] as const) {
      expect([readOffset(text), writeOffset(seconds)]).toEqual([seconds, text]);
    }
    expect([readOffset('1:00:00'), readOffset(' −1:00:00 ')]).toEqual([3600, -3600]);
    for (const text of ['', '1:00', '1:60:00', '1:00:60', '--1:00:00', 'an hour']) {
      expect(readOffset(text)).toBeUndefined();
    }
    expect([-3597, 185, 29].map(suggestedOffset)).toEqual([-3600, 180, 0]);
  });

  it('[R665] a reading is meant by its own time and by when it was received', () => {
    const shift = { from: 1000, to: 2000, seconds: 60, receivedBefore: 5000, revision: 1, inForce: true };
    expect([999, 1000, 1999, 2000].map((at) => covers(shift, at, 0))).toEqual([false, true, true, false]);
    expect([4999, 5000].map((receivedAt) => covers(shift, 1500, receivedAt))).toEqual([true, false]);
    expect(covers({ ...shift, receivedBefore: null }, 1500, 5000)).toBe(true);
  });

  it('a revision is above all others that touch the same time', () => {
    const shift = { from: 1000, to: 2000, seconds: 5000, receivedBefore: null, revision: 3, inForce: false };
    expect(nextRevision([], shift)).toBe(1);
    expect(nextRevision([shift], { from: 0, to: 1000, seconds: 100_000 })).toBe(1);
    expect(nextRevision([shift], { from: 0, to: 1001, seconds: 100_000 })).toBe(4);
    expect(nextRevision([shift], { from: 90_000, to: 90_100, seconds: 6900 - 90_000 })).toBe(4);
    expect([999, 1000, 1999, 2000, 5999, 6000, 6999, 7000].map((at) => revisionAt([shift], at))).toEqual([
      0, 3, 3, 0, 0, 3, 3, 0,
    ]);
  });
});
