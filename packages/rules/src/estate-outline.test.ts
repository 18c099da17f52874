import { describe, expect, it } from 'vitest';
import { changedStretch, changedSubjects, endOfTime, type EstateOutline, everySubject } from './estate-outline.ts';

const outline = (more: Partial<EstateOutline> = {}): EstateOutline => ({
  all: 'EUR',
  heads: { 'zone:a': 'Door', 'location:x': 'Shop' },
  groups: { sensor: ['zone:a', 'location:x'], moved: ['zone:a', 'location:y'] },
  items: { 'series 1': { group: 'sensor', stretches: [[100, 500, 'people']] } },
  hours: { x: '9 to 5' },
  ...more,
});

const series = (group: string, ...stretches: [number, number, string][]) => ({
  items: { 'series 1': { group, stretches } },
});

describe('changedSubjects', () => {
  it('[R794] finds nothing in an estate that is the same', () => {
    expect(changedSubjects(outline(), outline())).toEqual([]);
  });

  it.each<[string, Partial<EstateOutline>, object[]]>([
    [
      'a scale factor from some time on',
      series('sensor', [100, 300, 'people'], [300, 500, 'people ×2']),
      [
        { subject: 'zone:a', from: 300, to: 500 },
        { subject: 'location:x', from: 300, to: 500 },
      ],
    ],
    [
      'a series that ends earlier',
      series('sensor', [100, 400, 'people']),
      [
        { subject: 'zone:a', from: 400, to: 500 },
        { subject: 'location:x', from: 400, to: 500 },
      ],
    ],
    [
      'a series that counts elsewhere: both places',
      series('moved', [100, 500, 'people at y']),
      ['zone:a', 'location:x', 'location:y'].map((subject) => ({ subject, from: 100, to: 500 })),
    ],
    [
      'a series that is gone',
      { items: {} },
      ['zone:a', 'location:x'].map((subject) => ({ subject, from: 100, to: 500 })),
    ],
    [
      'another name',
      { heads: { 'zone:a': 'Gate', 'location:x': 'Shop' } },
      [{ subject: 'zone:a', from: 0, to: endOfTime }],
    ],
    ['other hours', { hours: { x: '9 to 6' } }, [{ subject: 'hours:x', from: 0, to: endOfTime }]],
    ['another currency', { all: 'USD' }, [{ subject: everySubject, from: 0, to: endOfTime }]],
  ])('[R794] finds %s', (_, more, changes) => {
    expect(changedSubjects(outline(), outline(more))).toEqual(changes);
    const back = changedSubjects(outline(more), outline());
    expect(new Set(back.map((each) => JSON.stringify(each)))).toEqual(
      new Set(changes.map((each) => JSON.stringify(each))),
    );
  });
});

describe('changedStretch', () => {
  it('[R794] spans several differences, and sees through another order and other cuts', () => {
    expect(
      changedStretch(
        [[0, 10, 'a']],
        [
          [0, 4, 'a'],
          [4, 10, 'a'],
        ],
      ),
    ).toBeUndefined();
    expect(
      changedStretch(
        [
          [0, 10, 'a'],
          [5, 8, 'b'],
        ],
        [
          [5, 8, 'b'],
          [0, 10, 'a'],
        ],
      ),
    ).toBeUndefined();
    expect(changedStretch([[0, 10, 'a']], [[2, 9, 'a']])).toEqual({ from: 0, to: 10 });
    expect(changedStretch([], [[2, 9, 'a']])).toEqual({ from: 2, to: 9 });
    expect(changedStretch([[2, 2, 'a']], [])).toBeUndefined();
  });
});
