import type { Connection } from './connection.ts';
import { FactsRefused } from './errors.ts';
import { int, sql } from './literals.ts';
import type { Schema } from './schema.ts';

/**
 * Forward only. Every statement is repeatable, so an interrupted migration is simply run again. A restored backup gets
 * the version it was made with first.
 */
export async function migrate(connection: Connection, schema: Schema, upTo = Infinity): Promise<void> {
  for (const statement of schema.foundation) await connection.write(statement);
  const { version } = schema.tables;
  const [[current = 0]] = await connection.read(sql`SELECT max(version) FROM ${version}`, ['UInt32']);
  const newest = schema.steps.at(-1)!.version;
  if (current > newest) {
    throw new FactsRefused(
      `The readings store was written by a newer version (schema ${current}, this program knows ${newest}). Start that version, or restore a backup made before the upgrade.`,
    );
  }
  for (const step of schema.steps) {
    if (step.version <= current || step.version > upTo) continue;
    for (const statement of [...step.statements, ...(step.rows ?? [])]) await connection.write(statement);
    await connection.write(sql`INSERT INTO ${version} (version) SELECT toUInt32(${int(step.version)})`);
  }
}
