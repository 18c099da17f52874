import { type BaseFact, baseFacts, type FactOrigin } from '@atrium/metrics/base-facts';
import { type AskedMetric, metricsNamed } from '@atrium/metrics/catalog';
import { lastReadingColumns, type Source, type SourceName, sources } from '@atrium/metrics/sources';
import { invalidField } from '../refusal.ts';
import type { Estate } from '../registry/directory/estate.ts';
import type { AskedEntity } from './axes.ts';
import type { TotalQuery } from './data-query.ts';
import { fill } from './fill.ts';
import { askedEntities, type AskedSubject, type Context, factsQuestion, lookUp, refusingFacts } from './look-up.ts';
import { type Reading, readingsOf } from './readings.ts';
import { type Columns, shape } from './shape.ts';
import { lastArrivals } from './store.ts';
import type { Subject } from './subjects.ts';
import { type BucketAxis, openWindow, type Window } from './window.ts';

const minute = 60;
/** Minutes that are looked at for the newest reading. */
const watched = 60;
/** What is noted about arrivals is at most this much behind. */
const slack = 15 * minute;

/** The query without what a last reading ignores; refuses what has none. */
export function ofLastReading<Query extends TotalQuery>(source: SourceName, query: Query): Query {
  const extra = extraColumns.find((name) => query[name]);
  if (!query.lastReading) {
    if (extra) throw invalidField(extra, `${extra} is a column of a last reading: add lastReading=true.`);
    return query;
  }
  const { label, withoutLastReading }: Source = sources[source];
  if (withoutLastReading !== undefined)
    throw invalidField('lastReading', `${label} has no last reading. ${withoutLastReading}`);
  if (query.explain) throw invalidField('explain', 'A last reading is not explained: ask for a period.');
  return { ...query, ...withoutPeriod };
}

const extraColumns = Object.keys(lastReadingColumns) as (keyof typeof lastReadingColumns)[];

const withoutPeriod = {
  relativeDate: 'today',
  startDate: undefined,
  endDate: undefined,
  dateOverride: undefined,
  previousPeriod: undefined,
  likeForLike: undefined,
  trendComparison: undefined,
  isComparison: undefined,
} as const satisfies Partial<TotalQuery>;

/** The metrics of a last reading: those that are asked for, and the columns of its flags. */
export function lastReadingMetrics(metrics: readonly AskedMetric[], query: TotalQuery): readonly AskedMetric[] {
  return [...metrics, ...extraColumns.flatMap((name) => (query[name] ? [behindColumn[name]()] : []))];
}

/** Who waits is who is in the space. */
const behindColumn: Record<keyof typeof lastReadingColumns, () => AskedMetric> = {
  waitLineLength: () => asColumn('occupancy', 'occupancy(last)', lastReadingColumns.waitLineLength),
  expectedWaitTime: () => asColumn('expected_wait_time', 'expectedwaittime(last)', lastReadingColumns.expectedWaitTime),
};

function asColumn(source: SourceName, word: string, column: string): AskedMetric {
  return { ...metricsNamed(source, [word])[0]!, column };
}

/**
 * A row for each subject: levels and samples of its newest minute, and today's sums of what adds up. Where several levels
 * are one, those count that were read shortly before the newest. A row without any reading has no date.
 */
export async function lastReading(context: Context, subjects: readonly Subject[], now: number): Promise<Columns> {
  const { metrics } = context;
  const ofToday = metrics.filter(isOfToday);
  const ofMinute = metrics.filter((metric) => !isOfToday(metric)).map(newestOf);
  const [newest, today] = await Promise.all([
    newestMinutes(context, subjects, readingsOf([...ofToday, ...ofMinute]), now),
    ofToday.length === 0 ? undefined : todaysSums({ ...context, metrics: ofToday }, subjects, now),
  ]);
  const last =
    ofMinute.length === 0 ? undefined : await valuesAt({ ...context, metrics: ofMinute }, subjects, newest, now);
  const ends = newest.map((at) => Math.min(at + minute, Math.floor(now)));
  const figures = metrics.map(({ column }) => [column, (today ?? last)!.figures[column] ?? last!.figures[column]!]);
  return {
    length: subjects.length,
    entity: Uint32Array.from(subjects.keys()),
    start: ends,
    figures: { ...Object.fromEntries(figures), ageSeconds: ends.map((end) => Math.floor(now) - end) },
    completeness: (today ?? last)!.completeness,
    ...((today?.isWithheld || last?.isWithheld) && { isWithheld: true }),
  };
}

