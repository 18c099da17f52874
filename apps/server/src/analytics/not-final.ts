import { type AmountType, notFinalText } from '@atrium/rules/import-file';
import type { Context } from './look-up.ts';
import { readingsOf } from './readings.ts';
import { appliedTypes } from './store.ts';

const typeOf: Readonly<Record<string, AmountType>> = { sales: 'pos', items: 'pos', labor: 'labor' };

/**
 * Answers a question, and says which of its values are not final. Nobody knows how many sales are due, so completeness
 * cannot show that a file is applied in part. Looks before and after: a file may begin or end meanwhile.
 */
export async function withNotFinal<T>(
  { parts, scope, metrics }: Pick<Context, 'parts' | 'scope' | 'metrics'>,
  look: () => Promise<T>,
): Promise<{ found: T; messages: readonly string[] }> {
  const asked = new Set(
    readingsOf(metrics).flatMap(({ kind, measure }) => (kind === 'amount' ? [typeOf[measure]] : [])),
  );
  if (asked.size === 0) return { found: await look(), messages: [] };
  const applied = () => parts.registry.tenant(scope, (tx) => appliedTypes(tx, scope));
  const before = await applied();
  const found = await look();
  const types = new Set([...before, ...(await applied())]);
  return { found, messages: [...types].filter((type) => asked.has(type)).map(notFinalText) };
}
