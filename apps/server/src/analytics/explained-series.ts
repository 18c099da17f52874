import type { AmountColumn, ForecastColumn, LevelColumn, SampleColumn } from '@atrium/facts/kind-questions';
import { moneyMeasure } from '@atrium/metrics/base-facts';
import { expectedUntil } from '@atrium/metrics/completeness';
import type { Ask, FactsQuestion } from './filling.ts';
import type { Reading } from './readings.ts';
import { type AskedMember, type AskedSlice, isDue, secondsDue, type Window } from './window.ts';

/** A series that an answer is made of, for one entity, and what it says in the rows shown. */
export interface ExplainedSeries {
  readonly entity: number;
  readonly reading: number;
  readonly member: AskedMember;
  /** The time in which it belongs to the entity, within the period. */
  from: number;
  to: number;
  /** By the columns of the facts, without weights; NaN where nothing was received. */
  readonly values: Record<string, number>;
  received: number;
  expected: number;
  /** Of levels of spaces: how many people were there at the end. */
  people?: number;
}

/** A stretch of a series under a key of the window. */
export interface Part {
  readonly key: number;
  readonly member: AskedMember;
  readonly series: number;
}

/** The series of a window, those without counts because of a correction included, before anything is asked. */
export function seriesIn(
  window: Window,
  readings: readonly Reading[],
  isShown: (cell: number) => boolean,
  now: number,
) {
  const until = expectedUntil(now);
  const found: ExplainedSeries[] = [];
  const parts: Part[] = [];
  const places = new Map<string, number>();
  for (const [key, held] of window.keys.entries()) {
    for (const member of held.members) {
      const { series, wIn, wOut, reversed, excluded } = member;
      const name = [held.reading, held.entity, series, wIn, wOut, reversed, excluded].join(' ');
      const place = places.get(name) ?? places.set(name, places.size).size - 1;
      const { from, to } = member;
      const { entity, reading } = held;
      const own = (found[place] ??= { entity, reading, member, from, to, values: {}, received: 0, expected: 0 });
      own.from = Math.min(own.from, from);
      own.to = Math.max(own.to, to);
      if (isDue(readings[reading]!)) {
        const due = secondsDue({ ...held, members: [member] }, until);
        for (let bucket = 0; bucket < due.length; bucket += 1)
          if (isShown(window.cellOf(key, bucket))) own.expected += due[bucket]!;
      }
      if (!excluded) parts.push({ key, member, series: place });
    }
  }
  return { found, parts };
}

export interface Asking {
  readonly window: Window;
  readonly readings: readonly Reading[];
  readonly parts: readonly Part[];
  readonly isShown: (cell: number) => boolean;
  readonly facts: FactsQuestion;
  readonly ask: Ask;
}

/** Asks for each series on its own. */
export async function askSeries(asking: Asking, found: readonly ExplainedSeries[]): Promise<void> {
  const { readings, window, parts } = asking;
  await Promise.all(
    readings.map(async (reading, at) => {
      const own = parts.filter(({ key }) => window.keys[key]!.reading === at);
      if (own.length > 0) await askers[reading.kind]({ ...asking, parts: own, reading }, found);
    }),
  );
}

interface AskingKind extends Asking {
  readonly reading: Reading;
}

type Asker = (asking: AskingKind, found: readonly ExplainedSeries[]) => Promise<void>;

