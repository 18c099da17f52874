import { checkHistory, checkBlock, checkRawRow } from './checks.ts';
import { writeTombstones, erasuresOver, tombstonesFor } from './erase.ts';
import type { GeneratedHistory } from './generated-history.ts';
import { generatedCount, generatedInserts, generatedRows } from './generated-sql.ts';
import { minuteKind, type Fact, type Kind } from './kinds.ts';
import { sql } from './literals.ts';
import type { CountLines, RawRow } from './rows.ts';
import { insertSettings, type Store } from './store.ts';

export async function append<Row extends Fact>(store: Store, kind: Kind<Row>, rows: readonly Row[]): Promise<void> {
  rows.forEach(kind.check);
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const batch = rows.slice(start, start + MAX_ROWS);
    await insert(store, kind, batch);
    const erasures = await erasuresOver(store, reachOf(batch));
    const tombstones = tombstonesFor(batch, erasures).map(kind.emptied);
    if (tombstones.length > 0) await insert(store, kind, tombstones);
  }
}

export async function appendRaw(store: Store, rows: readonly RawRow[]): Promise<void> {
  rows.forEach(checkRawRow);
  const columns = sql`org, lane, received_at, seq, kind, vendor, decoder, content_type, device, body`;
  const statement = sql`INSERT INTO ${store.tables.raw} (${columns}) ${insertSettings(store)} FORMAT CSV`;
  let lines: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (lines.length > 0) await store.connection.write(statement, Buffer.concat(lines));
    lines = [];
    bytes = 0;
  };
  for (const row of rows) {
    const line = rawLine(row);
    lines.push(line);
    bytes += line.length;
    if (bytes >= MAX_RAW_BYTES) await flush();
  }
  await flush();
}

export async function appendLines(store: Store, { org, ver, blocks }: CountLines): Promise<void> {
  blocks.forEach((block) => checkBlock(org, ver, block));
  const text = blocks.map(({ series, lines }) => framed(lines, `${org},${series},`, `,${ver},0,0`)).join('');
  if (text === '') return;
  const statement = sql`INSERT INTO ${store.tables.minute} (${GENERATED_COLUMNS}) ${insertSettings(store)} FORMAT CSV`;
  await store.connection.write(statement, Buffer.from(text, 'latin1'));
  const [from, to] = [Math.min(...blocks.map((block) => block.from)), Math.max(...blocks.map((block) => block.to))];
  const written = new Set(blocks.map(({ series }) => series));
  for (const erasure of await erasuresOver(store, { orgs: [org], from, to })) {
    if (written.has(erasure.series)) await writeTombstones(store, minuteKind, erasure);
  }
}

/** Every line with something before and after it. */
function framed(lines: string, before: string, after: string): string {
  if (lines === '') return '';
  return `${before}${lines.slice(0, -1).replaceAll('\n', `${after}\n${before}`)}${after}\n`;
}

export async function appendGenerated(store: Store, history: GeneratedHistory): Promise<number> {
  checkHistory(history);
  const first = history.stretches[0];
  const last = history.stretches.at(-1);
  if (!first || !last) return 0;
  const { org, series, as } = history;
  const inserts =
    as === undefined || as.kind === 'part'
      ? [{ kind: { ...minuteKind, columns: GENERATED_COLUMNS }, rows: generatedRows(history) }]
      : generatedInserts({ ...history, as });
  for (const { kind, rows } of inserts) {
    await store.connection.write(sql`INSERT INTO ${store.tables[kind.table]} (${kind.columns})
${insertSettings(store)}
${rows}`);
  }
  for (const erasure of await erasuresOver(store, { orgs: [org], series, from: first.from, to: last.to })) {
    for (const { kind } of inserts) await writeTombstones(store, kind, erasure);
  }
  return generatedCount(history);
}

const GENERATED_COLUMNS = sql`org, series, at, span, ins, outs, ver, gone, flags`;

/** A hundred thousand rows are a good size for one insert and four megabytes in transit. */
const MAX_ROWS = 100_000;
const MAX_RAW_BYTES = 8 * 1024 ** 2;

async function insert<Row extends Fact>(
  store: Store,
  { table, columns, line }: Kind<Row>,
  rows: readonly Row[],
): Promise<void> {
  const statement = sql`INSERT INTO ${store.tables[table]} (${columns}) ${insertSettings(store)} FORMAT CSV`;
  await store.connection.write(statement, Buffer.from(rows.map((row) => `${line(row)}\n`).join('')));
}

function reachOf(rows: readonly Fact[]): { orgs: Set<number>; from: number; to: number } {
  const reach = { orgs: new Set<number>(), from: Infinity, to: 0 };
  for (const { org, at } of rows) {
    reach.orgs.add(org);
    reach.from = Math.min(reach.from, Math.floor(at));
    reach.to = Math.max(reach.to, Math.floor(at) + 1);
  }
  return reach;
}

/** A body may be any bytes: in quotes, CSV only needs quotes doubled. */
function rawLine(row: RawRow): Buffer {
  const head = [row.org, row.lane, (row.receivedAt / 1000).toFixed(3), row.seq];
  const names = [row.kind, row.vendor, row.decoder, row.contentType, row.device].map(quoted);
  const body = quoted(Buffer.from(row.body).toString('latin1'));
  return Buffer.concat([Buffer.from(`${[...head, ...names].join(',')},`), Buffer.from(`${body}\n`, 'latin1')]);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
