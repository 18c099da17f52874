import { type Zone, zoneOf } from '@atrium/calendar/zones';
import { correctedTexts } from './corrected-rows.ts';
import type { DataReply } from './serialize.ts';
import { type Columns, plainHeadOf, type RowHead } from './shape.ts';

/** The results of a data call as columns of one type each. */
export interface Table {
  readonly length: number;
  readonly columns: readonly TableColumn[];
}

export type TableColumn = DateColumn | TextColumn | NumberColumn;

export interface DateColumn {
  readonly kind: 'date';
  readonly name: string;
  /** Epoch seconds; NaN for none. */
  readonly values: Float64Array;
  /** Dates of an organization across time zones are local, read here and written without a zone. */
  readonly zone: Zone | undefined;
  readonly hasTime: boolean;
}

/** Few texts, repeated in many rows. */
export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  readonly texts: readonly (string | null)[];
  readonly text: Uint32Array;
}

export interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  /** NaN for none. */
  readonly values: Float64Array;
}

/**
 * The columns of a row in the order of JSON; those of earlier windows and of other entities follow with a prefix. Rows of a
 * total are not dated.
 */
export function tableOf(reply: DataReply, isTotal = false): Table {
  const { entities, results, previousResults, trendResults = [], comparisonResults: others } = reply;
  const earlier = [
    ...(previousResults ? [{ prefix: 'previous', columns: previousResults }] : []),
    ...trendResults.map((window, at) => ({ prefix: `ago${at + 1}`, columns: window.results })),
  ];
  const { entity } = results;
  const isDated = !isTotal && entities[0]?.weekday === undefined;
  const dates = dateColumns(reply);
  return {
    length: entity.length,
    columns: [
      ...(isDated ? [dates('recordDate', results)] : []),
      ...headColumns(entities, entity),
      ...figureColumns(results, (name) => name),
      ...earlier.flatMap(({ prefix, columns }) => [
        ...(isDated ? [dates(named(prefix, 'recordDate'), columns)] : []),
        ...figureColumns(columns, (name) => named(prefix, name)),
      ]),
      ...(others ? figureColumns(others.columns, (name) => named('others', name)) : []),
    ],
  };
}

/** `previousSumins`. */
function named(prefix: string, name: string): string {
  return `${prefix}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function dateColumns({ entities, byDay, inUtc }: DataReply) {
  const [first] = entities;
  const zone = first?.spansZones && !inUtc ? zoneOf(first.timezone) : undefined;
  return (name: string, { start }: Columns): DateColumn => ({
    kind: 'date',
    name,
    values: start,
    zone,
    hasTime: !zone || !byDay,
  });
}

const noHead = { entityId: '', name: '', timezone: '' };

function headColumns(entities: readonly RowHead[], entity: Uint32Array): TableColumn[] {
  const heads = entities.map(flatHeadOf);
  const names = new Map<string, FlatValue>(Object.entries(heads[0] ?? noHead));
  // Not every row has everything that was asked for: several entities in one row have no location.
  for (const head of heads) for (const name in head) if (!names.has(name)) names.set(name, head[name]!);
  return [...names].map(([name, first]): TableColumn => {
    if (typeof first === 'number')
      return { kind: 'number', name, values: Float64Array.from(entity, (place) => heads[place]![name] as number) };
    const values = heads.map((head) => (head[name] ?? null) as string | null);
    return { kind: 'text', name, ...distinct(values, entity) };
  });
}

type FlatValue = string | number | null;

/** What JSON nests has columns of its own: `locationId` and `locationName`, and `meta.` with the name of a custom field. */
function flatHeadOf({ details: { meta = {}, ...above } = {}, ...head }: RowHead): Record<string, FlatValue> {
  return {
    ...plainHeadOf(head),
    ...Object.fromEntries(
      Object.entries(above).flatMap(([kind, { id, name }]) => [
        [`${kind}Id`, id],
        [`${kind}Name`, name],
      ]),
    ),
    ...Object.fromEntries(Object.entries(meta).map(([field, value]) => [`meta.${field}`, value])),
  };
}

/** Each text once: rows of a folded answer have heads of their own. */
function distinct(values: readonly (string | null)[], entity: Uint32Array): Pick<TextColumn, 'texts' | 'text'> {
  const places = new Map<string | null, number>();
  const placeOf = values.map((value) => places.get(value) ?? places.set(value, places.size).size - 1);
  return { texts: [...places.keys()], text: entity.map((head) => placeOf[head]!) };
}

function figureColumns({ figures, completeness, corrected }: Columns, nameOf: (name: string) => string): TableColumn[] {
  const numbers = Object.entries({ ...figures, completeness });
  return [
    ...numbers.map(([name, values]): TableColumn => ({ kind: 'number', name: nameOf(name), values })),
    ...(corrected
      ? [{ kind: 'text' as const, name: nameOf('corrected'), texts: correctedTexts, text: Uint32Array.from(corrected) }]
      : []),
  ];
}
