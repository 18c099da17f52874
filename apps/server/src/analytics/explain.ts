import {
  type ExplanationLeaf,
  type ExplanationNode,
  type ExplanationPart,
  maxExplainedSeries,
} from '@atrium/contract/explanation';
import { type BaseFact, baseFacts, type FactOrigin } from '@atrium/metrics/base-facts';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { factColumn } from '@atrium/metrics/evaluate';
import { fourDecimals } from '@atrium/metrics/precision';
import { isOfGroups, isSmallGroup } from '@atrium/metrics/small-groups';
import type { Estate } from '../registry/directory/estate.ts';
import { mayName } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import type { AskedEntity } from './axes.ts';
import { correctionsOf } from './correction-notes.ts';
import { decidingMinutes } from './deciding-minute.ts';
import { explainedFolds, type ExplainedFolds } from './explained-folds.ts';
import { askSeries, type ExplainedSeries, seriesIn } from './explained-series.ts';
import { fill } from './fill.ts';
import type { Ask, FactsQuestion } from './filling.ts';
import { isOverBuckets } from './over-buckets.ts';
import type { Reading } from './readings.ts';
import { secondsRead } from './seconds-read.ts';
import type { Columns, RowHead } from './shape.ts';
import type { Rows, Window } from './window.ts';

interface Answered {
  readonly estate: Estate;
  readonly registry: Registry;
  readonly scope: Scope;
  readonly entities: readonly AskedEntity[];
  readonly plan: {
    readonly entities: readonly RowHead[];
    readonly current: Window;
    readonly readings: readonly Reading[];
    readonly metrics: readonly AskedMetric[];
  };
  readonly results: Columns;
  readonly facts: FactsQuestion;
  readonly now: number;
}

interface Explained {
  readonly explanation?: readonly ExplanationNode[];
  readonly messages: readonly string[];
  /** Values of small groups are missing. */
  readonly isWithheld?: boolean;
}

/** Where the figures of an answer come from: the facts are asked once more, for each series on its own. */
export async function explain(answered: Answered, ask: Ask): Promise<Explained> {
  const { entities, plan, results, facts, now } = answered;
  const { current: window, readings } = plan;
  const { rows } = window.frame();
  const shown = rows.cell && new Set(rows.cell);
  const isShown = (cell: number) => !shown || shown.has(cell);
  const { found, parts } = seriesIn(window, readings, isShown, now);
  if (found.length > maxExplainedSeries) {
    const message = `The answer is made of ${found.length} series; up to ${maxExplainedSeries} can be explained. Ask for fewer entities.`;
    return { messages: [message] };
  }
  const [minutes] = await Promise.all([
    decidingMinutes({ window, readings, metrics: plan.metrics, rows, results, facts, ask }),
    askSeries({ window, readings, parts, isShown, facts, ask }, found),
  ]);
  const visits = await visitsOf(answered, rows, ask);
  const folds = await explainedFolds({ ...answered, window, readings, isShown, ask }, found);
  const read = secondsRead(window, readings, parts, facts);
  const groups = groupsOf(answered, found);
  const leaves = found.map((series, at) => leafOf(answered, groups.of(series), series, read[at]));
  const explanation = entities.map((entity, place): ExplanationNode => {
    const own = found.flatMap((series, at) => (series.entity === place ? [{ series, leaf: leaves[at]! }] : []));
    const children = ownersOf(answered, own, folds);
    const { highest, lowest } = minutes.get(place) ?? {};
    return {
      kind: 'entity',
      id: entity.entityId,
      name: entity.name,
      figures: { ...figuresOf(answered, own), ...visits.get(entity.entityId), ...figuresShown(answered, entity) },
      ...heard(own),
      ...(highest !== undefined && { decidedAt: iso(highest) }),
      ...(lowest !== undefined && { lowestAt: iso(lowest) }),
      children,
    };
  });
  return { explanation, messages: folds.messages, isWithheld: groups.hasSmall };
}

/** The series that are shown together: those of one owner in the same time, for one entity. */
function groupsOf(answered: Answered, found: readonly ExplainedSeries[]) {
  const keyOf = ({ entity, member, from, to }: ExplainedSeries) =>
    `${entity} ${ownerIdOf(answered.estate, member.series) ?? member.series} ${from} ${to}`;
  const groups = new Map<string, OwnSeries[]>();
  for (const series of found) groups.set(keyOf(series), [...(groups.get(keyOf(series)) ?? []), { series }]);
  return {
    of: (series: ExplainedSeries) => groups.get(keyOf(series))!,
    hasSmall: [...groups.values()].some((own) => answered.plan.metrics.some((asked) => isFew(answered, asked, own))),
  };
}

