import { describe, expect, it } from 'vitest';
import { columnOf, metricCatalog, metricsOf } from './catalog.ts';

const made = (ins: number | null, outs: number | null) =>
  Object.fromEntries(metricCatalog.map(({ name, formula }) => [columnOf(name, 'sum'), formula({ ins, outs })]));

describe('the metric catalog', () => {
  it('[R362] says per metric its source, aggregations, format and whether lower is better', () => {
    expect(
      metricsOf('traffic').map(({ key, aggregations, format, lowerIsBetter }) => [
        key,
        aggregations,
        format,
        lowerIsBetter,
      ]),
    ).toEqual([
      ['trafficIns', ['sum'], 'integer', false],
      ['trafficOuts', ['sum'], 'integer', false],
    ]);
  });

  it('has one entry per key and per column of a source', () => {
    expect(new Set(metricCatalog.map(({ key }) => key)).size).toBe(metricCatalog.length);
    expect(new Set(metricCatalog.map(({ source, name }) => `${source} ${name}`)).size).toBe(metricCatalog.length);
  });

  it('makes traffic of the sums of a direction, and nothing of nothing', () => {
    expect(made(7, 5)).toEqual({ sumins: 7, sumouts: 5 });
    expect(made(0, null)).toEqual({ sumins: 0, sumouts: null });
  });
});