/** Sums, and shares of time, are those of today. */
function isOfToday({ metric }: AskedMetric): boolean {
  return metric.facts.every((fact) => {
    const { kind, column }: FactOrigin = baseFacts[fact];
    return kind === 'count' || kind === 'amount' || column !== undefined;
  });
}

/** Whatever is asked of a level, of one reading it is the same. */
function newestOf(asked: AskedMetric): AskedMetric {
  return asked.metric.aggregations.includes('last') ? { ...asked, aggregation: 'last' } : asked;
}

async function todaysSums(context: Context, subjects: readonly Subject[], now: number): Promise<Columns> {
  const { rows } = await lookUp(context, subjects, { relativeDate: 'today', now });
  const [sums] = rows;
  return bySubject([{ rows: sums!, places: [...sums!.entity] }], context.metrics, subjects.length);
}

/** The start of the newest minute with a reading of each subject; NaN where there never was one. */
async function newestMinutes(
  context: Context,
  subjects: readonly Subject[],
  readings: readonly Reading[],
  now: number,
): Promise<Float64Array> {
  const signs = signsOf(readings);
  const entities = askedEntities(context, subjects, signs);
  const asking = { context, signs, now };
  const until = (Math.floor(now / minute) + 1) * minute;
  const found = await newestBefore(
    asking,
    entities,
    entities.map(() => until),
  );
  const silent = [...entities.keys()].filter((place) => Number.isNaN(found[place]!));
  if (silent.length === 0) return found;
  const heard = await heardLast(
    context,
    silent.map((place) => entities[place]!),
  );
  const known = silent.flatMap((place, index) => (Number.isFinite(heard[index]) ? [{ place, at: heard[index]! }] : []));
  const earlier = await newestBefore(
    asking,
    known.map(({ place }) => entities[place]!),
    known.map(({ at }) => Math.min(until, Math.ceil((at + slack) / minute) * minute)),
  );
  for (const [index, { place }] of known.entries()) found[place] = earlier[index]!;
  return found;
}

/** What shows that something was read. */
function signsOf(readings: readonly Reading[]): Reading[] {
  const signs = new Map<string, Reading>();
  for (const { kind: asked, owner, measure } of readings) {
    const kind = asked === 'wait' ? 'level' : asked;
    const columns = new Map(kind === 'sample' ? [[visits, 'count']] : []);
    signs.set(`${kind} ${owner} ${measure}`, { kind, owner, measure, columns, facts: new Set<BaseFact>() });
  }
  return [...signs.values()];
}

const visits = 'visits';

interface Asking {
  readonly context: Context;
  readonly signs: readonly Reading[];
  readonly now: number;
}

/** The newest minute with a reading of each subject, in the hour before an instant of its own. */
async function newestBefore(
  { context, signs, now }: Asking,
  entities: readonly AskedSubject[],
  untils: readonly number[],
): Promise<Float64Array> {
  const found = new Float64Array(entities.length).fill(Number.NaN);
  for (const places of portionsOf(untils)) {
    const some = places.map((place) => entities[place]!);
    const edges = places.map((place) => minutesBefore(untils[place]!));
    const { window, cells } = await look(context, some, signs, edges, now);
    const signal = cells.columns[visits] ?? cells.received;
    for (const [entity, place] of places.entries()) {
      const isHeard = (_: number, bucket: number) => signal[window.cellOfEntity(entity, bucket)]! > 0;
      found[place] = edges[entity]!.slice(0, -1).findLast(isHeard) ?? Number.NaN;
    }
  }
  return found;
}

function minutesBefore(until: number): number[] {
  return Array.from({ length: watched + 1 }, (_, index) => until - (watched - index) * minute);
}

/** When each was last heard. Levels of spaces are computed from the counts of their zones: those are heard. */
async function heardLast({ parts, scope, estate }: Context, entities: readonly AskedEntity[]): Promise<number[]> {
  const behind = seriesBehind(estate);
  const stretches = entities.map(({ readings }) =>
    readings.flat().flatMap(({ series, to, excluded }) => (excluded ? [] : [{ series: behind(series), to }])),
  );
  const all = new Set(stretches.flatMap((own) => own.flatMap(({ series }) => series)));
  const last = await parts.registry.tenant(scope, (tx) => lastArrivals(tx, [...all]));
  return stretches.map((own) =>
    Math.max(
      ...own.flatMap(({ series, to }) =>
        series.map((each) => Math.min(to, last.get(each) ?? Number.NEGATIVE_INFINITY)),
      ),
    ),
  );
}

