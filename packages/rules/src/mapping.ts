import { isZone } from '@atrium/calendar/zones';
import type { DeviceVendor } from './device-identity.ts';
import { problemIf, type Problem } from './problem.ts';

/**
 * How the bodies of a sensor that no vendor decoder reads are turned into readings. It only names fields: nothing in it is
 * executed. Paths are the keys from the top of the body, without positions in the list of records; an attribute of XML is
 * `@name`, a column of CSV its header or its position from 0.
 */
export type FieldPath = readonly string[];

export const mappingFormats = ['json', 'xml', 'csv'] as const;
export const csvDelimiters = [',', ';', '\t', '|'] as const;

export interface MappingSpec {
  readonly format: (typeof mappingFormats)[number];
  /** How CSV is written; ignored for the other formats. */
  readonly csv: { readonly delimiter: (typeof csvDelimiters)[number]; readonly header: boolean };
  /** Where the records are; empty when the body itself is the record or the list of them. */
  readonly records: FieldPath;
  /** The field that says who the device is; null when the push address or the push key does. */
  readonly device: FieldPath | null;
  /** Whose numbers they are, where it is no MAC address or EUI-64. */
  readonly numbers: DeviceVendor;
  readonly lines: readonly MappedLine[];
  /** What was counted in an interval, or counters that only grow. */
  readonly counting: 'interval' | 'cumulative';
  /** Where a counter starts again at zero by its size; null when it is too large to matter. */
  readonly modulus: number | null;
  readonly time: MappedTime;
  readonly interval: MappedInterval;
  /** Shown with the sensor, never counted. */
  readonly status: readonly { readonly name: string; readonly field: FieldPath }[];
}

/** A line or zone: its name, and the fields with its counts. */
export interface MappedLine {
  readonly name: string;
  /** The field with its name, where every record belongs to a line of its own. */
  readonly nameField: FieldPath | null;
  readonly ins: FieldPath | null;
  readonly outs: FieldPath | null;
  readonly level: FieldPath | null;
  /** One field counts both directions, and another one says which; the texts compare without case. */
  readonly direction: {
    readonly count: FieldPath;
    readonly field: FieldPath;
    readonly ins: string;
    readonly outs: string;
  } | null;
}

export interface MappedTime {
  /** One field, or a date and a time of day. Empty: the moment when the body was received. */
  readonly fields: readonly FieldPath[];
  /** Of `3/4/2026`: 3 April instead of March 4. */
  readonly dayFirst: boolean;
  /** Where a time without an offset is local: `offset` when all have one, `location`, or the name of a zone. */
  readonly zone: string;
}

export type MappedInterval =
  | { readonly kind: 'fixed'; readonly seconds: number; readonly stamp: 'start' | 'end' }
  /** A field with the seconds. */
  | { readonly kind: 'length'; readonly field: FieldPath; readonly stamp: 'start' | 'end' }
  /** The time is the beginning, and this field the end. */
  | { readonly kind: 'end'; readonly field: FieldPath };

export const mappingLimits = {
  pathDepth: 12,
  keyCharacters: 100,
  lines: 16,
  status: 20,
  nameCharacters: 100,
  /** Bytes of a pasted body. */
  bodyBytes: 256 * 1024,
  /** Of an organization, retired ones included. */
  mappings: 100,
  /** Every version has its own rank among the facts. */
  versions: 250,
} as const;

export const mappingTexts = {
  name: 'Name is required',
  nameLong: `Name must have at most ${mappingLimits.nameCharacters} characters`,
  nameLine: 'Name must be on one line',
  depth: `A field can be at most ${mappingLimits.pathDepth} levels deep`,
  key: `A field name must have 1 to ${mappingLimits.keyCharacters} characters`,
  forbiddenKey: 'A field cannot have this name',
  noLines: 'Choose a field with a count or a level',
  manyLines: `A mapping has at most ${mappingLimits.lines} lines`,
  lineName: 'Name the line, or choose the field with its name',
  sameLine: 'Two lines have the same name',
  manyStatus: `A mapping shows at most ${mappingLimits.status} status fields`,
  direction: 'The texts for in and out must be different',
  timeFields: 'The time is one field, or a date and a time of day',
  received: 'Choose the time: only counters and levels can be dated when they are received',
  zone: 'Choose a time zone',
  seconds: 'The interval must be 1 second to 24 hours long',
  modulus: 'The counter size must be 2 to 4,294,967,296',
  tooMany: `This organization has ${mappingLimits.mappings} taught sensors`,
  manyVersions: `This has ${mappingLimits.versions} versions. Teach the sensor again under a new name`,
  large: 'This body is too large to teach from. Use one of at most 256 KB',
} as const;

