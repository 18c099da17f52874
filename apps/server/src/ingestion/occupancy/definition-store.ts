import type { KnownOccupancy } from '@atrium/metrics/occupancy-fold';
import type { SpaceSetting } from '@atrium/rules/space-definition';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { occupancyReset } from '../../registry/schema/places.ts';
import { spaceSetting } from '../../registry/schema/space-history.ts';

/** By space, in order of time. */
export interface SpaceSettings {
  readonly settings: ReadonlyMap<string, readonly SpaceSetting[]>;
  readonly resets: ReadonlyMap<string, readonly KnownOccupancy[]>;
}

export async function readSpaceSettings({ sql: db }: Transaction, orgId: string): Promise<SpaceSettings> {
  const settings = await db
    .select()
    .from(spaceSetting)
    .where(eq(spaceSetting.orgId, orgId))
    .orderBy(asc(spaceSetting.spaceId), asc(spaceSetting.from));
  const resets = await db
    .select()
    .from(occupancyReset)
    .where(and(eq(occupancyReset.orgId, orgId), isNull(occupancyReset.deletedAt)))
    .orderBy(asc(occupancyReset.spaceId), asc(occupancyReset.resetDate));
  return {
    settings: bySpace(settings, ({ from, to, resetConfig, resetOnNegative: reflects }) => {
      return { from: seconds(from), to: seconds(to), resetConfig, reflects };
    }),
    resets: bySpace(resets, ({ resetDate, occupants }) => ({ at: seconds(resetDate), value: occupants })),
  };
}

const seconds = (date: Date) => date.getTime() / 1000;

function bySpace<Row extends { readonly spaceId: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const found = new Map<string, Value[]>();
  for (const row of rows) {
    const known = found.get(row.spaceId);
    if (known) known.push(valueOf(row));
    else found.set(row.spaceId, [valueOf(row)]);
  }
  return found;
}
