import { type ComparisonAggregation, comparisonAggregations } from '@atrium/metrics/aggregations';
import { type AskedMetric, comparisonAggregationsOf } from '@atrium/metrics/catalog';
import { fourDecimals } from '@atrium/metrics/precision';
import { invalidField } from '../refusal.ts';
import type { EntityHead } from '../registry/directory/resolve.ts';
import { maySeeLocation, type Scope } from '../scope.ts';
import type { TotalQuery } from './data-query.ts';
import type { Columns, RowHead } from './shape.ts';
import type { Subject } from './subjects.ts';

/** What the rows of an answer are compared with, besides other times. */
export interface Comparison {
  readonly others: OtherEntities;
  readonly aggregation: ComparisonAggregation;
}

type OtherEntities =
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'chosen'; readonly entityIds: readonly string[] };

/** The entities that are compared with: those of the caller, or all others of the organization. */
export interface Others {
  readonly name: string;
  readonly heads: readonly EntityHead[];
  /** Values of too few others are not shown. */
  readonly isPrivate: boolean;
}

/** Fewer than these would show what single locations counted. */
export const fewestOthers = 3;

export function comparisonOf(query: TotalQuery, metrics: readonly AskedMetric[]): Comparison | undefined {
  if (!query.isComparison) return undefined;
  const { comparisonMetaName: name, comparisonMetaValue: value, comparisonEntityIds: entityIds } = query;
  if ((name === undefined) !== (value === undefined))
    throw invalidField('comparisonMetaName', 'A comparison by a custom field needs its name and a value.');
  const kinds: OtherEntities[] = [
    ...(query.isAllComparison ? [{ kind: 'all' } as const] : []),
    ...(name === undefined || value === undefined ? [] : [{ kind: 'field', name, value } as const]),
    ...(entityIds?.length ? [{ kind: 'chosen', entityIds } as const] : []),
  ];
  const [others] = kinds;
  if (!others || kinds.length > 1)
    throw invalidField(
      'isComparison',
      'A comparison needs one of isAllComparison, comparisonMetaName with comparisonMetaValue, and comparisonEntityIds.',
    );
  const aggregation = query.comparisonAggregation ?? comparisonAggregations[0];
  const refused = metrics.find(({ metric }) => !comparisonAggregationsOf(metric).includes(aggregation));
  if (refused)
    throw invalidField('comparisonAggregation', `${refused.metric.label} cannot be compared by ${aggregation}.`);
  return { others, aggregation };
}

export function nameOfOthers(others: OtherEntities, heads: readonly EntityHead[]): string {
  if (others.kind === 'all') return 'All Others in Organization';
  if (others.kind === 'field') return `${others.name}: ${others.value}`;
  const [first] = heads;
  return first && heads.length > 1 ? `${heads.length} ${first.entityType}s` : (first?.name ?? 'None');
}

/** The others in the buckets of a time zone, each cut in its own, as an organization cuts its locations. */
export function besideZone(heads: readonly EntityHead[], timezone: string): Subject[] {
  return heads.map((head) => ({ ...head, timezone, spansZones: true, isJoined: true, parts: [head] }));
}

/** The rows of an answer, and the rows of the others in the same time zone. */
interface Rows {
  readonly heads: readonly RowHead[];
  readonly columns: Columns;
}

export interface Compared {
  /** Row by row beside the results. */
  readonly columns: Columns;
  readonly heads: readonly RowHead[];
  /** Values were withheld, because too few others have any. */
  readonly isWithheld: boolean;
}

/** One value for each row: of the values that the others have in its bucket, each taken once. */
export function compare(
  results: Rows,
  othersIn: ReadonlyMap<string, Rows>,
  { name, isPrivate }: Others,
  { aggregation }: Pick<Comparison, 'aggregation'>,
  scope: Pick<Scope, 'locationIds'>,
): Compared {
  const { columns } = results;
  const byZone = new Map([...othersIn].map(([zone, rows]) => [zone, { ...rows, places: placesOf(rows) }]));
  const names = Object.keys(columns.figures);
  const figures = Object.fromEntries(names.map((each) => [each, new Float64Array(columns.length).fill(Number.NaN)]));
  const completeness = new Float64Array(columns.length).fill(Number.NaN);
  const entities = new Float64Array(columns.length);
  let isWithheld = false;
  for (let row = 0; row < columns.length; row += 1) {
    const others = byZone.get(results.heads[columns.entity[row]!]!.timezone);
    const places = others?.places.get(placeOf(results, row)) ?? [];
    const known = new Set<number>();
    for (const column of names) {
      const values = others?.columns.figures[column];
      const having = places.filter((at) => !Number.isNaN(values![at]!));
      for (const at of having) known.add(at);
      if (having.length === 0) continue;
      const heads = having.map((at) => others!.heads[others!.columns.entity[at]!]!);
      if (isPrivate && isRevealing(heads, scope)) isWithheld = true;
      else
        figures[column]![row] = combined(
          having.map((at) => values![at]!),
          aggregation,
        );
    }
    entities[row] = known.size;
    if (names.some((column) => !Number.isNaN(figures[column]![row]!)))
      completeness[row] = meanCompleteness(others!.columns.completeness, places);
  }
  return {
    columns: { ...columns, figures: { ...figures, entities }, completeness, corrected: undefined },
    heads: results.heads.map((head) => ({ ...head, name, isJoined: true })),
    isWithheld,
  };
}

/** The values of few others, or together with those that the caller knows, of few others that they may not see. */
function isRevealing(heads: readonly Rows['heads'][number][], scope: Pick<Scope, 'locationIds'>): boolean {
  if (heads.length < fewestOthers) return true;
  const unseen = new Set(
    heads.flatMap(({ locationId }) =>
      locationId === undefined || maySeeLocation(scope, locationId) ? [] : locationId,
    ),
  );
  return unseen.size > 0 && unseen.size < fewestOthers;
}

function placesOf(rows: Rows): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let row = 0; row < rows.columns.length; row += 1) {
    const place = placeOf(rows, row);
    const same = places.get(place);
    if (same) same.push(row);
    else places.set(place, [row]);
  }
  return places;
}

/** The bucket of a row, or its place in the week. */
function placeOf({ heads, columns }: Rows, row: number): string {
  const { weekday, hour } = heads[columns.entity[row]!]!;
  return weekday === undefined ? String(columns.start[row]) : `${weekday} ${hour}`;
}

function combined(values: readonly number[], aggregation: ComparisonAggregation): number {
  const sum = () => values.reduce((total, value) => total + value, 0);
  switch (aggregation) {
    case 'avg':
      return fourDecimals(sum() / values.length);
    case 'sum':
      return fourDecimals(sum());
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'median': {
      const sorted = values.toSorted((one, other) => one - other);
      const middle = sorted.length / 2;
      return fourDecimals((sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2);
    }
  }
}

/** Rounded down, like that of a row. */
function meanCompleteness(shares: Float64Array, places: readonly number[]): number {
  const known = places.map((at) => shares[at]!).filter((share) => !Number.isNaN(share));
  const mean = known.reduce((total, share) => total + share, 0) / known.length;
  return Math.floor(mean * 10_000 + 1e-6) / 10_000;
}
