import type { Transaction } from './registry.ts';

/** Waits until no other transaction holds this name, and holds it until this one ends. */
export async function lockByName({ client }: Transaction, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
