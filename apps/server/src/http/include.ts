import { Refusal } from '../refusal.ts';

/** `site(sensor,zone)` is one node with two below it. */
export interface IncludeNode {
  readonly name: string;
  readonly below: readonly IncludeNode[];
}

export type Row = Record<string, unknown>;

/** A named relation from rows of one kind to the rows that belong to them. Each decides who sees which columns. */
export interface Relation<Context> {
  readonly of: string;
  /** The word in `include`. */
  readonly name: string;
  /** The key in the reply, if it differs from the word. */
  readonly key?: string;
  /** The kind of the rows it gives; their id is in `${gives}Id`. */
  readonly gives: string;
  /** One row or null instead of a list. */
  readonly single?: boolean;
  /** Where not allowed, the key is absent. */
  readonly allowed?: (context: Context) => boolean;
  readonly load: (context: Context, parentIds: readonly string[]) => Promise<ReadonlyMap<string, Row[]>>;
}

export interface Includes<Context> {
  /** Adds what `include` requests to the rows of a kind. Returns warnings about unknown names. */
  add(context: Context, kind: string, rows: readonly Row[], include: string | undefined): Promise<string[]>;
}

const deepest = 4;
const longest = 500;

export function createIncludes<Context>(relations: readonly Relation<Context>[]): Includes<Context> {
  async function descend(context: Context, kind: string, rows: readonly Row[], nodes: readonly IncludeNode[]) {
    const remarks: string[] = [];
    for (const { name, below } of nodes) {
      const relation = relations.find((candidate) => candidate.of === kind && candidate.name === name);
      if (!relation) remarks.push(`There is no ${name} to include in ${kind}; it was ignored.`);
      else if (relation.allowed?.(context) ?? true) {
        remarks.push(...(await follow(context, relation, rows, below)));
      }
    }
    return remarks;
  }

  async function follow(
    context: Context,
    relation: Relation<Context>,
    rows: readonly Row[],
    below: readonly IncludeNode[],
  ): Promise<string[]> {
    const idKey = `${relation.of}Id`;
    const found = await relation.load(
      context,
      rows.map((row) => String(row[idKey])),
    );
    const children: Row[] = [];
    for (const row of rows) {
      const own = found.get(String(row[idKey])) ?? [];
      row[relation.key ?? relation.name] = relation.single ? (own[0] ?? null) : own;
      children.push(...own);
    }
    return descend(context, relation.gives, children, below);
  }

  return {
    async add(context, kind, rows, include) {
      const nodes = parseInclude(include ?? '');
      const remarks = await descend(context, kind, rows, nodes);
      return [...new Set(remarks)];
    },
  };
}

/** Bad syntax and more than four levels are refused. */
export function parseInclude(text: string): IncludeNode[] {
  if (text.trim() === '') return [];
  if (text.length > longest) throw wrong(`is longer than ${longest} characters`);
  const tokens = text.match(/[a-z][a-z\d_]*|[(),]|\S/gi) ?? [];
  let at = 0;

  const list = (depth: number): IncludeNode[] => {
    if (depth > deepest) throw wrong(`goes deeper than ${deepest} levels`);
    const nodes: IncludeNode[] = [];
    do {
      const name = tokens[at++] ?? '';
      if (!/^[a-z]/i.test(name)) throw wrong('has the wrong format; use a format like site(sensor,zone)');
      let below: IncludeNode[] = [];
      if (tokens[at] === '(') {
        at += 1;
        below = list(depth + 1);
        if (tokens[at++] !== ')') throw wrong('has an unclosed parenthesis');
      }
      // Each is a query for every row.
      if (nodes.some((node) => node.name === name)) throw wrong(`names ${name} twice`);
      nodes.push({ name, below });
    } while (tokens[at] === ',' && ++at);
    return nodes;
  };

  const nodes = list(1);
  if (at < tokens.length) throw wrong('has the wrong format; use a format like site(sensor,zone)');
  return nodes;
}

function wrong(message: string): Refusal {
  return new Refusal('invalid', `include ${message}.`, { details: [{ path: 'include', message }] });
}

/** Rows by the parent they were found for, in their original order. */
export function grouped(found: readonly { parentId: string; row: Row }[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const { parentId, row } of found) {
    const group = groups.get(parentId);
    if (group) group.push(row);
    else groups.set(parentId, [row]);
  }
  return groups;
}
