import type { FieldPath } from '@atrium/rules/mapping';
import { isObject, shown } from '../vendors/values.ts';
import { isListOfRecords } from './fields.ts';

/** A line of a body as people see it: every field once, with a value of the first record that has one. */
export interface OutlineNode {
  readonly path: FieldPath;
  readonly name: string;
  readonly kind: 'value' | 'group' | 'list';
  /** Of a value: what it says. */
  readonly sample: string | null;
  /** Of a list: how many records it has. */
  readonly count: number | null;
}

/** As many fields as someone can choose from, and records that are compared to find them. */
const maxNodes = 400;
const maxSamples = 20;
const deepest = 12;

export function outlineOf(top: unknown): OutlineNode[] {
  const nodes: OutlineNode[] = [];
  visit([top], [], nodes);
  return nodes;
}

/** `same` are the values of one field in several records. */
function visit(same: readonly unknown[], path: FieldPath, nodes: OutlineNode[]): void {
  if (nodes.length >= maxNodes || path.length > deepest) return;
  const node = { path, name: path.at(-1) ?? '' };
  const list = same.find(isListOfRecords);
  if (list) {
    nodes.push({ ...node, kind: 'list', sample: null, count: list.length });
    children(
      same.flatMap((each) => (isListOfRecords(each) ? each.slice(0, maxSamples) : [each])),
      path,
      nodes,
    );
  } else if (same.some((each) => typeof each === 'object' && each !== null)) {
    if (path.length > 0) nodes.push({ ...node, kind: 'group', sample: null, count: null });
    children(same, path, nodes);
  } else if (path.length > 0) {
    const said = same.find((each) => each !== null && each !== '') ?? null;
    nodes.push({ ...node, kind: 'value', sample: said === null ? '' : shown(textOf(said)), count: null });
  }
}

/** Of what is no object and no list. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function children(same: readonly unknown[], path: FieldPath, nodes: OutlineNode[]): void {
  const fields = new Map<string, unknown[]>();
  for (const each of same.slice(0, maxSamples)) {
    for (const [key, value] of entriesOf(each)) {
      const known = fields.get(key);
      if (known) known.push(value);
      else fields.set(key, [value]);
    }
  }
  for (const [key, values] of fields) visit(values, [...path, key], nodes);
}

function entriesOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.slice(0, maxSamples).map((item: unknown, index) => [String(index), item]);
  return isObject(value) ? Object.entries(value).filter(([key]) => key !== '__proto__') : [];
}
