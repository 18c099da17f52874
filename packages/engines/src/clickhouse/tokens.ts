import { Refusal } from './refusal.ts';

export type Token = {
  kind: 'word' | 'name' | 'string' | 'mark';
  /** As written; a quoted name without its quotes. */
  text: string;
  start: number;
  end: number;
  /** The number of open brackets around it. */
  depth: number;
};

const BLANK = /[ \t\n\r\f\v]+/y;
const COMMENT = /--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[A-Za-z0-9_]+/y;
const HEREDOC = /\$([A-Za-z0-9_]*)\$[\s\S]*?\$\1\$/y;
const MARK = /[!%&()*+,\-./:;<=>?@[\]^{|}~]/y;

/**
 * The tokens of a ClickHouse statement, without comments. Anything that ClickHouse may parse differently (typographic
 * quotes, other whitespace, escapes in names) is refused, because the guard depends on parsing it alike.
 */
export function* tokens(sql: string): Generator<Token, void, void> {
  let at = 0;
  let depth = 0;
  const match = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(sql) ? pattern.lastIndex : -1;
  };
  while (at < sql.length) {
    const start = at;
    const blank = Math.max(match(BLANK), match(COMMENT));
    if (blank >= 0) {
      at = blank;
      continue;
    }
    const word = match(WORD);
    if (word >= 0) {
      at = word;
      yield { kind: 'word', text: sql.slice(start, at), start, end: at, depth };
      continue;
    }
    const first = sql.charAt(at);
    if (first === "'" || first === '`' || first === '"') {
      at = endOfQuoted(sql, at);
      const kind = first === "'" ? 'string' : 'name';
      yield { kind, text: kind === 'name' ? nameIn(sql, start, at) : sql.slice(start, at), start, end: at, depth };
      continue;
    }
    const heredoc = match(HEREDOC);
    if (heredoc >= 0) {
      at = heredoc;
      yield { kind: 'string', text: sql.slice(start, at), start, end: at, depth };
      continue;
    }
    if (match(MARK) < 0) throw unreadable(at);
    at += 1;
    if (')]}'.includes(first)) depth -= 1;
    yield { kind: 'mark', text: first, start, end: at, depth };
    if ('([{'.includes(first)) depth += 1;
  }
}

function endOfQuoted(sql: string, start: number): number {
  const quote = sql.charCodeAt(start);
  for (let at = start + 1; at < sql.length; at += 1) {
    const code = sql.charCodeAt(at);
    if (code === 0x5c /* backslash */) at += 1;
    else if (code === quote) {
      if (sql.charCodeAt(at + 1) !== quote) return at + 1;
      at += 1;
    }
  }
  throw unreadable(start);
}

function nameIn(sql: string, start: number, end: number): string {
  const inner = sql.slice(start + 1, end - 1);
  if (inner.includes('\\')) throw unreadable(start);
  return inner.replaceAll(/``|""/g, (pair) => pair.charAt(0));
}

function unreadable(at: number): Refusal {
  return new Refusal('SYNTAX_ERROR', `The statement cannot be read at position ${at}.`);
}
