import type { Alarmable } from '@atrium/rules/alarm-settings';
import { and, eq, isNull } from 'drizzle-orm';
import { findPlacedZone } from '../../estate/placed-zone-store.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { space } from '../../registry/schema/places.ts';
import { expectedWaitMapping } from '../../registry/schema/zone-mappings.ts';
import { maySeeLocation, type Scope } from '../../scope.ts';

/** What an alarm can watch. */
export interface Watched {
  readonly name: string;
  readonly locationId: string;
  readonly maxCapacity: number | null;
  readonly countApplication: number | null;
  /** Of a space. */
  readonly hasWaitMapping: boolean;
}

/** The entity with this id, if the caller may see it and it is at a location. */
export async function findWatched(
  tx: Transaction,
  scope: Scope,
  now: Date,
  alarmable: Alarmable,
  id: string,
): Promise<Watched | undefined> {
  if (alarmable === 'zone') {
    const zone = await findPlacedZone(tx, scope.orgId, id);
    if (!zone?.locationId || !maySeeLocation(scope, zone.locationId)) return undefined;
    const { name, locationId, countApplication } = zone;
    return { name, locationId, countApplication, maxCapacity: null, hasWaitMapping: false };
  }
  const found = await findEntity(tx, scope, now, alarmable, id);
  if (!found?.locationId) return undefined;
  const { name, locationId } = found;
  const maxCapacity = alarmable === 'space' ? await capacityOf(tx, id) : null;
  const hasWaitMapping = alarmable === 'space' && (await isMapped(tx, id));
  return { name, locationId, maxCapacity, countApplication: null, hasWaitMapping };
}

async function capacityOf({ sql: db }: Transaction, id: string): Promise<number | null> {
  const [row] = await db.select({ maxCapacity: space.maxCapacity }).from(space).where(eq(space.spaceId, id));
  return row?.maxCapacity ?? null;
}

async function isMapped({ sql: db }: Transaction, id: string): Promise<boolean> {
  const { expectedWaitMappingId, spaceId, deletedAt } = expectedWaitMapping;
  const rows = await db
    .select({ expectedWaitMappingId })
    .from(expectedWaitMapping)
    .where(and(eq(spaceId, id), isNull(deletedAt)));
  return rows.length > 0;
}
