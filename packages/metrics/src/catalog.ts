import {
  type Aggregation,
  type ComparisonAggregation,
  comparisonAggregations,
  ofLevels,
  ofSamples,
  ofSums,
} from './aggregations.ts';
import type { BaseFact } from './base-facts.ts';
import type { ValueFormat } from './format.ts';
import type { SourceName } from './sources.ts';

export interface Metric extends Law {
  readonly key: string;
  readonly label: string;
  readonly source: SourceName;
  /** Its name in `metrics` of a data query. */
  readonly name: string;
  readonly facts: Facts;
}

type Facts = readonly [BaseFact] | readonly [BaseFact, BaseFact] | readonly [BaseFact, BaseFact, BaseFact];

/** How a metric is made of its facts. */
interface Law {
  /** From the sums of its facts, so that a ratio is a ratio of sums at every grouping; NaN if it has no value. */
  readonly formula: (first: number, second: number, third: number) => number;
  /** The first is the default. A ratio has none: its column is its name. */
  readonly aggregations: readonly Aggregation[];
  readonly format: ValueFormat;
  readonly lowerIsBetter: boolean;
  /** Capabilities besides that of its source; the contract checks the names. */
  readonly needs?: readonly string[];
  /** The values of several entities cannot become one, because they are neither added nor a ratio of sums. */
  readonly disableAggregatingEntities?: boolean;
}

const same = (value: number) => value;
const ratio = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole);
const ratioTo = (first: number, second: number, third: number) => ratio(first, first + second + third);
const perHour = (value: number, seconds: number) => ratio(value, seconds / 3600);

const law = <const L extends Omit<Law, 'lowerIsBetter'>>(own: L) => ({ ...own, lowerIsBetter: false }) as const;
const counts = law({ formula: same, aggregations: ofSums, format: 'integer' });
const money = law({ formula: same, aggregations: ofSums, format: 'currency' });
const hours = law({ formula: (seconds) => seconds / 3600, aggregations: ofSums, format: 'decimal' });
const share = law({ formula: ratio, aggregations: [], format: 'percent' });
const shareOfThree = law({ formula: ratioTo, aggregations: [], format: 'percent' });
const price = law({ formula: ratio, aggregations: [], format: 'currency' });
const quotient = law({ formula: ratio, aggregations: [], format: 'decimal' });
const rest = law({ formula: (all, some) => Math.max(0, all - some), aggregations: [], format: 'integer' });
const hourly = law({ formula: perHour, aggregations: [], format: 'decimal' });
const hourlySales = law({ formula: perHour, aggregations: [], format: 'currency', needs: ['canViewPOS'] });
const hourlyItems = law({ formula: perHour, aggregations: [], format: 'decimal', needs: ['canViewPOS'] });
const level = law({ formula: same, aggregations: ofLevels, format: 'integer' });
/** Bands are never added, nor is anything else made of them. */
const band = law({ formula: same, aggregations: [], format: 'integer' });
const levelShare = law({ formula: same, aggregations: ofLevels, format: 'percent' });
const timeShare = law({ formula: same, aggregations: [], format: 'percent' });
const time = { formula: same, aggregations: ofSamples, format: 'duration', lowerIsBetter: true } as const;

/** What is computed of the curve of one place is not made of those of several. */
const ofOnePlace = { disableAggregatingEntities: true } as const;
const expected = { ...time, ...ofOnePlace, aggregations: ofLevels } as const;
/** Nobody should wait longer than they were told. */
const expectedMinutes = {
  ...expected,
  formula: (seconds: number) => Math.ceil(seconds / 60),
  format: 'integer',
} as const;
const duration = law({ formula: ratio, aggregations: ['avg'], format: 'duration', ...ofOnePlace });
const durationMinutes = law({
  formula: (area, visits) => ratio(area, visits) / 60,
  aggregations: ['avg'],
  format: 'decimal',
  ...ofOnePlace,
});

const metric = <const S extends SourceName, const N extends string, const L extends Law>(
  source: S,
  key: string,
  name: N,
  label: string,
  facts: Facts,
  how: L,
) => ({ source, key, name, label, facts, ...how });

