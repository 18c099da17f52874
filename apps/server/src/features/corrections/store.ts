import type { Correction } from '@atrium/contract/corrections';
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { addSeries } from '../../estate/series-store.ts';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { correction } from '../../registry/schema/corrections.ts';
import { series } from '../../registry/schema/series.ts';
import { localUser } from '../../registry/schema/people.ts';

type Row = typeof correction.$inferSelect;

export async function correctionsOf({ sql: db }: Transaction, orgId: string, zoneId: string): Promise<Correction[]> {
  const rows = await db
    .select({ row: correction, name: localUser.name })
    .from(correction)
    .leftJoin(localUser, eq(localUser.userId, correction.createdBy))
    .where(and(eq(correction.orgId, orgId), eq(correction.zoneId, zoneId), isNull(correction.removedAt)))
    .orderBy(desc(correction.from));
  return rows.map(({ row, name }) => toReply(row, name));
}

export async function findCorrection({ sql: db }: Transaction, orgId: string, id: string): Promise<Row | undefined> {
  if (!isId(id.toLowerCase())) return undefined;
  const [row] = await db
    .select()
    .from(correction)
    .where(and(eq(correction.orgId, orgId), eq(correction.correctionId, id), isNull(correction.removedAt)));
  return row;
}

/** Whether another correction of the zone covers a part of this stretch. */
export async function overlaps(
  { sql: db }: Transaction,
  { orgId, zoneId, from, to }: Pick<Row, 'orgId' | 'zoneId' | 'from' | 'to'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: correction.correctionId })
    .from(correction)
    .where(
      and(
        eq(correction.orgId, orgId),
        eq(correction.zoneId, zoneId),
        isNull(correction.removedAt),
        lt(correction.from, to),
        gt(correction.to, from),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function addCorrection({ sql: db }: Transaction, made: typeof correction.$inferInsert): Promise<Row> {
  const [row] = await db.insert(correction).values(made).returning();
  return row!;
}

/** Opens the series for the counts of a correction; it has the settings of one that it comes in place of. */
export async function openSeries(
  { sql: db }: Transaction,
  { orgId, correctionId, zoneId, from, to }: Row,
  like: number,
): Promise<number> {
  const [known] = await db
    .select()
    .from(series)
    .where(and(eq(series.orgId, orgId), eq(series.seriesId, like)));
  const { siteId, locationId, measure, countFilter, countApplication, perimeter } = known!;
  const [made] = await addSeries(db, [
    {
      orgId,
      owner: 'zone',
      zoneId,
      measure,
      siteId: siteId!,
      locationId,
      countFilter: countFilter!,
      countApplication: countApplication!,
      perimeter: perimeter!,
      enabled: true,
      correctionId,
      from,
      to,
    },
  ]);
  return made!;
}

/** Ends it, and returns the series that held its counts. */
export async function endCorrection(
  { sql: db }: Transaction,
  { correctionId }: Pick<Row, 'correctionId'>,
  now: Date,
): Promise<number[]> {
  await db.update(correction).set({ removedAt: now }).where(eq(correction.correctionId, correctionId));
  const ended = await db
    .update(series)
    .set({ to: series.from, enabled: false })
    .where(eq(series.correctionId, correctionId))
    .returning({ seriesId: series.seriesId });
  return ended.map(({ seriesId }) => seriesId);
}

export function toReply(row: Row, createdBy: string | null): Correction {
  const { correctionId, zoneId, kind, reason } = row;
  return {
    correctionId,
    zoneId,
    kind,
    reason,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    createdAt: row.createdAt.toISOString(),
    createdBy,
  };
}
