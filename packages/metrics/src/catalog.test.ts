import { describe, expect, it } from 'vitest';
import { columnOf, metricCatalog, metricsOf } from './catalog.ts';
import { evaluate } from './evaluate.ts';

/** Each metric of one cell for each direction: what a sensor that was not heard counted is not known. */
const made = (ins: number | null, outs: number | null) =>
  Object.fromEntries(
    metricsOf('traffic').map((metric) => {
      const isHeard = metric.facts.every((fact) => ({ ins, outs })[fact] !== null);
      const facts = { ins: Float64Array.of(ins ?? 0), outs: Float64Array.of(outs ?? 0) };
      const [value = 0] = evaluate(metric, { facts, got: Float64Array.of(isHeard ? 60 : 0) });
      return [columnOf('sum', metric), Number.isNaN(value) ? null : value];
    }),
  );

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
    expect(made(7, 5)).toMatchObject({ sumins: 7, sumouts: 5 });
    expect(made(0, null)).toMatchObject({ sumins: 0, sumouts: null });
  });
});
