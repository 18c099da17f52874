import { capabilitiesOf } from '@atrium/contract/access';
import { type DisplayKind, mayDisplay } from '@atrium/rules/display';
import { mayCount } from '@atrium/rules/manual-occupancy';
import { endedAccount } from '@atrium/rules/subscription';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { display } from '../../registry/schema/displays.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { space } from '../../registry/schema/places.ts';
import { zone } from '../../registry/schema/sensors.ts';
import { seriesLast } from '../../registry/schema/series.ts';
import { spaceState } from '../../registry/schema/space-occupancy.ts';
import { expectedWaitMapping, queueMapping } from '../../registry/schema/zone-mappings.ts';
import { zoneState } from '../../registry/schema/zone-state.ts';
import { type DisplayRow, hasSubject, isOfSpace, isOfZone, subjectName } from './display-store.ts';

/** The display at a public address; undefined, whatever the reason, where there is nothing to see. */
export async function findPublic(
  tx: Transaction,
  kind: DisplayKind,
  code: string,
  now: Date,
): Promise<DisplayRow | undefined> {
  const [row] = await shown(tx, and(eq(display.kind, kind), eq(display.code, code)), now);
  return row;
}

/** Those of the displays of a playlist that anyone may see, by id. */
export async function findPublicOnes(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, DisplayRow>> {
  if (ids.length === 0) return new Map();
  const rows = await shown(tx, and(eq(display.orgId, orgId), inArray(display.displayId, [...ids])), now);
  return new Map(rows.map((row) => [row.display.displayId, row]));
}

async function shown({ sql: db }: Transaction, wanted: ReturnType<typeof and>, now: Date): Promise<DisplayRow[]> {
  const rows = await db
    .select({ display, name: subjectName, organization, isHeadroom: space.isHeadroom })
    .from(display)
    .innerJoin(organization, eq(organization.orgId, display.orgId))
    .leftJoin(space, isOfSpace)
    .leftJoin(zone, isOfZone)
    .where(
      and(
        wanted,
        eq(display.enabled, true),
        isNull(display.deletedAt),
        hasSubject,
        eq(organization.isEnabled, true),
        isNull(organization.deletedAt),
      ),
    );
  return rows.filter(({ display: { kind }, organization: owner, isHeadroom }) => {
    const capabilities = capabilitiesOf(owner);
    const mayShow = kind !== 'live-occupancy' || mayCount(capabilities, { isHeadroom: isHeadroom ?? false });
    return mayShow && mayDisplay(kind, capabilities) && endedAccount(owner, now) === undefined;
  });
}

/** When a space was last counted, by a sensor or by hand. */
export async function countedAt({ sql: db }: Transaction, spaceId: string): Promise<Date | null> {
  const [row] = await db.select({ at: spaceState.at }).from(spaceState).where(eq(spaceState.spaceId, spaceId));
  return row?.at ?? null;
}

export interface DisplayedQueue {
  readonly name: string;
  readonly zoneId: string;
}

/** The queues of a location, each by the zone in which people wait. */
export async function queuesAt({ sql: db }: Transaction, orgId: string, locationId: string): Promise<DisplayedQueue[]> {
  return db
    .select({ name: zone.name, zoneId: queueMapping.queueZoneId })
    .from(queueMapping)
    .innerJoin(zone, and(eq(zone.zoneId, queueMapping.queueZoneId), isNull(zone.deletedAt)))
    .where(and(eq(queueMapping.orgId, orgId), eq(queueMapping.locationId, locationId), isNull(queueMapping.deletedAt)));
}

/** The zone in which people wait, of the queue that this zone belongs to; undefined where it belongs to none. */
export async function queueOf(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
): Promise<DisplayedQueue | undefined> {
  const { queueZoneId, serviceZoneId, queueOccupancyZoneId, serviceOccupancyZoneId } = queueMapping;
  const isIn = [queueZoneId, serviceZoneId, queueOccupancyZoneId, serviceOccupancyZoneId];
  const [row] = await db
    .select({ name: zone.name, zoneId: queueZoneId })
    .from(queueMapping)
    .innerJoin(zone, and(eq(zone.zoneId, queueZoneId), isNull(zone.deletedAt)))
    .where(
      and(
        eq(queueMapping.orgId, orgId),
        isNull(queueMapping.deletedAt),
        or(...isIn.map((column) => eq(column, zoneId))),
      ),
    );
  return row;
}

/** When people in these zones were last counted. */
export async function levelsAt({ sql: db }: Transaction, zoneIds: readonly string[]): Promise<Date | null> {
  if (zoneIds.length === 0) return null;
  const rows = await db
    .select({ levels: zoneState.levels })
    .from(zoneState)
    .where(inArray(zoneState.zoneId, [...zoneIds]));
  const ends = rows.flatMap(({ levels }) => levels.map(([at, span]) => at + span));
  return ends.length === 0 ? null : new Date(Math.max(...ends) * 1000);
}

/** The zone that people leave the queue of a space through; undefined where no queue is mapped. */
export async function headZoneOf(
  { sql: db }: Transaction,
  orgId: string,
  spaceId: string,
): Promise<string | undefined> {
  const { orgId: ofOrg, spaceId: ofSpace, headZoneId, deletedAt } = expectedWaitMapping;
  const [row] = await db
    .select({ headZoneId })
    .from(expectedWaitMapping)
    .where(and(eq(ofOrg, orgId), eq(ofSpace, spaceId), isNull(deletedAt)));
  return row?.headZoneId;
}

/** The newest records of these series, by series: the time in seconds and the ins. */
export async function newestIns({ sql: db }: Transaction, series: readonly number[]) {
  if (series.length === 0) return new Map<number, { at: number; ins: number }[]>();
  const rows = await db
    .select({ seriesId: seriesLast.seriesId, tail: seriesLast.tail })
    .from(seriesLast)
    .where(inArray(seriesLast.seriesId, [...series]));
  return new Map(rows.map(({ seriesId, tail }) => [seriesId, tail.map(([at, , ins]) => ({ at, ins }))]));
}
