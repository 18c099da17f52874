import { fromEpoch, parseTimestamp, type Timestamp } from '@atrium/calendar/timestamps';
import { csvDelimiters, type FieldPath, type MappedLine, mappingLimits, type MappingSpec } from '@atrium/rules/mapping';
import { writtenCount } from '../vendors/values.ts';
import { deviceNamed } from './decode-mapped.ts';
import { type Document, readDocument } from './document.ts';
import { means } from './field-names.ts';
import { fieldOf, recordsAt } from './fields.ts';
import { guessLines } from './guess-lines.ts';
import { outlineOf, type OutlineNode } from './outline.ts';

/** What was assumed because the body does not say it. */
export type Assumption = 'no-count' | 'no-device' | 'no-time' | 'interval' | 'zone' | 'cumulative';

export interface Guess {
  readonly spec: MappingSpec;
  readonly assumed: readonly Assumption[];
}

/** A mapping that fits a body, as far as names and values tell. */
export function guessMapping(body: Buffer, wanted?: MappingSpec['format']): Guess {
  const written = wanted === undefined || wanted === 'csv' ? formatOf(body) : { ...formatOf(body), format: wanted };
  // Larger bodies are decoded, but nobody teaches from them.
  const isLarge = body.length > mappingLimits.bodyBytes;
  return guessIn(written, isLarge ? { ok: false, flaw: 'too_wide' } : readDocument(body, written));
}

function guessIn(written: Pick<MappingSpec, 'format' | 'csv'>, document: Document): Guess {
  const outline = document.ok ? outlineOf(document.top) : [];
  const leaves = outline.filter(({ kind }) => kind === 'value');
  const found = guessLines(leaves);
  const records = recordsOf(outline, found, written.format);
  const rows = document.ok ? (recordsAt(document.top, records) ?? []).slice(0, 50) : [];
  const valuesOf = (path: FieldPath) => rows.map((row) => fieldOf(row, records, path));
  const lines = named(found, leaves, records).map((line) => withDirections(line, valuesOf));
  const time = guessTime(leaves, records, valuesOf);
  const isGrowing = lines.some(({ ins, outs, direction }) =>
    [ins, outs, direction?.count ?? null].some((path) => path?.some((key) => means(key, 'cumulative'))),
  );
  const isDated = time.fields.length > 0;
  const device = guessDevice(leaves, lines);
  const interval = guessInterval(leaves, time, valuesOf);
  const counting = isGrowing || !isDated ? 'cumulative' : 'interval';
  const { isAssumed, ...length } = interval;
  const { end, ...read } = time;
  const assumed: Assumption[] = [
    ...(lines.length === 0 ? (['no-count'] as const) : []),
    ...(device === null ? (['no-device'] as const) : []),
    ...(isDated ? [] : (['no-time'] as const)),
    ...(counting === 'interval' && isAssumed && !time.end ? (['interval'] as const) : []),
    ...(counting === 'cumulative' ? (['cumulative'] as const) : []),
    ...(read.zone === 'location' && isDated ? (['zone'] as const) : []),
  ];
  return {
    assumed,
    spec: {
      ...written,
      records,
      device,
      numbers: 'custom',
      lines,
      counting,
      modulus: null,
      time: read,
      interval: end ? { kind: 'end', field: end } : length.interval,
      status: leaves
        .filter(({ path }) => /firmware|fwver|battery|version/i.test(path.at(-1) ?? ''))
        .slice(0, 5)
        .map(({ path, name }) => ({ name: /firmware|fwver|version/i.test(name) ? 'firmware' : name, field: path })),
    },
  };
}

