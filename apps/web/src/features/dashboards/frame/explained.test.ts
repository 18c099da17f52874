import { defaultQuestion } from '@atrium/metrics/question';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../../analytics/question/answer.ts';
import { canExplore, explainedSubjects } from './explained.ts';

describe('[R1081] a detail of parts', () => {
  it('is not what Explore can ask, nor are the first rows of an answer', () => {
    expect(canExplore({ more: { order: '-sumins', include: 'location' } })).toBe(true);
    expect(canExplore({ more: { partsOf: 'location:1' } })).toBe(false);
    expect(canExplore({ more: { limit: '5' } })).toBe(false);
  });

  it('explains the parts that have an id, and not those that are several', () => {
    const row = { timezone: 'UTC', completeness: 1, sumins: 1 };
    const results = [
      { ...row, entityId: null, name: 'No longer here' },
      { ...row, entityId: 'a', name: 'Door' },
    ];
    const named = (question = defaultQuestion('traffic')) =>
      explainedSubjects({
        question,
        answer: undefined,
        totals: totalsOf(question, { results, messages: [] }),
      }).map(({ name }) => name);
    expect(named()).toEqual(['Door']);
    expect(named({ ...defaultQuestion('traffic'), rows: { kind: 'all' } })).toEqual(['No longer here', 'Door']);
  });
});
