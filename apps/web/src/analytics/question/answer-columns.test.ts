import { defaultQuestion, type Question } from '@atrium/metrics/question';
import { describe, expect, it } from 'vitest';
import { writtenValue } from '../../ui/table/column.ts';
import { toCsv } from '../../ui/table/csv.ts';
import { differenceAt } from '../charts/point-text.ts';
import { answerChart, chartChoices } from './answer-chart.ts';
import { rowColumns, totalColumns } from './answer-columns.ts';
import { answerOf, type DataRow, totalsOf } from './answer.ts';

const traffic: Question = { ...defaultQuestion('traffic'), metrics: ['ins'] };
const row = (recordDate: string, sumins: number, more: Partial<DataRow> = {}): DataRow => ({
  entityId: 'a',
  name: 'A',
  timezone: 'America/New_York',
  recordDate,
  sumins,
  completeness: 1,
  ...more,
});
const at = (instant: string) => Date.parse(instant) / 1000;

/** What the table, its file and the chart say about each bucket, against a week before with 800 in each. */
function changes(question: Partial<Question>, results: readonly DataRow[], now: string, timezones = results) {
  const asked: Question = { ...traffic, comparison: 'sameperiodlastweek', ...question };
  const previousResults = timezones.map((each) => ({ ...each, sumins: 800 }));
  const answer = answerOf(asked, { results, previousResults, messages: [] }, 0, { now: at(now) });
  const change = rowColumns({ ...answer, currency: 'USD' }).find(({ key }) => key === 'sumins change')!;
  const { model } = answerChart(answer, chartChoices(answer)[0]!, at(now));
  const drawn = model.series
    .filter(({ comparison }) => !comparison)
    .flatMap((series) =>
      answer.buckets.map((_, index) => differenceAt(series, model.series, index)?.difference ?? null),
    );
  return { inTable: answer.rows.map((each) => change.value(each)), inChart: drawn };
}

describe('[R1212] the bucket that is not over', () => {
  const days = [row('2026-11-02T05:00:00Z', 400), row('2026-11-03T05:00:00Z', 300)];

  it('has no difference to the whole one before, in the table, its file and the chart', () => {
    expect(changes({}, days, '2026-11-03T17:00:00Z')).toEqual({ inTable: [-0.5, null], inChart: [-0.5, null] });
    const over = { inTable: [-0.5, -0.625], inChart: [-0.5, -0.625] };
    expect(changes({}, days, '2026-11-04T05:00:00Z')).toEqual(over);
  });

  it('is that of each place by its own clock', () => {
    const hours = { grouping: 'hour', period: { relativeDate: 'today' } } as const;
    const west = { entityId: 'b', name: 'B', timezone: 'America/Chicago' };
    const rows = [
      row('2026-11-03T16:00:00Z', 400),
      row('2026-11-03T17:00:00Z', 200),
      row('2026-11-03T16:00:00Z', 400, west),
      row('2026-11-03T17:00:00Z', 200, west),
    ];
    const { inTable } = changes(hours, rows, '2026-11-03T17:20:00Z');
    expect(inTable).toEqual([-0.5, null, -0.5, null]);
  });

  it('is the newest of several time zones at once, until the period is over', () => {
    const everywhere = { entityId: null, timezone: null };
    const rows = [row('2026-11-02', 400, everywhere), row('2026-11-03', 300, everywhere)];
    const thisWeek = { period: { relativeDate: 'thisweek' } } as const;
    expect(changes(thisWeek, rows, '2026-11-04T02:00:00Z').inTable).toEqual([-0.5, null]);
    const yesterday = { period: { relativeDate: 'yesterday' } } as const;
    expect(changes(yesterday, [rows[1]!], '2026-11-04T02:00:00Z').inTable).toEqual([-0.625]);
  });

  it('does not exist by weekday, where the earlier one ends too, nor in a forecast', () => {
    const weekday = { ...row('', 400), recordDate: undefined, weekday: 2 };
    expect(changes({ grouping: 'weekday' }, [weekday], '2026-11-03T17:00:00Z').inTable).toEqual([-0.5]);
    const forecast = { source: 'forecasted_traffic', period: { relativeDate: 'today' } } as const;
    expect(changes(forecast, days.slice(1), '2026-11-03T17:00:00Z').inTable).toEqual([-0.625]);
  });
});

describe('[I44] the people of a scaled zone', () => {
  const results = [row('2026-11-02T05:00:00Z', 1211.24, { avgins: 50.4683 })];
  const question = { ...traffic, metrics: ['ins', 'ins(avg)'] };

  it('are whole in the file where they are on the screen', () => {
    const answer = answerOf(question, { results, messages: [] }, 0);
    const shown = { ...answer, currency: 'USD' };
    const columns = rowColumns(shown).filter(({ kind }) => kind === 'number');
    expect(columns.slice(0, 2).map((column) => writtenValue(column, answer.rows[0]!))).toEqual(['1,211', '50.5']);
    expect(toCsv(columns.slice(0, 2), answer.rows).split('\r\n')[1]).toBe('1211,50.4683');
    const totals = totalColumns(shown).filter(({ key }) => key === 'sumins');
    expect(toCsv(totals, totalsOf(question, { results, messages: [] })).split('\r\n')[1]).toBe('1211');
  });

  it('are exact in the file where a card shows fractions', () => {
    const answer = answerOf(question, { results, messages: [] }, 0);
    const columns = rowColumns({ ...answer, currency: 'USD', formatOf: () => 'decimal' });
    const ins = columns.filter(({ key }) => key === 'sumins');
    expect(toCsv(ins, answer.rows).split('\r\n')[1]).toBe('1211.24');
  });
});
