import { describe, expect, it } from 'vitest';
import { columnsOf, type Metric, metricCatalog, metricsNamed, metricsOf, metricWords } from './catalog.ts';
import { evaluate } from './evaluate.ts';
import { sourceNames } from './sources.ts';

/** A metric of one cell, from its facts in their order; null where it has no value. */
function made(key: string, ...facts: number[]): number | null {
  const metric: Metric = metricCatalog.find((each) => each.key === key)!;
  const aggregation = metric.aggregations[0];
  const columns = Object.fromEntries(
    metric.facts.flatMap((fact, at) => {
      const values = Float64Array.of(facts[at]!);
      return [
        [fact, values],
        [`${fact} ${aggregation}`, values],
      ];
    }),
  );
  const [value = 0] = evaluate(metric, aggregation, { columns, got: {} });
  return Number.isNaN(value) ? null : value;
}

const queueColumns = (...words: string[]) => metricsNamed('queue', words).map(({ column }) => column);

describe('the metric catalog', () => {
  it('[R362] lists each metric with its source, aggregations, format and whether lower is better', () => {
    const sums = 'sum avg min max';
    expect(
      metricCatalog.map((metric: Metric) => {
        const { source, key, aggregations, format, lowerIsBetter } = metric;
        return `${source} ${key}: ${[...aggregations, format].join(' ')}${lowerIsBetter ? ', lower is better' : ''}`;
      }),
    ).toEqual([
      `traffic trafficIns: ${sums} integer`,
      `traffic trafficOuts: ${sums} integer`,
      `forecasted_traffic forecastTrafficIns: ${sums} integer`,
      `forecasted_traffic forecastTrafficOuts: ${sums} integer`,
      'forecasted_traffic forecastLowIns: integer',
      'forecasted_traffic forecastHighIns: integer',
      'forecasted_traffic forecastLowOuts: integer',
      'forecasted_traffic forecastHighOuts: integer',
      'gender maleinspct: percent',
      'gender maleoutspct: percent',
      'gender femaleinspct: percent',
      'gender femaleoutspct: percent',
      'gender unknowninspct: percent',
      'gender unknownoutspct: percent',
      `pos netSales: ${sums} currency`,
      `pos itemCount: ${sums} integer`,
      `pos transactionCount: ${sums} integer`,
      'pos itemValue: currency',
      'pos itemsSoldPerCustomer: decimal',
      'trafficpos conversionRateIns: percent',
      'trafficpos conversionRateOuts: percent',
      'trafficpos trafficValueIns: currency',
      'trafficpos trafficValueOuts: currency',
      'trafficpos itemsSoldPerTrafficIns: decimal',
      'trafficpos itemsSoldPerTrafficOuts: decimal',
      'trafficpos browsersIns: integer',
      'trafficpos browsersOuts: integer',
      `labor staffHours: ${sums} decimal`,
      'labor trafficPerStaffHourIns: decimal',
      'labor trafficPerStaffHourOuts: decimal',
      'labor netSalesPerStaffHour: currency',
      'labor itemsSoldPerStaffHour: decimal',
      'labor transactionCountPerStaffHour: decimal',
      'queue waitTime: avg max median trimmedmean total duration, lower is better',
      `queue queueThroughput: ${sums} integer`,
      'service serviceTime: avg max median trimmedmean total duration, lower is better',
      `service numberServed: ${sums} integer`,
      'occupancy occupancy: avg min max last integer',
      'occupancy targetOccupancyPct: avg min max last percent',
      'occupancy pctCapacity: avg min max last percent',
      'occupancy pctTimeOccupied: percent',
      'zone_occupancy zoneoccupancy: avg min max last integer',
      'visit_duration visitduration: avg duration',
      'visit_duration visitdurationminutes: avg decimal',
      'expected_wait_time expectedwaittime: avg min max last duration, lower is better',
      'expected_wait_time expectedwaittimeminutes: avg min max last integer, lower is better',
    ]);
  });

  it('has one entry per key and per column of a source', () => {
    expect(new Set(metricCatalog.map(({ key }) => key)).size).toBe(metricCatalog.length);
    expect(new Set(metricCatalog.map(({ source, name }) => `${source} ${name}`)).size).toBe(metricCatalog.length);
    for (const source of sourceNames) expect(metricsOf(source).length).toBeGreaterThan(0);
  });

  it('[R757] names a column after the aggregation and the metric, and a ratio after itself', () => {
    expect(columnsOf('traffic')).toEqual([
      'sumins',
      'avgins',
      'minins',
      'maxins',
      'sumouts',
      'avgouts',
      'minouts',
      'maxouts',
    ]);
    expect(columnsOf('queue')).toContain('trimmedmeanwaittime');
    expect(columnsOf('trafficpos')).toContain('conversionrateins');
    expect(metricWords('traffic')).toEqual(expect.arrayContaining(['ins', 'ins(sum)', 'ins(max)']));
    expect(metricWords('trafficpos')).not.toContain('conversionrateins(sum)');
  });

  it('[R757] takes the first aggregation of a bare name, and all metrics of a query that names none', () => {
    expect(queueColumns()).toEqual(['avgwaittime', 'sumqueuethroughput']);
    expect(queueColumns('queuethroughput', 'waittime(max)', 'waittime', 'waittime(avg)')).toEqual([
      'avgwaittime',
      'maxwaittime',
      'sumqueuethroughput',
    ]);
  });

  it.each([
    ['maleinspct', [30, 50, 20], 0.3],
    ['femaleoutspct', [50, 30, 20], 0.5],
    ['unknowninspct', [0, 0, 0], null],
    ['itemValue', [120, 8], 15],
    ['itemsSoldPerCustomer', [9, 4], 2.25],
    ['conversionRateIns', [12, 48], 0.25],
    ['conversionRateOuts', [12, 0], null],
    ['trafficValueIns', [500, 40], 12.5],
    ['itemsSoldPerTrafficOuts', [30, 60], 0.5],
    ['browsersIns', [50, 12], 38],
    ['browsersOuts', [5, 12], 0],
    ['staffHours', [5400], 1.5],
    ['visitduration', [7200, 4], 1800],
    ['visitdurationminutes', [7200, 4], 30],
    ['visitduration', [7200, 0], null],
    ['expectedwaittimeminutes', [61], 2],
    ['expectedwaittimeminutes', [0], 0],
    ['trafficPerStaffHourIns', [90, 7200], 45],
    ['netSalesPerStaffHour', [1000, 0], null],
    ['transactionCountPerStaffHour', [12, 3600 * 4], 3],
  ])('[R757] %s of %j is %s', (key, facts, value) => {
    expect(made(key, ...facts)).toBe(value);
  });
});
