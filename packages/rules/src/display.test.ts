import { describe, expect, it } from 'vitest';
import {
  contrast,
  defaultLook,
  displayKinds,
  displayLanguages,
  itemProblems,
  lookProblems,
  maskState,
  mayDisplay,
  occupancyView,
  queueRows,
  signOf,
} from './display.ts';
import { displayWords } from './display-words.ts';

const kindsWith = (...names: string[]) => displayKinds.filter((kind) => mayDisplay(kind, new Set(names)));
const paths = (look: object) => lookProblems({ ...defaultLook, ...look }).map(({ path }) => path);
const queue = (name: string, people: number | null, waitMinutes: number | null) => ({ name, people, waitMinutes });
const kindOf = (id: string) => ({ a: 'live-occupancy' as const, b: 'facemask' as const, c: 'playlist' as const })[id];

describe('displays', () => {
  it('[R877] say go below 80% of the capacity, caution below 100%, then stop', () => {
    const signs = [null, 0, 79, 80, 99, 100, 130].map((percent) => signOf(percent));
    expect(signs).toEqual([null, 'go', 'go', 'caution', 'caution', 'stop', 'stop']);
  });

  it('[R480] know four views besides the default', () => {
    expect(['icon', 'iconlabel', 'icononly', 'percent', 'other', undefined].map(occupancyView)).toEqual([
      'icon',
      'iconlabel',
      'icononly',
      'percent',
      null,
      null,
    ]);
  });

  it('[R485] need a capability of their kind', () => {
    expect(kindsWith()).toEqual([]);
    expect(kindsWith('headroomEnabled')).toEqual(['live-occupancy', 'playlist']);
    expect(kindsWith('canViewOccupancy')).toEqual(['live-occupancy', 'playlist']);
    expect(kindsWith('faceMaskEnabled')).toEqual(['facemask', 'playlist']);
    expect(kindsWith('canViewQueueOptimizer')).toEqual(['queue-opt', 'playlist']);
    expect(kindsWith('canViewExpectedWaitTime')).toEqual(['expected-wait-time', 'playlist']);
  });

  it('[R875] have every word in every language', () => {
    for (const language of displayLanguages) {
      const words = displayWords[language];
      expect(Object.keys(words)).toEqual(Object.keys(displayWords.en));
      expect(Object.values(words).every((word) => word.trim() !== '')).toBe(true);
      expect([words.minutesAgo, words.hoursAgo, words.more].every((word) => word.includes('{n}'))).toBe(true);
    }
    expect(displayWords.en.mask).toBe('Please wear a mask');
  });

  it('[R876] have colors that can be told from the background', () => {
    expect(lookProblems(defaultLook)).toEqual([]);
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(paths({ background: '#ffffff' })).toEqual(['color', 'accent']);
    expect(paths({ background: '#fff' })).toEqual(['background']);
    expect(paths({ title: 5, note: 'a\tb', language: 'tlh' })).toEqual(['title', 'note', 'language']);
  });
});

describe('the face mask display', () => {
  it('[R879] thanks when everyone who entered in the newest minute wears a mask', () => {
    expect(maskState({ ins: 3, masked: 3 }, true)).toBe('ok');
    expect(maskState({ ins: 3, masked: 2 }, true)).toBe('wear');
    expect(maskState({ ins: 3, masked: 0 }, true)).toBe('wear');
    expect(maskState(undefined, true)).toBe('wear');
    expect(maskState({ ins: 3, masked: 3 }, false)).toBe('sign');
  });
});

describe('the queue optimizer', () => {
  it('[R880] orders queues by expected wait and highlights the shortest', () => {
    const rows = queueRows([queue('B', 4, 6), queue('Closed', null, null), queue('C', 2, 3), queue('A', 1, 3)]);
    expect(rows.map(({ name, isShortest }) => [name, isShortest])).toEqual([
      ['A', true],
      ['C', false],
      ['B', false],
      ['Closed', false],
    ]);
  });

  it('[R880] highlights nothing without a choice', () => {
    expect(queueRows([queue('A', 1, 3)])[0]?.isShortest).toBe(false);
    expect(queueRows([queue('B', null, null), queue('A', null, null)]).map(({ name }) => name)).toEqual(['A', 'B']);
    expect(queueRows([queue('B', null, null), queue('A', null, null)]).some(({ isShortest }) => isShortest)).toBe(
      false,
    );
  });
});

describe('a playlist', () => {
  const item = { displayId: 'a', view: null, seconds: 15 };
  const messages = (items: readonly (Omit<typeof item, 'view'> & { view: 'icon' | null })[]) =>
    itemProblems(items, kindOf).length;

  it('[R882] shows displays that exist, each for 5 to 600 seconds, in a view that it has', () => {
    expect(messages([item, { ...item, view: 'icon' }, { ...item, displayId: 'b' }])).toBe(0);
    for (const seconds of [4, 601, 5.5, Number.NaN]) expect(messages([{ ...item, seconds }])).toBe(1);
    expect(messages([{ ...item, displayId: 'b', view: 'icon' }])).toBe(1);
    expect(messages([{ ...item, displayId: 'c' }])).toBe(1);
    expect(messages([{ ...item, displayId: 'd' }])).toBe(1);
    expect(messages(Array.from({ length: 21 }, () => item))).toBe(1);
  });
});
