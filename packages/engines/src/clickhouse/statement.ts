import { guardStatement, keyword } from './guard.ts';
import { Refusal } from './refusal.ts';
import { tokens, type Token } from './tokens.ts';

/**
 * The kind of a statement, which decides which connections may run it: `read` reads, `insert` contains its rows,
 * `transform` computes rows inside the engine and may take long, `define` changes tables, `control` manages the engine.
 */
export type StatementKind = 'read' | 'insert' | 'transform' | 'define' | 'control';

export type Statement = {
  kind: StatementKind;
  /** One statement without its semicolon; for an insert the part before settings and rows. */
  sql: string;
  /** The SETTINGS clause of an insert with rows, as written. */
  settings: string;
  /** The SETTINGS clause of a read statement, extracted: the read-only connections would refuse any. */
  wishes: [string, string][];
  /** The format named in the statement: of its response, or of its rows. */
  format: string | undefined;
  /** Rows of an insert that are inline in the statement. */
  rows: string;
  /** Additional settings extend the existing clause. */
  hasSettings: boolean;
};

const KINDS: Record<string, StatementKind> = {
  SELECT: 'read',
  WITH: 'read',
  SHOW: 'read',
  DESCRIBE: 'read',
  DESC: 'read',
  EXISTS: 'read',
  EXPLAIN: 'read',
  CHECK: 'control',
  INSERT: 'transform',
  OPTIMIZE: 'transform',
  DELETE: 'transform',
  ALTER: 'define',
  CREATE: 'define',
  DROP: 'define',
  RENAME: 'define',
  EXCHANGE: 'define',
  TRUNCATE: 'define',
  ATTACH: 'define',
  DETACH: 'define',
  KILL: 'control',
  SYSTEM: 'control',
  BACKUP: 'control',
  RESTORE: 'control',
};

/** Parses one statement and checks it; `tableFunctions` are the names the engine knows, in lowercase. */
export function readStatement(sql: string, tableFunctions: ReadonlySet<string>): Statement {
  const seen: Token[] = [];
  let settings: Token | undefined;
  let format: string | undefined;
  let selects = false;
  for (const token of tokens(sql)) {
    const previous = seen.at(-1);
    if (previous?.text === ';') throw new Refusal('SYNTAX_ERROR', 'Only one statement at a time.');
    seen.push(token);
    if (token.depth > 0) continue;
    const word = keyword(token);
    if (word === 'SELECT' || word === 'WITH') selects = true;
    if (word === 'SETTINGS') settings = token;
    const namesFormat = keyword(previous) === 'FORMAT' && token.kind === 'word';
    if (namesFormat) format = token.text;
    if (keyword(seen[0]) !== 'INSERT' || selects || previous === undefined) continue;
    if (namesFormat) return insertion(sql, seen.slice(0, -2), token, settings, tableFunctions);
    if (word === 'VALUES') return insertion(sql, seen.slice(0, -1), token, settings, tableFunctions);
  }
  guardStatement(seen, tableFunctions);
  const kind = kindOf(seen);
  const last = seen.at(-1);
  const end = last?.text === ';' ? last.start : sql.length;
  const clause = kind === 'read' && settings ? settingsClause(seen.slice(seen.indexOf(settings) + 1)) : undefined;
  return {
    kind,
    sql: clause && settings ? sql.slice(0, settings.start) + sql.slice(clause.end ?? end, end) : sql.slice(0, end),
    settings: '',
    wishes: clause?.wishes ?? [],
    format,
    rows: '',
    hasSettings: settings !== undefined,
  };
}

/** `name = value, …` up to FORMAT or the end; anything else is left to the engine. */
function settingsClause(rest: readonly Token[]): { wishes: [string, string][]; end: number | undefined } | undefined {
  const wishes: [string, string][] = [];
  for (let at = 0; ; at += 4) {
    const [name, equals, value, next] = rest.slice(at, at + 4);
    if (name?.kind !== 'word' || equals?.text !== '=' || !value || value.kind === 'mark') return undefined;
    wishes.push([name.text, value.kind === 'string' ? value.text.slice(1, -1) : value.text]);
    if (next?.text === ',') continue;
    if (next === undefined || next.text === ';') return { wishes, end: undefined };
    return keyword(next) === 'FORMAT' ? { wishes, end: next.start } : undefined;
  }
}

function kindOf(seen: readonly Token[]): StatementKind {
  const first = seen.find((token) => token.text !== '(');
  const kind = KINDS[keyword(first) ?? ''];
  if (kind !== undefined) return kind;
  throw new Refusal('NOT_IMPLEMENTED', `Statements that begin with "${first?.text ?? ''}" are not supported.`);
}

/** An insert whose rows follow the last token, in that format or as VALUES. */
function insertion(
  sql: string,
  head: readonly Token[],
  last: Token,
  settings: Token | undefined,
  tableFunctions: ReadonlySet<string>,
): Statement {
  guardStatement(head, tableFunctions);
  const headEnd = head.at(-1)?.end ?? 0;
  return {
    kind: 'insert',
    sql: sql.slice(0, settings?.start ?? headEnd),
    settings: settings ? sql.slice(settings.start, headEnd) : '',
    wishes: [],
    format: keyword(last) === 'VALUES' ? 'Values' : last.text,
    rows: sql
      .slice(last.end)
      .replace(/^[ \t\r]*\n/, '')
      .trimEnd(),
    hasSettings: settings !== undefined,
  };
}

/** The statement with additional settings, for this one call only. */
export function withSettings(statement: Statement, settings: readonly (readonly [string, string])[]): Statement {
  if (settings.length === 0) return statement;
  const list = settings.map(([name, value]) => `${name} = ${quote(value)}`).join(', ');
  const clause = statement.hasSettings ? `, ${list}` : ` SETTINGS ${list}`;
  return statement.kind === 'insert'
    ? { ...statement, settings: `${statement.settings}${clause}` }
    : { ...statement, sql: `${statement.sql}\n${clause}` };
}

export function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (mark) => `\\${mark}`)}'`;
}