/** The definition of every number in the product. */
export const metricCatalog = [
  metric('traffic', 'trafficIns', 'ins', 'Ins', ['ins'], counts),
  metric('traffic', 'trafficOuts', 'outs', 'Outs', ['outs'], counts),

  metric('forecasted_traffic', 'forecastTrafficIns', 'ins', 'Forecast ins', ['forecastIns'], counts),
  metric('forecasted_traffic', 'forecastTrafficOuts', 'outs', 'Forecast outs', ['forecastOuts'], counts),
  metric('forecasted_traffic', 'forecastLowIns', 'lowins', 'Forecast ins, low', ['forecastLowIns'], band),
  metric('forecasted_traffic', 'forecastHighIns', 'highins', 'Forecast ins, high', ['forecastHighIns'], band),
  metric('forecasted_traffic', 'forecastLowOuts', 'lowouts', 'Forecast outs, low', ['forecastLowOuts'], band),
  metric('forecasted_traffic', 'forecastHighOuts', 'highouts', 'Forecast outs, high', ['forecastHighOuts'], band),

  metric(
    'gender',
    'maleinspct',
    'maleinspct',
    'Male share of ins',
    ['maleIns', 'femaleIns', 'unknownIns'],
    shareOfThree,
  ),
  metric(
    'gender',
    'maleoutspct',
    'maleoutspct',
    'Male share of outs',
    ['maleOuts', 'femaleOuts', 'unknownOuts'],
    shareOfThree,
  ),
  metric(
    'gender',
    'femaleinspct',
    'femaleinspct',
    'Female share of ins',
    ['femaleIns', 'maleIns', 'unknownIns'],
    shareOfThree,
  ),
  metric(
    'gender',
    'femaleoutspct',
    'femaleoutspct',
    'Female share of outs',
    ['femaleOuts', 'maleOuts', 'unknownOuts'],
    shareOfThree,
  ),
  metric(
    'gender',
    'unknowninspct',
    'unknowninspct',
    'Unknown share of ins',
    ['unknownIns', 'maleIns', 'femaleIns'],
    shareOfThree,
  ),
  metric(
    'gender',
    'unknownoutspct',
    'unknownoutspct',
    'Unknown share of outs',
    ['unknownOuts', 'maleOuts', 'femaleOuts'],
    shareOfThree,
  ),

  metric('pos', 'netSales', 'netsales', 'Net sales', ['sales'], money),
  metric('pos', 'itemCount', 'itemcount', 'Items', ['items'], counts),
  metric('pos', 'transactionCount', 'transactioncount', 'Transactions', ['transactions'], counts),
  metric('pos', 'itemValue', 'itemvalue', 'Sales per item', ['sales', 'items'], price),
  metric(
    'pos',
    'itemsSoldPerCustomer',
    'itemssoldpercustomer',
    'Items per transaction',
    ['items', 'transactions'],
    quotient,
  ),

  metric('trafficpos', 'conversionRateIns', 'conversionrateins', 'Conversion of ins', ['transactions', 'ins'], share),
  metric(
    'trafficpos',
    'conversionRateOuts',
    'conversionrateouts',
    'Conversion of outs',
    ['transactions', 'outs'],
    share,
  ),
  metric('trafficpos', 'trafficValueIns', 'trafficvalueins', 'Sales per in', ['sales', 'ins'], price),
  metric('trafficpos', 'trafficValueOuts', 'trafficvalueouts', 'Sales per out', ['sales', 'outs'], price),
  metric('trafficpos', 'itemsSoldPerTrafficIns', 'itemssoldpertrafficins', 'Items per in', ['items', 'ins'], quotient),
  metric(
    'trafficpos',
    'itemsSoldPerTrafficOuts',
    'itemssoldpertrafficouts',
    'Items per out',
    ['items', 'outs'],
    quotient,
  ),
  metric('trafficpos', 'browsersIns', 'browsersins', 'Ins without a purchase', ['ins', 'transactions'], rest),
  metric('trafficpos', 'browsersOuts', 'browsersouts', 'Outs without a purchase', ['outs', 'transactions'], rest),

  metric('labor', 'staffHours', 'staffhours', 'Staff hours', ['staffSeconds'], hours),
  metric(
    'labor',
    'trafficPerStaffHourIns',
    'trafficperstaffhourins',
    'Ins per staff hour',
    ['ins', 'staffSeconds'],
    hourly,
  ),
  metric(
    'labor',
    'trafficPerStaffHourOuts',
    'trafficperstaffhourouts',
    'Outs per staff hour',
    ['outs', 'staffSeconds'],
    hourly,
  ),
  metric(
    'labor',
    'netSalesPerStaffHour',
    'netsalesperstaffhour',
    'Sales per staff hour',
    ['sales', 'staffSeconds'],
    hourlySales,
  ),
  metric(
    'labor',
    'itemsSoldPerStaffHour',
    'itemssoldperstaffhour',
    'Items per staff hour',
    ['items', 'staffSeconds'],
    hourlyItems,
  ),
  metric(
    'labor',
    'transactionCountPerStaffHour',
    'transactioncountperstaffhour',
    'Transactions per staff hour',
    ['transactions', 'staffSeconds'],
    hourlyItems,
  ),

  metric('queue', 'waitTime', 'waittime', 'Wait time', ['waits'], time),
  metric('queue', 'queueThroughput', 'queuethroughput', 'Left the queue', ['waited'], counts),
  metric('service', 'serviceTime', 'servicetime', 'Service time', ['services'], time),
  metric('service', 'numberServed', 'numberserved', 'Served', ['served'], counts),

  metric('occupancy', 'occupancy', 'occupancy', 'Occupancy', ['peopleInSpace'], level),
  metric('occupancy', 'targetOccupancyPct', 'targetoccupancypct', 'Share of target', ['shareOfTarget'], levelShare),
  metric('occupancy', 'pctCapacity', 'pctcapacity', 'Share of capacity', ['shareOfCapacity'], levelShare),
  metric('occupancy', 'pctTimeOccupied', 'pcttimeoccupied', 'Time occupied', ['timeOccupied'], timeShare),
  metric('zone_occupancy', 'zoneoccupancy', 'zoneoccupancy', 'People in the zone', ['peopleInZone'], level),

  metric('visit_duration', 'visitduration', 'visitduration', 'Visit duration', ['visitArea', 'visits'], duration),
  metric(
    'visit_duration',
    'visitdurationminutes',
    'visitdurationminutes',
    'Visit duration in minutes',
    ['visitArea', 'visits'],
    durationMinutes,
  ),
  metric('expected_wait_time', 'expectedwaittime', 'expectedwaittime', 'Expected wait', ['expectedWait'], expected),
  metric(
    'expected_wait_time',
    'expectedwaittimeminutes',
    'expectedwaittimeminutes',
    'Expected wait in minutes',
    ['expectedWait'],
    expectedMinutes,
  ),
] as const satisfies readonly Metric[];

