import { eq } from 'drizzle-orm';
import { findPlacedZone, type PlacedZone } from '../../estate/placed-zone-store.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { space } from '../../registry/schema/places.ts';
import { maySeeLocation, type Scope } from '../../scope.ts';

/** What a display can be about. */
export interface Subject {
  readonly entityType: 'space' | 'zone';
  readonly entityId: string;
  readonly locationId: string;
  readonly name: string;
  /** Of a space. */
  readonly isHeadroom: boolean;
  /** Of a zone: what decides whether a display can show it. */
  readonly zone: Pick<PlacedZone, 'countApplication' | 'disabled'> | null;
}

/** A space is looked for first, then a zone. Undefined where the caller may not see it, or it is at no location. */
export async function findSubject(
  tx: Transaction,
  scope: Scope,
  now: Date,
  entityTypes: readonly ('space' | 'zone')[],
  id: string,
): Promise<Subject | undefined> {
  const entityId = id.toLowerCase();
  const found = entityTypes.includes('space') ? await findEntity(tx, scope, now, 'space', entityId) : undefined;
  if (found?.locationId) {
    const { name, locationId } = found;
    return {
      entityType: 'space',
      entityId,
      locationId,
      name,
      isHeadroom: await isHeadroomSpace(tx, entityId),
      zone: null,
    };
  }
  const zone = entityTypes.includes('zone') ? await findPlacedZone(tx, scope.orgId, entityId) : undefined;
  if (!zone?.locationId || !maySeeLocation(scope, zone.locationId)) return undefined;
  return { entityType: 'zone', entityId, locationId: zone.locationId, name: zone.name, isHeadroom: false, zone };
}

async function isHeadroomSpace({ sql: db }: Transaction, id: string): Promise<boolean> {
  const [row] = await db.select({ isHeadroom: space.isHeadroom }).from(space).where(eq(space.spaceId, id));
  return row?.isHeadroom ?? false;
}