export function mappingNameProblems(name: string): Problem[] {
  if (name === '') return [{ path: 'name', message: mappingTexts.name }];
  return [
    ...problemIf(name.length > mappingLimits.nameCharacters, 'name', mappingTexts.nameLong),
    ...problemIf(/\p{Cc}/u.test(name), 'name', mappingTexts.nameLine),
  ];
}

export function mappingProblems(spec: MappingSpec): Problem[] {
  const { lines, time, interval, modulus, status } = spec;
  return [
    ...pathProblems(spec),
    ...problemIf(lines.length === 0 || lines.some((line) => !isCounting(line)), 'lines', mappingTexts.noLines),
    ...problemIf(lines.length > mappingLimits.lines, 'lines', mappingTexts.manyLines),
    ...problemIf(
      lines.some(({ name, nameField }) => nameField === null && !isName(name)),
      'lines',
      mappingTexts.lineName,
    ),
    ...problemIf(hasSameName(lines), 'lines', mappingTexts.sameLine),
    ...problemIf(
      lines.some(({ direction }) => direction && sameText(direction.ins, direction.outs)),
      'lines',
      mappingTexts.direction,
    ),
    ...problemIf(
      status.length > mappingLimits.status || status.some(({ name }) => !isName(name)),
      'status',
      mappingTexts.manyStatus,
    ),
    ...problemIf(time.fields.length > 2, 'time', mappingTexts.timeFields),
    ...problemIf(time.fields.length === 0 && needsInterval(spec), 'time', mappingTexts.received),
    ...problemIf(!['offset', 'location'].includes(time.zone) && !isZone(time.zone), 'zone', mappingTexts.zone),
    ...problemIf(
      interval.kind === 'fixed' && !(interval.seconds >= 1 && interval.seconds <= 86_400),
      'interval',
      mappingTexts.seconds,
    ),
    ...problemIf(modulus !== null && !(modulus >= 2 && modulus <= 2 ** 32), 'modulus', mappingTexts.modulus),
  ];
}

/** Whether any of its counts belongs to an interval. */
export function needsInterval({ counting, lines }: Pick<MappingSpec, 'counting' | 'lines'>): boolean {
  return counting === 'interval' && lines.some(({ ins, outs, direction }) => ins || outs || direction);
}

export function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isCounting({ ins, outs, level, direction }: MappedLine): boolean {
  return [ins, outs, level, direction].some((each) => each !== null);
}

function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= mappingLimits.nameCharacters && !/\p{C}/u.test(name);
}

function hasSameName(lines: readonly MappedLine[]): boolean {
  const names = lines.filter(({ nameField }) => nameField === null).map(({ name }) => name.trim().toLowerCase());
  return new Set(names).size < names.length;
}

/** Every field that a mapping names, and where it names it. */
function fieldsOf({ records, device, lines, time, interval, status }: MappingSpec): [string, FieldPath | null][] {
  return [
    ['records', records],
    ['device', device],
    ...lines.flatMap(({ nameField, ins, outs, level, direction }): [string, FieldPath | null][] =>
      [nameField, ins, outs, level, direction?.count ?? null, direction?.field ?? null].map((path) => ['lines', path]),
    ),
    ...time.fields.map((path): [string, FieldPath] => ['time', path]),
    ...(interval.kind === 'fixed' ? [] : [['interval', interval.field] satisfies [string, FieldPath]]),
    ...status.map(({ field }): [string, FieldPath] => ['status', field]),
  ];
}

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function pathProblems(spec: MappingSpec): Problem[] {
  const found = new Map<string, Problem>();
  for (const [path, field] of fieldsOf(spec)) {
    for (const problem of field === null ? [] : problemsOfField(path, field)) found.set(problem.path, problem);
  }
  return [...found.values()];
}

function problemsOfField(path: string, field: FieldPath): Problem[] {
  return [
    ...problemIf(field.length > mappingLimits.pathDepth, path, mappingTexts.depth),
    ...problemIf(
      field.some((key) => key === '' || key.length > mappingLimits.keyCharacters),
      path,
      mappingTexts.key,
    ),
    ...problemIf(
      field.some((key) => forbiddenKeys.has(key)),
      path,
      mappingTexts.forbiddenKey,
    ),
  ];
}
