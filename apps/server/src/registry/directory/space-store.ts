import type { SpaceCapacity } from '@atrium/rules/space-capacity';
import { countedSettings } from '@atrium/rules/space-definition';
import { countedPeriods, type SpaceZonePeriod } from '@atrium/rules/space-zones';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { space } from '../schema/places.ts';
import { spaceSetting, spaceZonePeriod } from '../schema/space-history.ts';
import type { EstateSpace } from './estate.ts';

/** The spaces of an organization with the zones that fill them, and when. */
export async function loadSpaces({ sql: db }: Transaction, orgId: string): Promise<Map<string, EstateSpace>> {
  const isPresent = and(eq(space.orgId, orgId), isNull(space.deletedAt));
  const spaces = await db
    .select({
      spaceId: space.spaceId,
      locationId: space.locationId,
      name: space.name,
      countsTowardLocation: space.countsTowardLocation,
    })
    .from(space)
    .where(isPresent)
    .orderBy(asc(space.name), asc(space.spaceId));
  const { spaceId, zoneId, reverseInsAndOuts: reversed, from, to } = spaceZonePeriod;
  const rows = await db
    .select({ spaceId, zoneId, reversed, from, to })
    .from(spaceZonePeriod)
    .innerJoin(space, eq(space.spaceId, spaceId))
    .where(isPresent);
  const periodsOf = new Map(spaces.map((each) => [each.spaceId, [] as SpaceZonePeriod[]]));
  for (const row of rows)
    periodsOf.get(row.spaceId)?.push({ ...row, from: row.from.getTime() / 1000, to: row.to.getTime() / 1000 });
  const capacities = await capacitiesOf(db, orgId);
  return new Map(
    spaces.map((each) => [
      each.spaceId,
      {
        ...each,
        zones: countedPeriods(periodsOf.get(each.spaceId) ?? []),
        capacities: countedSettings(capacities.get(each.spaceId) ?? []),
      },
    ]),
  );
}

/** The zones of one space, and when they belonged to it. */
export async function zonePeriodsOf(
  { sql: db }: Transaction,
  id: string,
): Promise<(SpaceZonePeriod & { readonly spaceZoneAssignmentId: string })[]> {
  const { spaceZoneAssignmentId, zoneId, reverseInsAndOuts: reversed, from, to } = spaceZonePeriod;
  const rows = await db
    .select({ spaceZoneAssignmentId, zoneId, reversed, from, to })
    .from(spaceZonePeriod)
    .where(eq(spaceZonePeriod.spaceId, id));
  return rows.map((row) => ({ ...row, from: row.from.getTime() / 1000, to: row.to.getTime() / 1000 }));
}

async function capacitiesOf(db: Transaction['sql'], orgId: string): Promise<Map<string, SpaceCapacity[]>> {
  const { spaceId, maxCapacity, targetOccupancy, from, to } = spaceSetting;
  const rows = await db
    .select({ spaceId, maxCapacity, targetOccupancy, from, to })
    .from(spaceSetting)
    .where(eq(spaceSetting.orgId, orgId));
  const found = new Map<string, SpaceCapacity[]>();
  for (const { spaceId: of, ...row } of rows) {
    const capacity = { ...row, from: row.from.getTime() / 1000, to: row.to.getTime() / 1000 };
    const known = found.get(of);
    if (known) known.push(capacity);
    else found.set(of, [capacity]);
  }
  return found;
}