function seriesBehind({ series: all, spaces }: Estate): (seriesId: number) => readonly number[] {
  return (seriesId) => {
    const owner = all.get(seriesId);
    if (owner?.owner !== 'space') return [seriesId];
    const zones = spaces.get(owner.spaceId)?.zones;
    return [...all.values()].flatMap((each) =>
      each.owner === 'zone' && each.measure === 'people' && zones?.has(each.zoneId) ? [each.seriesId] : [],
    );
  };
}

/** The metrics of subjects in their newest minutes. */
async function valuesAt(
  context: Context,
  subjects: readonly Subject[],
  newest: Float64Array,
  now: number,
): Promise<Columns> {
  const known = [...subjects.keys()].filter((place) => !Number.isNaN(newest[place]!));
  const readings = readingsOf(context.metrics);
  const isSum = readings.every(({ kind }) => kind === 'level');
  const back = isSum ? sources[context.source].freshSeconds - minute : 0;
  const entities = askedEntities(
    context,
    known.map((place) => subjects[place]!),
    readings,
  );
  const starts = known.map((place) => newest[place]! - back);
  const parts: Part[] = [];
  for (const some of portionsOf(starts)) {
    const { window, cells } = await look(
      context,
      some.map((at) => entities[at]!),
      readings,
      some.map((at) => [starts[at]!, starts[at]! + back + minute]),
      now,
    );
    parts.push({
      rows: shape(window.frame(), cells, context.metrics, context.estate),
      places: some.map((at) => known[at]!),
    });
  }
  return bySubject(parts, context.metrics, subjects.length);
}

/** Places, some at a time: each time of a place is a part of the statement. */
function portionsOf(times: readonly number[]): number[][] {
  const groups = together(times);
  return Array.from({ length: Math.ceil(groups.length / maxTimes) }, (_, at) =>
    groups.slice(at * maxTimes, (at + 1) * maxTimes).flat(),
  );
}

const maxTimes = 50;

/** Places with the same time. */
function together(times: readonly number[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [place, time] of times.entries()) {
    const group = groups.get(time);
    if (group) group.push(place);
    else groups.set(time, [place]);
  }
  return [...groups.values()];
}

/** Asks for buckets of each subject. */
async function look(
  context: Context,
  entities: readonly AskedSubject[],
  readings: readonly Reading[],
  edges: readonly (readonly number[])[],
  now: number,
) {
  const window = windowOn(entities, readings, edges, now);
  const { from, to } = window;
  const facts = await factsQuestion(context, entities, { readings, freshFrom: 0, marks: [], from, to, now });
  const ask = context.parts.questions.asking(context.key, context.signal);
  return { window, cells: await refusingFacts(fill(window, readings, facts, ask)) };
}

/** A window whose entities have buckets of their own; its rows are the first buckets. */
function windowOn(
  entities: readonly AskedEntity[],
  readings: readonly Reading[],
  edges: readonly (readonly number[])[],
  now: number,
): Window {
  const axes = together(edges.map(([from]) => from!)).map((places): BucketAxis => {
    const own = edges[places[0]!]!;
    const strands = readings.map((_, reading) => ({
      reading,
      edges: own,
      calendar: undefined,
      members: places.flatMap((entity) => entities[entity]!.readings[reading]!.map((member) => ({ entity, member }))),
    }));
    return { entities: places, edges: own, strands };
  });
  const rows = () => ({ entity: Uint32Array.from(entities.keys()), bucket: new Uint32Array(entities.length) });
  const ranges = axes.map((axis) => ({ low: 0, high: axis.edges.length - 1 }));
  return openWindow(axes, ranges, readings, rows, now);
}

interface Part {
  readonly rows: Columns;
  /** The subject of each row. */
  readonly places: readonly number[];
}

/** One row for each subject; without a value where there is none. */
function bySubject(parts: readonly Part[], metrics: readonly AskedMetric[], length: number): Columns {
  const placed = (valuesOf: (rows: Columns) => Float64Array) => {
    const all = new Float64Array(length).fill(Number.NaN);
    for (const { rows, places } of parts)
      for (const [row, place] of places.entries()) all[place] = valuesOf(rows)[row]!;
    return all;
  };
  return {
    length,
    entity: Uint32Array.from({ length }, (_, place) => place),
    start: placed(({ start }) => start),
    figures: Object.fromEntries(metrics.map(({ column }) => [column, placed(({ figures }) => figures[column]!)])),
    completeness: placed(({ completeness }) => completeness),
    ...(parts.some(({ rows }) => rows.isWithheld) && { isWithheld: true }),
  };
}
