import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { space } from '../schema/places.ts';
import { spaceZoneAssignment } from '../schema/sensors.ts';
import type { EstateSpace, SpaceZoneStretch } from './estate.ts';

/** The spaces of an organization with their zones. */
export async function loadSpaces({ sql: db }: Transaction, orgId: string): Promise<Map<string, EstateSpace>> {
  const spaces = await db
    .select({ spaceId: space.spaceId, locationId: space.locationId, name: space.name })
    .from(space)
    .where(and(eq(space.orgId, orgId), isNull(space.deletedAt)))
    .orderBy(asc(space.name), asc(space.spaceId));
  const assignments = await db
    .select()
    .from(spaceZoneAssignment)
    .where(and(eq(spaceZoneAssignment.orgId, orgId), isNull(spaceZoneAssignment.deletedAt)));
  const zonesOf = new Map(spaces.map(({ spaceId }) => [spaceId, new Map<string, SpaceZoneStretch[]>()]));
  for (const { spaceId, zoneId, reverseInsAndOuts } of assignments) {
    const stretch = { from: 0, to: Number.POSITIVE_INFINITY, reversed: reverseInsAndOuts };
    zonesOf.get(spaceId)?.set(zoneId, [stretch]);
  }
  return new Map(spaces.map((each) => [each.spaceId, { ...each, zones: zonesOf.get(each.spaceId)! }]));
}
