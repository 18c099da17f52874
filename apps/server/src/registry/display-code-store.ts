import { randomUUID } from 'node:crypto';
import { maxRows, type Transaction } from './registry.ts';
import { displayCode } from './schema/sensors.ts';

/** An id for a new space or zone with a unique display code, its first eight characters; reserves the code. */
export async function takeDisplayedId(
  tx: Pick<Transaction, 'sql'>,
  orgId: string,
  kind: 'space' | 'zone',
): Promise<string> {
  const [id] = await takeDisplayedIds(tx, orgId, kind, 1);
  return id!;
}

/** The same for several at once. */
export async function takeDisplayedIds(
  { sql: db }: Pick<Transaction, 'sql'>,
  orgId: string,
  kind: 'space' | 'zone',
  count: number,
): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const wanted = Array.from({ length: Math.min(count - taken.length, maxRows) }, () => randomUUID());
    const made = await db
      .insert(displayCode)
      .values(wanted.map((entityId) => ({ code: entityId.slice(0, 8), orgId, kind, entityId })))
      .onConflictDoNothing()
      .returning({ entityId: displayCode.entityId });
    taken.push(...made.map(({ entityId }) => entityId));
  }
  return taken;
}
