import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import { and, between, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { spaceDay, spaceFold } from '../registry/schema/space-occupancy.ts';
import { expectedWaitMapping } from '../registry/schema/zone-mappings.ts';

export interface FoldedSpace {
  readonly definition: SpaceDefinition;
  /** The number of people at the end of local days. */
  readonly ends: ReadonlyMap<number, number>;
}

/** How spaces were folded last, with their days in a range of day numbers. */
export async function foldedSpaces(
  { sql: db }: Transaction,
  spaceIds: readonly string[],
  days: { readonly from: number; readonly to: number },
): Promise<Map<string, FoldedSpace>> {
  const folds = await db
    .select({ spaceId: spaceFold.spaceId, definition: spaceFold.definition })
    .from(spaceFold)
    .where(and(inArray(spaceFold.spaceId, [...spaceIds]), isNotNull(spaceFold.definition)));
  const { spaceId, day, occupancy } = spaceDay;
  const rows = await db
    .select({ spaceId, day, occupancy })
    .from(spaceDay)
    .where(and(inArray(spaceId, [...spaceIds]), between(day, dateOfDay(days.from), dateOfDay(days.to))));
  const spaces = new Map(
    folds.map((fold) => [fold.spaceId, { definition: fold.definition!, ends: new Map<number, number>() }]),
  );
  for (const row of rows) spaces.get(row.spaceId)?.ends.set(dayOfDate(row.day)!, row.occupancy);
  return spaces;
}

export async function waitMappings({ sql: db }: Transaction, spaceIds: readonly string[]) {
  const { spaceId, headZoneId, throughputSampleInterval: intervalMinutes, deletedAt } = expectedWaitMapping;
  return db
    .select({ spaceId, headZoneId, intervalMinutes })
    .from(expectedWaitMapping)
    .where(and(inArray(spaceId, [...spaceIds]), isNull(deletedAt)));
}
