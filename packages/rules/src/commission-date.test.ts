import { describe, expect, it } from 'vitest';
import {
  commissionCallProblems,
  commissionProblems,
  commissionTexts,
  type CommissionDraft,
} from './commission-date.ts';

const today = '2026-03-10';
const now = { past: false, future: false, date: null, purgeExistingData: false };
const messages = (draft: Partial<CommissionDraft>) =>
  commissionProblems({ ...now, ...draft }, today).map(({ message }) => message);
const called = (date: string | null, purgeExistingData = false) =>
  commissionCallProblems({ date, purgeExistingData }, today).map(({ message }) => message);

describe('the commissioning date', () => {
  it('[R185] is now, a past day with or without a purge, or a future day', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ past: true, date: '2026-03-09' })).toEqual([]);
    expect(messages({ past: true, date: '2026-03-09', purgeExistingData: true })).toEqual([]);
    expect(messages({ future: true, date: '2026-03-11' })).toEqual([]);
  });

  it('[R186] is never in the future and in the past at once', () => {
    expect(messages({ past: true, future: true, date: '2026-03-09' })).toEqual([commissionTexts.both]);
  });

  it.each(['past', 'future'] as const)('[R187] is required in the %s', (when) => {
    expect(messages({ [when]: true })).toEqual([commissionTexts.dateRequired]);
    expect(messages({ [when]: true, date: ' ' })).toEqual([commissionTexts.dateRequired]);
  });

  it('[R188] is before today in the past and after today in the future', () => {
    expect(messages({ past: true, date: today })).toEqual([commissionTexts.past]);
    expect(messages({ past: true, date: '2026-03-11' })).toEqual([commissionTexts.past]);
    expect(messages({ future: true, date: today })).toEqual([commissionTexts.future]);
    expect(messages({ future: true, date: '2026-03-09' })).toEqual([commissionTexts.future]);
  });

  it('is an existing day, within the supported years', () => {
    expect(messages({ past: true, date: '2026-02-30' })).toEqual([commissionTexts.dateFormat]);
    expect(messages({ past: true, date: '9.3.2026' })).toEqual([commissionTexts.dateFormat]);
    expect(messages({ past: true, date: '2015-01-01' })).toEqual([]);
    expect(messages({ past: true, date: '2014-12-31' })).toEqual([commissionTexts.past]);
    expect(messages({ future: true, date: '2099-12-31' })).toEqual([]);
    expect(messages({ future: true, date: '2100-01-01' })).toEqual([commissionTexts.future]);
  });

  it('[R185] allows a purge in the past only', () => {
    expect(messages({ purgeExistingData: true })).toEqual([commissionTexts.purge]);
    expect(messages({ future: true, date: '2026-03-11', purgeExistingData: true })).toEqual([commissionTexts.purge]);
  });
});

describe('the commissioning date in a call', () => {
  it('[R185] defaults to now, and is past or future on its own', () => {
    for (const date of [null, '', '2026-03-09', '2026-03-11']) expect(called(date)).toEqual([]);
    expect(called('2026-03-09', true)).toEqual([]);
  });

  it('[R187] is required for a purge', () => {
    expect(called(null, true)).toEqual([commissionTexts.dateRequired]);
    expect(called(' ', true)).toEqual([commissionTexts.dateRequired]);
  });

  it('[R188] is never today', () => {
    expect(called(today)).toEqual([commissionTexts.notToday]);
    expect(called(today, true)).toEqual([commissionTexts.notToday]);
  });

  it('is a valid day', () => {
    expect(called('2026-02-30')).toEqual([commissionTexts.dateFormat]);
    expect(called('soon')).toEqual([commissionTexts.dateFormat]);
    expect(called('2026-03-11', true)).toEqual([commissionTexts.purge]);
  });
});
