import { zoneOf } from '@atrium/calendar/zones';
import { hellaDevice, readDevice } from '@atrium/rules/device-identity';
import { collect, nothing, type Collector, type Counted } from './collector.ts';
import { documentVendor } from './document-vendor.ts';
import { identityIn } from './identity.ts';
import { intervalBetween } from './intervals.ts';
import { localClock, wallOf } from './local-times.ts';
import { isBlank, nameOf, plainValues, writtenCount } from './values.ts';
import { maxRecords, type Decoded, type DecodeContext, type Flaw, type Vendor } from './vendor.ts';

/**
 * The count log of Hella Aglaia sensors, as CSV: a row for each period, which begins at its local time, and two columns for
 * each line and class. Nothing in it names the device: the push key or the address does.
 */
export const hella: Vendor = {
  ...documentVendor(
    { name: 'hella', title: 'Hella Aglaia APS, count log as CSV', generation: 1, contentType: 'text/csv' },
    /^(application\/(csv|octet-stream|vnd\.ms-excel)|text\/(csv|plain))$/,
    decode,
  ),
  addressed,
  identify(body) {
    const identity = identityIn(decode(body, { zoneOf: () => 'UTC' }));
    // When it was is known only with the zone of its location.
    return 'newest' in identity ? { ...identity, newest: null } : identity;
  },
};

function addressed(part: string): string | null {
  return hellaDevice(part.length <= 80 ? readDevice(part) : null);
}

function decode(body: Buffer, context?: DecodeContext): Decoded {
  if (isBlank(body)) return nothing([]);
  const table = readTable(body);
  if (typeof table === 'string') return nothing([table]);
  const timezone = context?.zoneOf(null) ?? null;
  if (timezone === null) return nothing(['unknown_time_zone']);
  const { columns, rows } = table;
  const cellsOf = (name: string) => rows.map((row) => row[columns.indexOf(name)] ?? '');
  const lastSpan = writtenCount(cellsOf('period').at(-1)) ?? 0;
  const walls = cellsOf('timestamp').flatMap((written) => wallOf(written) ?? []);
  const clock = localClock(zoneOf(timezone), { walls, lastSpan, receivedAt: context?.receivedAt });
  return collect((into) => readRows(table, (written) => clock(wallOf(written)), into));
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const maxColumns = 200;
const maxHeader = 20_000;

/** Without quotes that hide a separator: it is the log of a device, with names of lines and numbers in it. */
function readTable(body: Buffer): Table | Flaw {
  const end = body.indexOf('\n');
  const header = body.subarray(0, Math.min(end < 0 ? body.length : end, maxHeader)).toString('utf8');
  const separator = [';', '\t'].find((each) => header.includes(each)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator, maxColumns + 1).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const columns = cellsOf(header.replace(/^\uFEFF/, ''));
  if (!['record_id', 'timestamp', 'period'].every((name) => columns.includes(name))) return 'not_csv';
  if (columns.length > maxColumns) return 'too_wide';
  const rows: string[][] = [];
  for (let from = end + 1; end >= 0 && from < body.length;) {
    const next = body.indexOf('\n', from);
    const line = body
      .subarray(from, next < 0 ? body.length : next)
      .toString('utf8')
      .trim();
    if (line !== '') rows.push(cellsOf(line));
    if (rows.length > maxRecords) return 'too_many_records';
    from = next < 0 ? body.length : next + 1;
  }
  return { columns, rows };
}

/** What a row says of the picture; while the sensor is blind, zero is no count. */
const states: Readonly<Record<string, string>> = { 0: 'ok', 1: 'covered', 3: 'too dark', 5: 'too bright' };

function readRows({ columns, rows }: Table, instantAt: (written: string) => number | null, into: Collector): void {
  const lines = linesIn(columns);
  const column = (name: string) => columns.indexOf(name);
  const [idAt, timeAt, periodAt, statusAt] = [
    column('record_id'),
    column('timestamp'),
    column('period'),
    column('status'),
  ];
  const seen = new Set<string>();
  let state = '';
  for (const row of rows) {
    const id = row[idAt] ?? '';
    if (seen.has(id)) continue;
    seen.add(id);
    const period = writtenCount(row[periodAt]);
    const begin = instantAt(row[timeAt] ?? '');
    const interval = begin === null || period === undefined ? undefined : intervalBetween(begin, begin + period);
    if (!interval) {
      into.flaw('bad_interval');
      continue;
    }
    state = row[statusAt] ?? '0';
    for (const [name, classes] of lines) {
      const counts = countsOf(classes, row);
      const isBlind = state !== '0' && [...counts.values()].every(({ ins, outs }) => !ins && !outs);
      if (isBlind) continue;
      const logic = into.logic(name, name, 'line');
      for (const [measure, counted] of counts) logic.count(measure, interval, counted);
    }
  }
  const seenAs = Object.hasOwn(states, state) ? states[state] : state;
  if (rows.length > 0)
    into.status({ firmware: null, ipAddress: null, config: {}, detail: plainValues({ state: seenAs }) });
}

type Ways = { readonly [Way in 'IN' | 'OUT']?: number };

/** The columns of each line, by class. */
function linesIn(columns: readonly string[]): Map<string, Map<string, Ways>> {
  const lines = new Map<string, Map<string, Ways>>();
  columns.forEach((column, index) => {
    const [, line, of, way] = /^(.{1,100})_(SUM|Adult|Child|Group|Cart)_(IN|OUT)$/i.exec(column) ?? [];
    const name = nameOf(line);
    if (name === undefined || of === undefined || way === undefined) return;
    const classes = lines.get(name) ?? new Map<string, Ways>();
    classes.set(of.toLowerCase(), { ...classes.get(of.toLowerCase()), [way.toUpperCase()]: index });
    lines.set(name, classes);
  });
  return lines;
}

/** People are the sum, or adults and children together; a group or a cart is nobody else. */
function countsOf(classes: ReadonlyMap<string, Ways>, row: readonly string[]): Map<string, Counted> {
  const countOf = (index: number | undefined) => {
    const cell = index === undefined ? '' : (row[index] ?? '');
    return cell === '' ? undefined : (writtenCount(cell) ?? null);
  };
  const counts = new Map<string, Counted>();
  for (const [of, { IN, OUT }] of classes)
    counts.set(of === 'sum' ? 'people' : of, { ins: countOf(IN), outs: countOf(OUT) });
  if (!counts.has('people') && (counts.has('adult') || counts.has('child')))
    counts.set('people', { ins: together(counts, 'ins'), outs: together(counts, 'outs') });
  return counts;
}

function together(counts: ReadonlyMap<string, Counted>, way: 'ins' | 'outs'): number | null | undefined {
  const parts = ['adult', 'child'].map((of) => counts.get(of)?.[way]);
  if (parts.includes(null)) return null;
  const said = parts.filter((part) => part !== undefined && part !== null);
  return said.length === 0 ? undefined : said.reduce((sum, part) => sum + part, 0);
}
