import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { localUser, locationAssignment } from '../../registry/schema/people.ts';
import { location } from '../../registry/schema/places.ts';

export interface AssignedLocation {
  readonly locationId: string;
  readonly name: string;
}

const { locationId, name } = location;

export async function assignedLocations({ sql: db }: Transaction, userId: string): Promise<AssignedLocation[]> {
  return db
    .select({ locationId, name })
    .from(locationAssignment)
    .innerJoin(location, eq(locationId, locationAssignment.locationId))
    .where(eq(locationAssignment.userId, userId))
    .orderBy(asc(sql`lower(${name})`), asc(locationId));
}

/** The ids among these that are locations of the organization. Malformed ids are ignored. */
export async function knownLocations(
  { sql: db }: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<AssignedLocation[]> {
  return db
    .select({ locationId, name })
    .from(location)
    .where(and(eq(location.orgId, orgId), inArray(sql`${locationId}::text`, [...ids]), isNull(location.deletedAt)));
}

/** Every location with one of these names, whatever their case. */
export async function locationsNamed(
  { sql: db }: Transaction,
  orgId: string,
  names: readonly string[],
): Promise<AssignedLocation[]> {
  const wanted = names.map((one) => one.toLowerCase());
  if (wanted.length === 0) return [];
  return db
    .select({ locationId, name })
    .from(location)
    .where(and(eq(location.orgId, orgId), inArray(sql`lower(${name})`, wanted), isNull(location.deletedAt)));
}

/** The first location limits the person, even after every assignment is removed again. */
export async function addAssignments(
  { sql: db }: Transaction,
  person: { readonly orgId: string; readonly userId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insert(locationAssignment)
    .values(ids.map((id) => ({ orgId: person.orgId, userId: person.userId, locationId: id })))
    .onConflictDoNothing();
  await db.update(localUser).set({ limitedToLocations: true }).where(eq(localUser.userId, person.userId));
}

export async function allowAllLocations({ sql: db }: Transaction, userId: string): Promise<void> {
  await db.delete(locationAssignment).where(eq(locationAssignment.userId, userId));
  await db.update(localUser).set({ limitedToLocations: false }).where(eq(localUser.userId, userId));
}

export async function removeAssignments(
  { sql: db }: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .delete(locationAssignment)
    .where(and(eq(locationAssignment.userId, userId), inArray(locationAssignment.locationId, [...ids])));
}
