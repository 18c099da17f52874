import type { FieldPath, MappedLine } from '@atrium/rules/mapping';
import { writtenCount } from '../vendors/values.ts';
import { means, without } from './field-names.ts';
import type { OutlineNode } from './outline.ts';

const nothing = { nameField: null, ins: null, outs: null, level: null, direction: null };

/** The lines that the fields of a body speak of. */
export function guessLines(leaves: readonly OutlineNode[]): MappedLine[] {
  const numbers = leaves.filter(({ sample, path }) => writtenCount(sample) !== undefined && !isWhen(path));
  const lines = new Map<string, MappedLine>();
  for (const { path } of numbers) {
    const way = wayOf(path);
    if (way === undefined) continue;
    const stem = stemOf(path);
    const known = lines.get(stem) ?? { name: '', ...nothing };
    if (known[way] === null) lines.set(stem, { ...known, name: nameOf(path), [way]: path });
  }
  const levels = numbers.filter(({ name }) => means(name, 'level'));
  if (lines.size > 0)
    return titled([...lines.values()].map((line) => withLevel(line, lines.size === 1 ? levels[0] : undefined)));
  const count = numbers.find(({ name }) => means(name, 'count') || means(name, 'cumulative'));
  const direction = leaves.find(({ name }) => means(name, 'direction'));
  if (count && direction)
    return titled([
      { name: '', ...nothing, direction: { count: count.path, field: direction.path, ins: 'in', outs: 'out' } },
    ]);
  if (levels[0]) return titled([{ name: '', ...nothing, level: levels[0].path }]);
  return count ? titled([{ name: '', ...nothing, ins: count.path }]) : [];
}

function withLevel(line: MappedLine, level: OutlineNode | undefined): MappedLine {
  return level ? { ...line, level: level.path } : line;
}

/** Said by the field itself, or by the group it is in. */
function wayOf(path: FieldPath): 'ins' | 'outs' | undefined {
  for (const key of path.slice(-2).toReversed()) {
    if (means(key, 'outs')) return 'outs';
    if (means(key, 'ins')) return 'ins';
  }
  return undefined;
}

/** Both directions of a line have the same one. */
function stemOf(path: FieldPath): string {
  return path.map((key, index) => (index < path.length - 2 ? key : without(key, 'ins', 'outs'))).join('\n');
}

function nameOf(path: FieldPath): string {
  const own = without(path.at(-1) ?? '', 'ins', 'outs', 'count', 'cumulative');
  return own === 'sum' ? '' : own;
}

/** A time or a length is a number too. */
function isWhen(path: FieldPath): boolean {
  const name = path.at(-1) ?? '';
  return means(name, 'time') || means(name, 'date') || means(name, 'length') || means(name, 'device');
}

function titled(lines: readonly MappedLine[]): MappedLine[] {
  const used = new Set<string>();
  return lines.map((line, index) => {
    const wanted = line.name === '' ? `Line ${index + 1}` : line.name[0]!.toUpperCase() + line.name.slice(1);
    const name = used.has(wanted) ? `${wanted} ${index + 1}` : wanted;
    used.add(name);
    return { ...line, name };
  });
}
