import { Refusal } from './refusal.ts';
import { quote } from './statement.ts';
import { tokens } from './tokens.ts';

const PLACEHOLDER = /\{\s*([A-Za-z_]\w*)\s*:\s*([A-Za-z][\w(), ']*?)\s*\}/y;

/**
 * Replaces `{name:Type}` with typed literals. The engine can bind parameters itself, but then runs all such queries of
 * the process one after another.
 */
export function bindParameters(sql: string, values: ReadonlyMap<string, string>): string {
  if (!sql.includes('{')) return sql;
  let bound = '';
  let done = 0;
  for (const token of tokens(sql)) {
    if (token.text !== '{' || token.kind !== 'mark') continue;
    PLACEHOLDER.lastIndex = token.start;
    const [whole, name, type] = PLACEHOLDER.exec(sql) ?? [];
    if (whole === undefined || name === undefined || type === undefined) continue;
    const value = values.get(name);
    if (value === undefined) {
      throw new Refusal('UNKNOWN_QUERY_PARAMETER', `Substitution "${name}" is not set.`);
    }
    bound += sql.slice(done, token.start) + literal(value, type);
    done = token.start + whole.length;
  }
  return bound + sql.slice(done);
}

/** Values are sent tab-escaped; composite ones are written as ClickHouse literals and stay unchanged. */
function literal(value: string, type: string): string {
  if (type === 'Identifier') return `\`${value.replaceAll('`', '``')}\``;
  if (value === String.raw`\N`) return `CAST(NULL AS ${type})`;
  const plain = /^(?:Array|Tuple|Map|Nested|Variant|JSON)\b/.test(type) ? value : unescapeTab(value);
  return `CAST(${quote(plain)} AS ${type})`;
}

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', 0: '\0' };

function unescapeTab(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, mark: string) => ESCAPES[mark] ?? mark);
}
