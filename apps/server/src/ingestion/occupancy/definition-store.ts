import type { KnownOccupancy } from '@atrium/metrics/occupancy-fold';
import type { BalancePeriod, SpaceSetting } from '@atrium/rules/space-definition';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { occupancyReset } from '../../registry/schema/places.ts';
import { spaceSetting } from '../../registry/schema/space-history.ts';
import { spaceBalance } from '../../registry/schema/space-occupancy.ts';

/** By space, in order of time. */
export interface SpaceSettings {
  readonly settings: ReadonlyMap<string, readonly SpaceSetting[]>;
  readonly resets: ReadonlyMap<string, readonly KnownOccupancy[]>;
  /** Without those that ended weeks ago. */
  readonly balances: ReadonlyMap<string, readonly BalancePeriod[]>;
}

export async function readSpaceSettings(tx: Transaction, orgId: string, now: Date): Promise<SpaceSettings> {
  const { sql: db } = tx;
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
    settings: bySpace(settings, ({ from, to, resetConfig, resetOnNegative: reflects, corrections }) => {
      const period = { from: seconds(from), to: seconds(to), resetConfig, reflects };
      return corrections ? { ...period, corrections } : period;
    }),
    resets: bySpace(resets, ({ resetDate, occupants }) => ({ at: seconds(resetDate), value: occupants })),
    balances: await balancesOf(tx, orgId, now),
  };
}

/** Days that are over do not need what was learned before them. */
const keptSeconds = 30 * 86_400;

async function balancesOf({ sql: db }: Transaction, orgId: string, now: Date): Promise<Map<string, BalancePeriod[]>> {
  const rows = await db
    .select()
    .from(spaceBalance)
    .where(eq(spaceBalance.orgId, orgId))
    .orderBy(asc(spaceBalance.spaceId), asc(spaceBalance.from));
  const periods = rows.map((row, index) => {
    const next = rows[index + 1];
    const to = next?.spaceId === row.spaceId ? seconds(next.from) : Number.MAX_SAFE_INTEGER;
    return { spaceId: row.spaceId, from: seconds(row.from), to, balance: row.balance };
  });
  return bySpace(
    periods.filter(({ to }) => to > seconds(now) - keptSeconds),
    ({ spaceId: _of, ...period }) => period,
  );
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