/** By its first character; what is neither JSON nor XML is a table. */
function formatOf(body: Buffer): Pick<MappingSpec, 'format' | 'csv'> {
  const text = body
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  const [first = ''] = text.split(/\r?\n/, 1);
  const counts = csvDelimiters.map((delimiter) => first.split(delimiter).length);
  const delimiter = csvDelimiters[counts.indexOf(Math.max(...counts))] ?? ',';
  const cells = first.split(delimiter).map((cell) => cell.trim().replaceAll('"', ''));
  const header = !cells.some((cell) => writtenCount(cell) !== undefined || parseTimestamp(cell) !== null);
  const format = /^[{[]/.test(text) ? 'json' : text.startsWith('<') ? 'xml' : 'csv';
  return { format, csv: { delimiter, header } };
}

/** The innermost list around the counts; in XML the element around them, because there may be several next time. */
function recordsOf(
  outline: readonly OutlineNode[],
  lines: readonly MappedLine[],
  format: MappingSpec['format'],
): FieldPath {
  const counts = lines.flatMap(({ ins, outs, level, direction }) => [ins, outs, level, direction?.count ?? null]);
  const paths = counts.filter((path) => path !== null);
  const lists = outline.filter(({ kind }) => kind === 'list').map(({ path }) => path);
  const around = lists.filter((list) => paths.length > 0 && paths.every((path) => isWithin(path, list)));
  const innermost = around.toSorted((a, b) => b.length - a.length)[0];
  if (innermost && innermost.length > 0) return innermost;
  if (format !== 'xml' || paths.length === 0) return [];
  const shared = paths.reduce(
    (one, other) => one.slice(0, one.findIndex((key, i) => key !== other[i]) >>> 0),
    paths[0]!,
  );
  return paths.some((path) => path.length === shared.length) ? shared.slice(0, -1) : shared;
}

function isWithin(path: FieldPath, list: FieldPath): boolean {
  return path.length > list.length && list.every((key, index) => key === path[index]);
}

/** One line whose name is in the record gets it from there. */
function named(lines: readonly MappedLine[], leaves: readonly OutlineNode[], records: FieldPath): MappedLine[] {
  const [only] = lines;
  if (lines.length !== 1 || !only) return lines.slice(0, mappingLimits.lines);
  const used = [only.ins, only.outs, only.level, only.direction?.count, only.direction?.field];
  const field = leaves.find(
    ({ path, name }) =>
      isWithin(path, records) &&
      records.length > 0 &&
      means(name, 'line') &&
      !means(name, 'device') &&
      !used.includes(path),
  );
  return [{ ...only, nameField: field?.path ?? null }];
}

function withDirections(line: MappedLine, valuesOf: (path: FieldPath) => unknown[]): MappedLine {
  const { direction } = line;
  if (!direction) return line;
  const texts = [...new Set(valuesOf(direction.field).map(String))];
  const ins = texts.find((text) => means(text, 'ins')) ?? direction.ins;
  const outs = texts.find((text) => means(text, 'outs')) ?? direction.outs;
  return { ...line, direction: { ...direction, ins, outs } };
}

function guessDevice(leaves: readonly OutlineNode[], lines: readonly MappedLine[]): FieldPath | null {
  const names = new Set(lines.map(({ nameField }) => nameField?.join('\n')));
  const able = leaves.filter(
    ({ path, sample }) => !names.has(path.join('\n')) && deviceNamed(sample, 'custom') !== null,
  );
  const addressed = able.find(({ sample }) => deviceNamed(sample, 'custom')?.includes(':') === false);
  if (addressed) return addressed.path;
  const said = able.filter(({ path }) => path.slice(-2).some((key) => means(key, 'device')));
  return (
    (said.find(({ name }) => means(name, 'device')) ?? said.find(({ name }) => /^@?id$/i.test(name)))?.path ?? null
  );
}

interface GuessedTime {
  readonly fields: readonly FieldPath[];
  readonly dayFirst: boolean;
  readonly zone: string;
  readonly end: FieldPath | null;
}

function guessTime(
  leaves: readonly OutlineNode[],
  records: FieldPath,
  valuesOf: (path: FieldPath) => unknown[],
): GuessedTime {
  const timed = leaves.flatMap((leaf) => {
    const read = readTime(leaf.sample ?? '');
    const isTime = (['time', 'date', 'start', 'end'] as const).some((meaning) =>
      leaf.path.slice(-2).some((key) => means(key, meaning)),
    );
    return read && isTime ? [{ ...leaf, read, isInside: isWithin(leaf.path, records) }] : [];
  });
  const whole = timed
    .filter(({ read }) => read.kind !== 'day')
    .toSorted((a, b) => Number(b.isInside) - Number(a.isInside));
  const start = whole.find(({ name }) => means(name, 'start'));
  const end = whole.find(({ name }) => means(name, 'end'));
  const single = start ?? whole.find(({ name }) => means(name, 'time') || means(name, 'date')) ?? end ?? whole[0];
  const day = timed.find(({ read }) => read.kind === 'day');
  const clock = leaves.find(({ sample }) => /^\d{1,2}:\d\d(:\d\d)?$/.test(sample ?? ''));
  const fields = single ? [single.path] : day && clock ? [day.path, clock.path] : [];
  const texts = fields.flatMap((path) => valuesOf(path)).map(String);
  const dayFirst = texts.some((text) => Number(/^(\d\d?)\/\d\d?\/\d{4}/.exec(text)?.[1] ?? 0) > 12);
  const isLocal = fields.length === 2 || single?.read.kind === 'local';
  return {
    fields,
    dayFirst,
    zone: isLocal ? 'location' : 'offset',
    end: start && end && start !== end ? end.path : null,
  };
}

function readTime(text: string): Timestamp | null {
  return /^\d+(\.\d+)?$/.test(text) && Number(text) > 1e9
    ? fromEpoch(Number(text))
    : parseTimestamp(text, { dayFirst: true });
}

function guessInterval(
  leaves: readonly OutlineNode[],
  { fields }: GuessedTime,
  valuesOf: (path: FieldPath) => unknown[],
) {
  const [only] = fields;
  const stamp = only && means(only.at(-1) ?? '', 'start') ? ('start' as const) : ('end' as const);
  const length = leaves.find(({ name, sample }) => means(name, 'length') && (writtenCount(sample) ?? 0) > 0);
  if (length) return { isAssumed: false, interval: { kind: 'length' as const, field: length.path, stamp } };
  const instants = (fields.length === 1 && only ? valuesOf(only) : []).flatMap((value) => {
    const read = readTime(String(value));
    return read?.kind === 'instant' ? read.seconds : read?.kind === 'local' ? read.wall : [];
  });
  const steps = [...new Set(instants)].toSorted((a, b) => a - b).map((at, index, all) => at - (all[index - 1] ?? at));
  const shortest = Math.min(...steps.filter((step) => step >= 1));
  const isSeen = shortest <= 86_400;
  return {
    isAssumed: !isSeen,
    interval: { kind: 'fixed' as const, seconds: isSeen ? Math.round(shortest) : 900, stamp },
  };
}
