import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { mapping, mappingVersion } from '../schema/mappings.ts';
import type { EstateMapping } from './estate.ts';

/** Taught sensors with the version in force, by code; without retired ones. */
export async function loadMappings({ sql: db }: Transaction, orgId: string): Promise<Map<string, EstateMapping>> {
  const rows = await db
    .select({ code: mapping.code, name: mapping.name, version: mapping.version, spec: mappingVersion.spec })
    .from(mapping)
    .leftJoin(
      mappingVersion,
      and(eq(mappingVersion.mappingId, mapping.mappingId), eq(mappingVersion.version, mapping.version)),
    )
    .where(and(eq(mapping.orgId, orgId), isNull(mapping.retiredAt)));
  return new Map(rows.map((row) => [row.code, row]));
}