/** Whether so few people are behind these series that what a metric says about them is withheld. */
function isFew({ estate, plan }: Answered, { metric }: AskedMetric, own: readonly OwnSeries[]): boolean {
  if (!estate.withholdsSmallGroups || !isOfGroups(metric)) return false;
  const people = metric.facts.reduce((sum, fact) => sum + (sumOf(plan.readings, fact, own, false) || 0), 0);
  return people > 0 && isSmallGroup(people);
}

interface OwnSeries {
  readonly series: ExplainedSeries;
}

interface Own extends OwnSeries {
  readonly leaf: ExplanationLeaf;
}

function leafOf(
  answered: Answered,
  group: readonly OwnSeries[],
  series: ExplainedSeries,
  read: ExplanationLeaf['read'],
): ExplanationLeaf {
  const { plan, facts, estate } = answered;
  const { wIn, wOut, reversed, excluded, series: id } = series.member;
  const window = plan.current;
  const isWeighted = plan.readings[series.reading]!.kind === 'count';
  const marked = facts.marks.filter(
    (mark) => mark.series === id && window.from < mark.day + 86_400 && mark.day < window.to,
  );
  return {
    kind: 'series',
    id: String(id),
    name: `${estate.series.get(id)?.measure ?? ''}${excluded ? ', excluded' : ''}`,
    figures: figuresOf(answered, [{ series }], group),
    receivedSeconds: series.received,
    expectedSeconds: series.expected,
    ...(series.from > window.from && { from: iso(series.from) }),
    ...(series.to < window.to && { until: iso(series.to) }),
    ...(isWeighted && { weightIn: wIn, weightOut: wOut, ...(reversed && { reversed }) }),
    ...(read && { read }),
    ...(marked.length > 0 && { markedDays: marked.length }),
  };
}

/** The zones or spaces of an entity with their series; what belongs to a location, or may not be named, has none. */
function ownersOf(answered: Answered, own: readonly Own[], { foldOf }: ExplainedFolds): ExplanationPart[] {
  const owners = new Map<string, Own[]>();
  for (const each of own) {
    const key = ownerIdOf(answered.estate, each.series.member.series) ?? each.leaf.id;
    owners.set(key, [...(owners.get(key) ?? []), each]);
  }
  return [...owners.values()].flatMap((within): ExplanationPart[] => {
    const children = within.map(({ leaf }) => leaf);
    const owner = ownerOf(answered, within);
    if (!owner) return children;
    const fold = owner.kind === 'space' && foldOf(within[0]!.series.entity, owner.id);
    const figures = figuresOf(answered, within);
    return [{ ...owner, figures, ...heard(within), ...(fold && { fold: [...fold] }), children }];
  });
}

function ownerIdOf(estate: Estate, series: number): string | undefined {
  const held = estate.series.get(series);
  return held?.owner === 'space' ? held.spaceId : held?.owner === 'zone' ? held.zoneId : undefined;
}

/** What the series of one zone or space belong to. */
function ownerOf({ estate, scope, plan }: Answered, own: readonly Own[]): Omit<ExplanationPart, 'figures'> | undefined {
  const held = estate.series.get(own[0]!.series.member.series);
  const none = { receivedSeconds: 0, expectedSeconds: 0 };
  if (held?.owner === 'space' && mayName(estate, scope, 'space', held.spaceId))
    return { kind: 'space', id: held.spaceId, name: estate.spaces.get(held.spaceId)?.name ?? '', ...none };
  if (held?.owner !== 'zone' || !mayName(estate, scope, 'zone', held.zoneId)) return undefined;
  const members = own.map(({ series }) => series.member);
  const corrections = correctionsOf(estate, held.zoneId, members, plan.current).map((each) => ({
    at: iso(each.from),
    text: each.reason,
  }));
  return {
    kind: 'zone',
    id: held.zoneId,
    name: estate.zones.get(held.zoneId)?.name ?? '',
    ...none,
    ...(corrections.length > 0 && { corrections }),
  };
}

function heard(own: readonly Own[]): Pick<ExplanationLeaf, 'receivedSeconds' | 'expectedSeconds'> {
  return {
    receivedSeconds: own.reduce((sum, { series }) => sum + series.received, 0),
    expectedSeconds: own.reduce((sum, { series }) => sum + series.expected, 0),
  };
}

