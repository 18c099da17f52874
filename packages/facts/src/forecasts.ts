import { append } from './append.ts';
import { checkSlices } from './check-kinds.ts';
import { check } from './checks.ts';
import type { ForecastFacts, NewForecast } from './facts-interface.ts';
import { forecastBands, forecastValues, staleStatement } from './forecast-sql.ts';
import type { Range } from './generated-history.ts';
import { cellsFrom, type CellPart } from './kind-cells.ts';
import { planKind, portionsOf } from './kind-plan.ts';
import type { Cells, ForecastColumn, ForecastMember, ForecastQuestion } from './kind-questions.ts';
import { forecastKind } from './kinds.ts';
import type { QueryOptions, Slice } from './question.ts';
import { MAX_AMOUNT_SPAN } from './rows.ts';
import { insertSettings, type Store } from './store.ts';

export function openForecasts(store: Store): ForecastFacts {
  return {
    append: (rows) => append(store, forecastKind, rows),
    replace: (forecast) => replace(store, forecast),
    aggregate: (question, asking) => aggregate(store, question, asking),
  };
}

/** First the rows: a reader in between sees old hours beside new ones, never none. */
async function replace(store: Store, { rows, ...forecast }: NewForecast): Promise<void> {
  checkNewForecast({ rows, ...forecast });
  await append(store, forecastKind, rows);
  if (forecast.series.length === 0) return;
  await store.connection.write(staleStatement(store.tables, insertSettings(store), forecast));
}

export function checkNewForecast({ org, series, from, ver, rows }: NewForecast): void {
  const ours = new Set(series);
  for (const row of rows) {
    check(row.org === org && ours.has(row.series), 'series', row.series);
    check(row.at >= from && row.ver === ver, 'start of forecast', row.at);
  }
}

async function aggregate<Column extends ForecastColumn>(
  store: Store,
  { org, slices, columns, limits }: ForecastQuestion<Column>,
  { signal }: QueryOptions = {},
): Promise<Cells<Column>> {
  checkSlices(org, slices);
  const reading = { signal, limits };
  const parts: CellPart<ForecastColumn>[] = [];
  if (columns.some((column) => column === 'ins' || column === 'outs'))
    parts.push(...(await valuesOf(store, org, slices, reading)));
  if (columns.some((column) => column !== 'ins' && column !== 'outs'))
    parts.push(...(await bandsOf(store, org, slices, reading)));
  return cellsFrom(columns, parts);
}

type Reading = QueryOptions & Pick<ForecastQuestion, 'limits'>;
type Slices = readonly Slice<ForecastMember>[];

async function valuesOf(
  { connection, tables }: Store,
  org: number,
  slices: Slices,
  reading: Reading,
): Promise<CellPart<ForecastColumn>[]> {
  const parts: CellPart<ForecastColumn>[] = [];
  for (const portion of portionsOf(membersWho(slices, 'values'))) {
    const planned = planKind({ org, ...portion }, likeWeights);
    if (planned.plan.scans.length === 0) continue;
    const { sql, keys, scales } = forecastValues(tables, planned);
    const [of, buckets, ins, outs] = await connection.read(sql, ['UInt16', 'UInt32', 'Float64', 'Float64'], reading);
    const columns = { ins: ins.map((sum) => sum / scales.ins), outs: outs.map((sum) => sum / scales.outs) };
    parts.push({ keys, of, buckets, firstBucket: portion.firstBucket, columns });
  }
  return parts;
}

const bandTypes = [
  'UInt16',
  'UInt32',
  'Float64',
  'Float64',
  'Float64',
  'Float64',
  'UInt32',
  'UInt32',
  'UInt32',
] as const;

async function bandsOf(
  { connection, tables }: Store,
  org: number,
  slices: Slices,
  reading: Reading,
): Promise<CellPart<ForecastColumn>[]> {
  const parts: CellPart<ForecastColumn>[] = [];
  for (const slice of inOneSlice(membersWho(slices, 'bands'))) {
    for (const portion of portionsOf([slice])) {
      const [{ edges, buckets: numbers, open }] = portion.slices as [Slice<ForecastMember>];
      const positionOf = positionsOf(edges, numbers);
      const spans = [...new Set(edges.slice(1).map((edge, at) => edge - edges[at]!))].filter(
        (span) => span <= MAX_AMOUNT_SPAN,
      );
      const planned = planKind({ org, ...portion }, likeWeights);
      if (planned.plan.scans.length === 0 || spans.length === 0) continue;
      const { sql, keys, scales } = forecastBands(tables, planned, spans);
      const [of, buckets, lowIns, highIns, lowOuts, highOuts, starts, lengths, rows] = await connection.read(
        sql,
        bandTypes,
        reading,
      );
      const isBucket = (row: number) => {
        const position = positionOf.get(buckets[row]!);
        const from = starts[row]!;
        const to = from + lengths[row]!;
        if (rows[row] !== 1 || position === undefined) return false;
        return edges[position] === from && edges[position + 1] === to && isWhollyOpen(open, from, to);
      };
      const given = (column: Float64Array, scale: number) =>
        column.map((sum, row) => (isBucket(row) ? sum / scale : Number.NaN));
      const columns = {
        lowins: given(lowIns, scales.ins),
        highins: given(highIns, scales.ins),
        lowouts: given(lowOuts, scales.outs),
        highouts: given(highOuts, scales.outs),
      };
      parts.push(onlyGiven({ keys, of, buckets, firstBucket: portion.firstBucket, columns }));
    }
  }
  return parts;
}

/** A cell without a band is no cell. */
function onlyGiven(part: CellPart<ForecastColumn>): CellPart<ForecastColumn> {
  const { lowins } = part.columns;
  const isGiven = (_: number, row: number) => !Number.isNaN(lowins![row]!);
  const columns = Object.entries(part.columns).map(([name, values]) => [name, values.filter(isGiven)] as const);
  return {
    ...part,
    of: part.of.filter(isGiven),
    buckets: part.buckets.filter(isGiven),
    columns: Object.fromEntries(columns),
  };
}

/** Where the interval of each bucket is among the edges; none for a bucket of several intervals. */
export function positionsOf(
  edges: readonly number[],
  buckets: readonly number[] | undefined,
): ReadonlyMap<number, number | undefined> {
  const positions = new Map<number, number | undefined>();
  for (let at = 0; at + 1 < edges.length; at += 1) {
    const bucket = buckets?.[at] ?? at;
    positions.set(bucket, positions.has(bucket) ? undefined : at);
  }
  return positions;
}

export function isWhollyOpen(open: readonly Range[] | undefined, from: number, to: number): boolean {
  return !open || open.some((hours) => hours.from <= from && to <= hours.to);
}

export function membersWho(slices: Slices, give: 'values' | 'bands'): Slice<ForecastMember>[] {
  return slices.map((slice) => ({
    ...slice,
    members: slice.members.filter(({ gives }) => gives === 'both' || gives === give),
  }));
}

/** Keys with members in several slices have no band: it would be one of a part. */
export function inOneSlice(slices: Slices): Slice<ForecastMember>[] {
  const counts = new Map<number, number>();
  for (const { members } of slices)
    for (const key of new Set(members.map((member) => member.key))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return slices.map((slice) => ({ ...slice, members: slice.members.filter(({ key }) => counts.get(key) === 1) }));
}

function likeWeights({ key, wIn, wOut }: ForecastMember): string {
  return `${key} ${wIn} ${wOut}`;
}
