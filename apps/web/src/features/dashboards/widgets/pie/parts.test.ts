import { askedMetrics, defaultQuestion } from '@atrium/metrics/question';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../../../analytics/question/answer.ts';
import { partsOf } from './parts.ts';

const pieOf = (word: string, column: string, values: readonly (number | null)[]) => {
  const question = { ...defaultQuestion('traffic'), metrics: [word] };
  const results = values.map((value, at) => ({
    entityId: `e${at}`,
    name: `Place ${at}`,
    timezone: 'UTC',
    completeness: 1,
    [column]: value,
  }));
  return partsOf({ metrics: askedMetrics(question), totals: totalsOf(question, { results, messages: [] }) });
};

describe('[R990] a pie of more than eight places', () => {
  it('adds up the smallest ones, without those that have no data', () => {
    const { parts, leftOut } = pieOf('ins', 'sumins', [9, 8, 7, 6, 5, 4, 3, 2, 1, null]);
    expect(parts).toHaveLength(8);
    expect(parts.at(-1)).toEqual({ id: 'rest', name: '3 others', value: 3 });
    expect(leftOut).toBeUndefined();
  });

  it('has no value for others without data', () => {
    const { parts } = pieOf('ins', 'sumins', [9, 8, 7, 6, 5, 4, 3, null, null]);
    expect(parts.at(-1)).toMatchObject({ id: 'rest', value: null });
  });

  it('leaves out the smallest ones where values do not add up, and says so', () => {
    const { parts, leftOut } = pieOf('ins(avg)', 'avgins', [1, 9, 8, 7, 6, 5, 4, 3, 2, null]);
    expect(parts.map(({ value }) => value)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    expect(leftOut).toContain('8');
    expect(leftOut).toContain('10');
  });
});
