import { randomUUID } from 'node:crypto';
import type { Transaction } from './registry.ts';
import { displayCode } from './schema/sensors.ts';

/** An id for a new space or zone whose first eight characters, the display code, nobody else has; the code is taken. */
export async function takeDisplayedId(
  { sql: db }: Pick<Transaction, 'sql'>,
  orgId: string,
  kind: 'space' | 'zone',
): Promise<string> {
  for (;;) {
    const entityId = randomUUID();
    const made = await db
      .insert(displayCode)
      .values({ code: entityId.slice(0, 8), orgId, kind, entityId })
      .onConflictDoNothing()
      .returning({ code: displayCode.code });
    if (made.length > 0) return entityId;
  }
}
