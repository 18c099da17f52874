import { describe, expect, it } from 'vitest';
import { metricsNamed } from './catalog.ts';
import { defaultQuestion, type Question } from './question.ts';
import { changeQuestions, type ComparedEntity, isAdditive, whatChanged } from './what-changed.ts';

const entity = (name: string, before: number | null, now: number | null, more: Partial<ComparedEntity> = {}) => ({
  entityId: name,
  name,
  before,
  now,
  completeness: 1,
  completenessBefore: 1,
  ...more,
});
const sumOf = ({ listed, rest }: ReturnType<typeof whatChanged>) =>
  Math.round((listed.reduce((sum, { amount }) => sum + amount, 0) + rest.amount) * 10_000) / 10_000;
const one = 'a0000000-0000-4000-8000-000000000001';
const traffic = (changed: Partial<Question>): Question => ({
  ...defaultQuestion('traffic'),
  comparison: 'sameperiodlastweek',
  ...changed,
});

const additive = (source: Question['source'], word: string) => isAdditive(metricsNamed(source, [word])[0]!);

describe('[R1045] what changed between two periods', () => {
  it('lists rises and falls by what they add to the difference, the largest first', () => {
    const changed = whatChanged({ before: 300, now: 340 }, [
      entity('Austin', 100, 190),
      entity('Boston', 100, 50),
      entity('Chicago', 100, 100),
    ]);
    expect(changed.difference).toBe(40);
    expect(changed.listed).toMatchObject([
      { name: 'Austin', kind: 'rise', amount: 90, share: 2.25 },
      { name: 'Boston', kind: 'fall', amount: -50, share: -1.25 },
    ]);
    expect(changed.rest).toEqual({ count: 1, amount: 0, share: 0 });
  });

  it('adds up exactly: what the listed ones leave is everything else', () => {
    const entities = Array.from({ length: 4000 }, (_, at) =>
      entity(`Zone ${at}`, 10 + (at % 7), 10.1 + ((at * 3) % 11)),
    );
    const whole = {
      before: entities.reduce((sum, { before }) => sum + before!, 0),
      now: Math.round(entities.reduce((sum, { now }) => sum + now!, 0) * 10_000) / 10_000,
    };
    const changed = whatChanged(whole, entities);
    expect(changed.listed).toHaveLength(10);
    expect(changed.rest.count).toBe(3990);
    expect(sumOf(changed)).toBe(changed.difference);
    // What belongs to none of them is part of everything else.
    const moved = whatChanged({ ...whole, now: whole.now + 5 }, entities);
    expect(sumOf(moved)).toBe(moved.difference);
    expect(moved.rest.amount).toBeCloseTo(changed.rest.amount + 5, 4);
  });

  it('has no shares without a difference, and no difference without data of the whole', () => {
    const even = whatChanged({ before: 10, now: 10 }, [entity('Austin', 4, 6), entity('Boston', 6, 4)]);
    expect(even).toMatchObject({ difference: 0, listed: [{ share: null }, { share: null }], rest: { share: null } });
    expect(whatChanged({ before: null, now: 10 }, [])).toMatchObject({ difference: null, rest: { amount: 0 } });
  });
});

describe('[R1046] an entity without data in one period', () => {
  it('is new or gone where nothing was due, and otherwise without data, never a rise or a fall', () => {
    const changed = whatChanged({ before: 350, now: 300 }, [
      entity('New', null, 60, { completenessBefore: null }),
      entity('Gone', 50, null, { completeness: null }),
      entity('Silent', 200, null, { completeness: 0 }),
      entity('Was silent', null, 140, { completenessBefore: 0 }),
      entity('Never', null, null, { completeness: 0, completenessBefore: 0 }),
      entity('Partial', 100, 100, { completeness: 0.6 }),
    ]);
    expect(changed.listed.map(({ name, kind, amount }) => [name, kind, amount])).toEqual([
      ['Silent', 'no-data-now', -200],
      ['Was silent', 'no-data-before', 140],
      ['New', 'new', 60],
      ['Gone', 'gone', -50],
    ]);
    expect(changed.rest).toMatchObject({ count: 2, amount: 0 });
    expect(sumOf(changed)).toBe(-50);
  });

  it('is listed even where it was expected to report and had nothing', () => {
    const changed = whatChanged({ before: 0, now: 0 }, [entity('Silent', 0, null, { completeness: 0 })]);
    expect(changed.listed).toMatchObject([{ kind: 'no-data-now', amount: 0 }]);
  });
});

describe('[R1047] the questions behind a change', () => {
  it('are about the locations of the organization', () => {
    const question = traffic({ entityType: 'organization', metrics: ['ins', 'outs'] });
    const asked = { ...question, metrics: ['outs'] };
    expect(changeQuestions(question, 'outs')).toEqual({ whole: asked, entities: { ...asked, entityType: 'location' } });
  });

  it('are about the chosen entities, or all of them', () => {
    const question = traffic({ rows: { kind: 'all' } });
    expect(changeQuestions(question, 'ins')).toEqual({
      whole: question,
      entities: { ...question, rows: { kind: 'each' } },
    });
  });

  it('are about the zones of one location', () => {
    const question = traffic({ entityIds: [one], comparison: { windows: 3 } });
    const whole = { ...question, comparison: 'previousperiod' };
    expect(changeQuestions(question, 'ins')).toEqual({
      whole,
      entities: { ...whole, entityType: 'zone', entityIds: [] },
      partsOf: { entityType: 'location', entityId: one },
    });
  });

  it('are none without an earlier period, of one zone, and of rows by a custom field', () => {
    expect(changeQuestions(traffic({ comparison: null }), 'ins')).toBeUndefined();
    expect(changeQuestions(traffic({ entityType: 'zone', entityIds: [one] }), 'ins')).toBeUndefined();
    expect(changeQuestions(traffic({ rows: { kind: 'field', name: 'Size' } }), 'ins')).toBeUndefined();
  });

  it('are asked of metrics that add up', () => {
    expect(additive('traffic', 'ins')).toBe(true);
    expect(additive('traffic', 'ins(avg)')).toBe(false);
    expect(additive('pos', 'netsales')).toBe(true);
    expect(additive('occupancy', 'occupancy')).toBe(false);
  });
});
