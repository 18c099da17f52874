import { Refusal } from './refusal.ts';
import type { Token } from './tokens.ts';

/** Table functions that only compute; all others access files, networks or programs. */
const HARMLESS_FUNCTIONS = new Set([
  'format',
  'generaterandom',
  'generateseries',
  'generate_series',
  'input',
  'merge',
  'null',
  'numbers',
  'numbers_mt',
  'values',
  'view',
  'zeros',
  'zeros_mt',
]);

const HARMLESS_ENGINES = /^(?:\w*MergeTree|Memory|Null|Atomic)$/;
const CREATABLE = new Set(['TABLE', 'DATABASE', 'VIEW', 'MATERIALIZED']);
const FATAL_SYSTEM_VERBS = new Set(['SHUTDOWN', 'KILL', 'SUSPEND']);

/**
 * Refuses statements that reach outside the database. `readonly = 1` stops most of that on the readers, but not the
 * plain function `file`, INTO OUTFILE or KILL, and the other connections cannot be read-only.
 */
export function guardStatement(statement: readonly Token[], tableFunctions: ReadonlySet<string>): void {
  const verb = keyword(statement[0]);
  if (verb === 'BACKUP' || verb === 'RESTORE') return;
  if (verb === 'CREATE' || verb === 'ATTACH') guardCreation(statement);
  const second = keyword(statement[1]);
  if (verb === 'SYSTEM' && FATAL_SYSTEM_VERBS.has(second ?? '')) throw denied(`SYSTEM ${second}`);
  for (const [at, token] of statement.entries()) {
    if (token.kind === 'string' || token.kind === 'mark') continue;
    const name = token.text.toLowerCase();
    // Functions may also be named without being called: arrayMap(file, …).
    if (name === 'file') throw denied(token.text);
    if (token.kind === 'word' && (name === 'infile' || name === 'outfile')) throw denied(token.text);
    const next = statement[at + 1]?.text;
    if (name === 'readonly' && next === '=') throw new Refusal('READONLY', 'Read-only mode cannot be turned off.');
    if (next === '(' && tableFunctions.has(name) && !HARMLESS_FUNCTIONS.has(name)) throw denied(token.text);
  }
}

function guardCreation(statement: readonly Token[]): void {
  const object = statement.slice(1).find((token) => !['OR', 'REPLACE'].includes(keyword(token) ?? ''));
  if (!CREATABLE.has(keyword(object) ?? '')) throw denied(`CREATE ${object?.text ?? ''}`);
  for (const [at, token] of statement.entries()) {
    if (keyword(token) !== 'ENGINE' || token.depth > 0) continue;
    const engine = statement.slice(at + 1).find((next) => next.text !== '=');
    if (!HARMLESS_ENGINES.test(engine?.text ?? '')) throw denied(`ENGINE ${engine?.text ?? ''}`);
  }
}

function denied(what: string): Refusal {
  return new Refusal('ACCESS_DENIED', `"${what}" reaches outside the database and is not allowed.`);
}

/** A bare word in uppercase; quoted names are never keywords. */
export function keyword(token: Token | undefined): string | undefined {
  return token?.kind === 'word' ? token.text.toUpperCase() : undefined;
}