/** Of some series together, or of one in its group as it is stored. */
function figuresOf(
  answered: Answered,
  own: readonly OwnSeries[],
  group?: readonly OwnSeries[],
): ExplanationLeaf['figures'] {
  const { metrics, readings } = answered.plan;
  const asStored = group !== undefined;
  const figures: Record<string, number | null> = {};
  for (const asked of metrics) {
    const { metric, aggregation, column } = asked;
    const [fact, ...others] = metric.facts;
    const sums = metric.facts.map((each) => (isAdditive(each) ? sumOf(readings, each, own, asStored) : Number.NaN));
    if (others.length === 0 && isAdditive(fact) && !isOverBuckets(asked)) {
      figures[column] = orNull(metric.formula(sums[0]!, sums[0]!, sums[0]!));
    } else if (others.length === 0 && !isAdditive(fact)) {
      const [only, ...more] = own.filter(({ series }) => readings[series.reading]!.facts.has(fact));
      const name = readings[only?.series.reading ?? 0]!.columns.get(factColumn(fact, aggregation)) ?? '';
      const value = only && more.length === 0 ? (only.series.values[name] ?? Number.NaN) : Number.NaN;
      figures[column] = orNull(value);
      if (only && name === 'avg' && readings[only.series.reading]!.kind === 'level' && !Number.isNaN(value))
        figures['area'] = orNull(value * only.series.received);
    } else {
      figures[column] = null;
      if (isFew(answered, asked, group ?? own)) continue;
      for (const [at, each] of metric.facts.entries()) if (isAdditive(each)) figures[each] = orNull(sums[at]!);
    }
  }
  return figures;
}

/** A band says nothing about the sum of several, nor does a level. */
function isAdditive(fact: BaseFact): boolean {
  const { kind, column } = baseFacts[fact] as FactOrigin & { column?: string };
  if (kind === 'forecast') return column === 'ins' || column === 'outs';
  return kind !== 'level' && column !== undefined;
}

function sumOf(readings: readonly Reading[], fact: BaseFact, own: readonly OwnSeries[], asStored: boolean): number {
  const { kind, ...origin } = baseFacts[fact] as FactOrigin & { column: string };
  let sum = Number.NaN;
  for (const { series } of own) {
    if (!readings[series.reading]!.facts.has(fact)) continue;
    const { wIn, wOut, reversed } = series.member;
    const column = kind === 'count' && reversed && !asStored ? swapped[origin.column]! : origin.column;
    const weight = asStored || kind === 'sample' ? 1 : column === 'outs' ? wOut : wIn;
    const value = series.values[column];
    if (value !== undefined) sum = (Number.isNaN(sum) ? 0 : sum) + value * weight;
  }
  return sum;
}

const swapped: Readonly<Record<string, string>> = { ins: 'outs', outs: 'ins' };

/** By entity, the area under its curves and its visits in the rows shown: it has them as a whole, and its series do not. */
async function visitsOf(
  { plan: { entities, current, readings }, facts }: Answered,
  { length, entity, cell }: Rows,
  ask: Ask,
): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  const computed = readings.filter(({ kind }) => kind === 'visit').flatMap((reading) => [...reading.facts]);
  if (computed.length === 0) return found;
  const { columns } = await fill(current, readings, facts, ask);
  for (let row = 0; row < length; row += 1) {
    const { entityId } = entities[entity[row]!]!;
    const own = found.get(entityId) ?? {};
    found.set(entityId, own);
    for (const fact of computed) {
      const value = columns[fact]![cell ? cell[row]! : row];
      if (value !== undefined && !Number.isNaN(value)) own[fact] = fourDecimals((own[fact] ?? 0) + value);
    }
  }
  return found;
}

/** What the rows of an entity show: sums and extremes over all of them, anything else where there is one row. */
function figuresShown({ plan, results }: Answered, { entityId }: AskedEntity): ExplanationLeaf['figures'] {
  const rows = Array.from(results.entity.keys()).filter(
    (row) => plan.entities[results.entity[row]!]!.entityId === entityId,
  );
  return Object.fromEntries(
    plan.metrics.map(({ aggregation, column }) => {
      const values = rows.map((row) => results.figures[column]![row]!).filter((value) => !Number.isNaN(value));
      if (values.length === 0) return [column, null];
      if (aggregation === 'sum' || aggregation === undefined || values.length === 1)
        return [column, aggregation === undefined && values.length > 1 ? null : orNull(values.reduce((a, b) => a + b))];
      if (aggregation === 'max' || aggregation === 'min')
        return [column, values.reduce((a, b) => Math[aggregation](a, b))];
      return [column, null];
    }),
  );
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : fourDecimals(value);
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