/** How the values of other entities become the one that an entity is compared with; the first is the default. */
export function comparisonAggregationsOf({
  aggregations,
}: Pick<Metric, 'aggregations'>): readonly ComparisonAggregation[] {
  return aggregations.includes('sum')
    ? comparisonAggregations
    : comparisonAggregations.filter((each) => each !== 'sum');
}

type CatalogMetric = (typeof metricCatalog)[number];
export type MetricOf<S extends SourceName> = Extract<CatalogMetric, { readonly source: S }>;
export type MetricName<S extends SourceName> = MetricOf<S>['name'];

export function metricsOf<S extends SourceName>(source: S): readonly MetricOf<S>[] {
  return metricCatalog.filter((each): each is MetricOf<S> => each.source === source);
}

/** A metric as asked for: with one of its aggregations, unless it is a ratio. */
export interface AskedMetric {
  readonly metric: Metric;
  readonly aggregation: Aggregation | undefined;
  /** The column in a reply: `sumins`, `conversionrateins`. */
  readonly column: string;
}

/** Every word that `metrics` of a query may contain: `ins` means its first aggregation, `ins(max)` another. */
export function metricWords(source: SourceName): readonly string[] {
  return [...askedByWord(source).keys()];
}

/** The metrics that a query names, each once, in the order of the catalog; all with their first aggregation when it names none. */
export function metricsNamed(source: SourceName, words: readonly string[] | undefined): readonly AskedMetric[] {
  const byWord = askedByWord(source);
  const named = words?.length ? words : metricsOf(source).map(({ name }) => name);
  const columns = new Set(named.map((word) => byWord.get(word)?.column));
  const all = new Map([...byWord.values()].map((asked) => [asked.column, asked]));
  return [...all.values()].filter(({ column }) => columns.has(column));
}

const wordsOf = new Map<SourceName, ReadonlyMap<string, AskedMetric>>();

function askedByWord(source: SourceName): ReadonlyMap<string, AskedMetric> {
  const known = wordsOf.get(source);
  if (known) return known;
  const words = new Map<string, AskedMetric>();
  for (const each of metricsOf(source) as readonly Metric[]) {
    const { name, aggregations } = each;
    const asked = (aggregation: Aggregation | undefined) => ({
      metric: each,
      aggregation,
      column: `${aggregation ?? ''}${name}`,
    });
    words.set(name, asked(aggregations[0]));
    for (const aggregation of aggregations) words.set(`${name}(${aggregation})`, asked(aggregation));
  }
  wordsOf.set(source, words);
  return words;
}

type ColumnsOfMetric<M> = M extends { readonly aggregations: readonly (infer A)[]; readonly name: infer N }
  ? [A] extends [never]
    ? N
    : `${A & string}${N & string}`
  : never;
/** A column that replies of a source may have. */
export type ColumnName<S extends SourceName> = ColumnsOfMetric<MetricOf<S>> & string;

/** Every column that replies of a source may have. */
export function columnsOf<S extends SourceName>(source: S): readonly ColumnName<S>[] {
  return [...new Set([...askedByWord(source).values()].map(({ column }) => column as ColumnName<S>))];
}
