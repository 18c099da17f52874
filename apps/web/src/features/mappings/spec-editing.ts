import type { OutlineNode } from '@atrium/contract/mappings';
import type { FieldPath, MappedLine, MappingSpec } from '@atrium/rules/mapping';
import { texts } from './texts.ts';

/** What a field of a message can mean. */
export type FieldRole = Exclude<keyof typeof texts.roles, 'none'>;

export const fieldRoles = Object.keys(texts.roles).filter((role) => role !== 'none') as FieldRole[];

export function samePath(one: FieldPath | null | undefined, other: FieldPath | null | undefined): boolean {
  return !!one && !!other && one.length === other.length && one.every((key, index) => key === other[index]);
}

export function pathText(path: FieldPath): string {
  return path.join(' › ');
}

interface Meaning {
  readonly role: FieldRole;
  /** Of a count: the line it belongs to. */
  readonly line?: MappedLine;
}

/** Everything that a field means in a mapping. */
export function meaningsOf(spec: MappingSpec, path: FieldPath): Meaning[] {
  const { device, lines, time, interval, status } = spec;
  const found: Meaning[] = [];
  for (const line of lines) {
    if (samePath(line.ins, path) || samePath(line.direction?.count, path)) found.push({ role: 'ins', line });
    if (samePath(line.outs, path)) found.push({ role: 'outs', line });
    if (samePath(line.level, path)) found.push({ role: 'level', line });
    if (samePath(line.direction?.field, path)) found.push({ role: 'direction', line });
    if (samePath(line.nameField, path)) found.push({ role: 'name' });
  }
  if (samePath(time.fields[0], path)) found.push({ role: 'time' });
  if (samePath(time.fields[1], path)) found.push({ role: 'clock' });
  if (interval.kind !== 'fixed' && samePath(interval.field, path))
    found.push({ role: interval.kind === 'end' ? 'end' : 'length' });
  if (samePath(device, path)) found.push({ role: 'device' });
  if (status.some(({ field }) => samePath(field, path))) found.push({ role: 'status' });
  return found;
}

/** A mapping in which a field means something else; counts belong to the line at `index`. */
export function withMeaning(
  spec: MappingSpec,
  path: FieldPath,
  role: FieldRole,
  index: number,
  outline: readonly OutlineNode[],
): MappingSpec {
  const cleared = withoutMeaning(spec, path);
  const around = cleared.records.every((key, depth) => key === path[depth]);
  switch (role) {
    case 'ins':
    case 'outs':
    case 'level': {
      const changed = onLine(cleared, index, (line) => ({
        ...line,
        [role]: path,
        ...(role !== 'level' && { direction: null }),
      }));
      return around && cleared.records.length > 0 ? changed : { ...changed, records: listAround(path, outline) };
    }
    case 'direction':
      return onLine(cleared, index, (line) => ({
        ...line,
        ins: null,
        outs: null,
        direction: {
          count: line.direction?.count ?? line.ins ?? line.outs ?? path,
          field: path,
          ins: 'in',
          outs: 'out',
        },
      }));
    case 'name':
      return onLine(cleared, index, (line) => ({ ...line, nameField: path }));
    case 'time':
      return { ...cleared, time: { ...cleared.time, fields: [path, ...cleared.time.fields.slice(1)] } };
    case 'clock':
      return { ...cleared, time: { ...cleared.time, fields: [...cleared.time.fields.slice(0, 1), path] } };
    case 'end':
      return { ...cleared, interval: { kind: 'end', field: path } };
    case 'length':
      return { ...cleared, interval: { kind: 'length', field: path, stamp: 'end' } };
    case 'device':
      return { ...cleared, device: path };
    case 'status':
      return { ...cleared, status: [...cleared.status, { name: path.at(-1)?.replace(/^@/, '') ?? '', field: path }] };
  }
}

const anInterval = { kind: 'fixed', seconds: 900, stamp: 'end' } as const;

export function withoutMeaning(spec: MappingSpec, path: FieldPath): MappingSpec {
  const unless = (field: FieldPath | null) => (samePath(field, path) ? null : field);
  const { interval } = spec;
  return {
    ...spec,
    device: unless(spec.device),
    lines: spec.lines.map((line) => ({
      ...line,
      nameField: unless(line.nameField),
      ins: unless(line.ins),
      outs: unless(line.outs),
      level: unless(line.level),
      direction: samePath(line.direction?.count, path) || samePath(line.direction?.field, path) ? null : line.direction,
    })),
    time: { ...spec.time, fields: spec.time.fields.filter((field) => !samePath(field, path)) },
    interval: interval.kind !== 'fixed' && samePath(interval.field, path) ? anInterval : interval,
    status: spec.status.filter(({ field }) => !samePath(field, path)),
  };
}

export function onLine(spec: MappingSpec, index: number, change: (line: MappedLine) => MappedLine): MappingSpec {
  const lines = spec.lines.length > index ? spec.lines : [...spec.lines, emptyLine(spec.lines.length + 1)];
  return { ...spec, lines: lines.map((line, i) => (i === Math.min(index, lines.length - 1) ? change(line) : line)) };
}

export function emptyLine(number: number): MappedLine {
  return { name: `Line ${number}`, nameField: null, ins: null, outs: null, level: null, direction: null };
}

/** The innermost list that a field is in. */
function listAround(path: FieldPath, outline: readonly OutlineNode[]): FieldPath {
  const lists = outline.filter(
    ({ kind, path: list }) => kind === 'list' && list.length < path.length && list.every((key, i) => key === path[i]),
  );
  return lists.toSorted((a, b) => b.path.length - a.path.length)[0]?.path ?? [];
}