const askers: Record<Reading['kind'], Asker> = {
  count: async (asking, found) => {
    const { ins, outs } = await tallied(asking, found);
    for (const { series } of asking.parts) {
      const own = found[series]!;
      if (own.received > 0) Object.assign(own.values, { ins: ins[series]!, outs: outs[series]! });
    }
  },

  level: async ({ facts: { org, freshFrom, marks }, ask, ...asking }, found) => {
    const { reading, parts } = asking;
    // Shares and waits are made of all series together: of one alone, it is only known what was received.
    const isWhole = reading.kind === 'level' && !reading.of;
    const columns = [...new Set((isWhole ? reading.columns.values() : []) as Iterable<LevelColumn>), 'got' as const];
    const slices = slicesOf(asking, bySeries);
    const cells = await ask((facts, options) =>
      facts.levels.aggregate(
        { org, slices, freshFrom, marks, columns: [...new Set([...columns, 'last' as const])] },
        options,
      ),
    );
    take(cells, columns, found);
    for (const [row, series] of cells.keys.entries()) {
      if (cells.buckets[row] === 0 && reading.owner === 'space') found[series]!.people = cells.last[row]!;
    }
    for (const series of new Set(parts.map((part) => part.series)))
      found[series]!.received = found[series]!.values.got ?? 0;
  },

  sample: async ({ facts: { org }, ask, ...asking }, found) => {
    const columns = [...new Set(asking.reading.columns.values() as Iterable<SampleColumn>)];
    const slices = slicesOf(asking, bySeries);
    const [cells, signs] = await Promise.all([
      ask((facts, options) => facts.samples.aggregate({ org, slices, columns }, options)),
      ask((facts, options) => facts.heard.aggregate({ org, slices }, options)),
    ]);
    take(cells, columns, found);
    for (const [row, series] of signs.keys.entries())
      if (signs.buckets[row] === 0) found[series]!.received += signs.got[row]!;
    if (!columns.includes('count')) return;
    // Nobody came, and that is known.
    for (const { series } of asking.parts) if (found[series]!.received > 0) found[series]!.values.count ??= 0;
  },

  forecast: async ({ facts: { org }, ask, ...asking }, found) => {
    const { window, parts, isShown, reading } = asking;
    const columns = [...new Set(reading.columns.values() as Iterable<ForecastColumn>)];
    const slices = slicesOf(asking, byPart);
    const cells = await ask((facts, options) => facts.forecasts.aggregate({ org, slices, columns }, options));
    for (const column of columns) {
      for (const [row, value] of cells[column].entries()) {
        const { key, series } = parts[cells.keys[row]!]!;
        if (Number.isNaN(value) || !isShown(window.cellOf(key, cells.buckets[row]!))) continue;
        const { values } = found[series]!;
        values[column] = (values[column] ?? 0) + value;
      }
    }
  },

  // They are computed of the curve of an entity, which is more than its series.
  visit: async (asking, found) => {
    await tallied(asking, found);
  },
  wait: (asking, found) => askers.level(asking, found),

  amount: async ({ facts: { org, moneyUnit }, ask, ...asking }, found) => {
    const { window, parts, isShown, reading } = asking;
    const own = [...new Set(reading.columns.values() as Iterable<AmountColumn>)];
    const slices = slicesOf(asking, byPart);
    const columns = [...own, 'withheld' as const];
    const cells = await ask((facts, options) => facts.amounts.aggregate({ org, slices, columns }, options));
    const cellOf = (row: number) => window.cellOf(parts[cells.keys[row]!]!.key, cells.buckets[row]!);
    const withheld = new Set<number>();
    for (const [row, each] of cells.withheld.entries()) if (each !== 0) withheld.add(cellOf(row));
    const unit = (column: string) => (reading.measure === moneyMeasure && column === 'value' ? moneyUnit : 1);
    for (const column of own) {
      for (const [row, value] of cells[column].entries()) {
        // An amount that a bucket divides is missing there, and with it all that the bucket would have.
        if (!isShown(cellOf(row)) || withheld.has(cellOf(row))) continue;
        const { values } = found[parts[cells.keys[row]!]!.series]!;
        values[column] = (values[column] ?? 0) + value * unit(column);
      }
    }
  },
};

/** What was counted by each series, and in how many seconds. */
async function tallied(
  { window, parts, isShown, facts: { org, freshFrom, marks }, ask }: AskingKind,
  found: readonly ExplainedSeries[],
) {
  const [ins, outs, got] = [0, 1, 2].map(() => new Float64Array(found.length + 1)) as Triple;
  const cellOf = (part: number, bucket: number) =>
    isShown(window.cellOf(parts[part]!.key, bucket)) ? parts[part]!.series : found.length;
  const slices = slicesOf({ window, parts, isShown }, byPart);
  await ask((facts, asking) =>
    facts.tally({ org, slices, freshFrom, marks }, { cellOf, columns: { ins, outs, got } }, asking),
  );
  for (const { series } of parts) found[series]!.received = got[series]!;
  return { ins, outs };
}

type Triple = [Float64Array, Float64Array, Float64Array];

/** Where the answer has a key for each part, to be put into cells here, or for each series, with all rows shown as one bucket. */
type Keyed = 'part' | 'series';
const byPart: Keyed = 'part';
const bySeries: Keyed = 'series';

/** Parts with the same edges and opening hours share a slice. */
function slicesOf(
  { window, parts, isShown }: Pick<Asking, 'window' | 'parts' | 'isShown'>,
  keyed: Keyed,
): AskedSlice[] {
  const slices = new Map<unknown, Map<unknown, Omit<AskedSlice, 'members'> & { members: AskedMember[] }>>();
  for (const [at, { key, member, series }] of parts.entries()) {
    const { edges, open } = window.keys[key]!;
    const shown = (bucket: number) => (isShown(window.cellOf(key, bucket)) ? 0 : 1);
    const buckets = keyed === bySeries ? edges.slice(1).map((_, bucket) => shown(bucket)) : undefined;
    // Rows shown may differ between entities.
    const group: unknown = buckets ? key : edges;
    const byOpen = slices.get(group) ?? slices.set(group, new Map<unknown, never>()).get(group)!;
    const slice = byOpen.get(open) ?? { edges, open, ...(buckets && { buckets }), members: [] };
    byOpen.set(open, slice);
    const weights = keyed === byPart ? { wIn: 1, wOut: 1, weight: 1, reversed: undefined } : {};
    slice.members.push({ ...member, ...weights, key: keyed === byPart ? at : series, unit: 0 });
  }
  return [...slices.values()].flatMap((byOpen) => [...byOpen.values()]);
}

function take(
  cells: { readonly keys: Uint32Array; readonly buckets: Uint32Array },
  columns: readonly string[],
  found: readonly ExplainedSeries[],
): void {
  for (const column of columns) {
    const values = (cells as unknown as Record<string, Float64Array>)[column]!;
    for (const [row, series] of cells.keys.entries())
      if (cells.buckets[row] === 0) found[series]!.values[column] = values[row]!;
  }
}
