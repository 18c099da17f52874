import { and, eq, gt, gte, inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { series, seriesFactor } from '../schema/series.ts';

/** What the readings of a zone mean. */
export interface Meaning {
  readonly siteId: string;
  readonly locationId: string;
  readonly countFilter: number;
  readonly countApplication: number;
  readonly perimeter: boolean;
  readonly enabled: boolean;
}

/** When a change begins that is made now: readings are counted by the minute, and no minute is torn in two. */
export function nextMinute(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 60_000) + 1) * 60_000);
}

/**
 * From `at` on the readings of zones mean something else. What was counted before keeps its meaning: its series end, and
 * others begin.
 */
export async function changeMeaning(
  { sql: db }: Transaction,
  orgId: string,
  zoneIds: readonly string[],
  meaning: Partial<Meaning>,
  at: Date,
): Promise<void> {
  for (const old of await lasting(db, orgId, inArray(series.zoneId, [...zoneIds]), at)) {
    if (old.from >= at) {
      await db.update(series).set(meaning).where(eq(series.seriesId, old.seriesId));
      continue;
    }
    const { seriesId: _, ...likeOld } = old;
    const [next] = await db
      .insert(series)
      .values({ ...likeOld, ...meaning, from: at })
      .returning({ seriesId: series.seriesId });
    if (next) await carryFactors(db, old.seriesId, next.seriesId, at);
    await endOne(db, old.seriesId, at);
  }
}

/** From `at` on what is read at these sites belongs nowhere. */
export async function endSeriesAt(
  { sql: db }: Transaction,
  orgId: string,
  siteIds: readonly string[],
  at: Date,
): Promise<void> {
  for (const { seriesId, from } of await lasting(db, orgId, inArray(series.siteId, [...siteIds]), at)) {
    // One that had not begun is left without a moment; its number may stand in facts and is never used again.
    await endOne(db, seriesId, from >= at ? from : at);
  }
}

/** The readings of a zone are to be multiplied from `at` on. */
export async function changeScale(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
  scaleFactor: number,
  at: Date,
): Promise<void> {
  for (const { seriesId, from, to } of await lasting(db, orgId, eq(series.zoneId, zoneId), at)) {
    const begin = from > at ? from : at;
    await db.delete(seriesFactor).where(and(eq(seriesFactor.seriesId, seriesId), gte(seriesFactor.from, begin)));
    await endFactors(db, seriesId, begin);
    if (scaleFactor === 1) continue;
    await db.insert(seriesFactor).values({ orgId, seriesId, fIn: scaleFactor, fOut: scaleFactor, from: begin, to });
  }
}

type Database = Transaction['sql'];

/** The series that go on at that moment, or begin later. */
function lasting(db: Database, orgId: string, which: SQL, at: Date) {
  return db
    .select()
    .from(series)
    .where(and(eq(series.orgId, orgId), which, gt(series.to, at)))
    .orderBy(series.seriesId)
    .for('update');
}

async function endOne(db: Database, seriesId: number, at: Date): Promise<void> {
  await db.update(series).set({ to: at }).where(eq(series.seriesId, seriesId));
  await db.delete(seriesFactor).where(and(eq(seriesFactor.seriesId, seriesId), gte(seriesFactor.from, at)));
  await endFactors(db, seriesId, at);
}

async function endFactors(db: Database, seriesId: number, at: Date): Promise<void> {
  await db
    .update(seriesFactor)
    .set({ to: at })
    .where(and(eq(seriesFactor.seriesId, seriesId), gt(seriesFactor.to, at)));
}

async function carryFactors(db: Database, from: number, to: number, at: Date): Promise<void> {
  const factors = await db
    .select()
    .from(seriesFactor)
    .where(and(eq(seriesFactor.seriesId, from), gt(seriesFactor.to, at)));
  if (factors.length === 0) return;
  await db
    .insert(seriesFactor)
    .values(factors.map((factor) => ({ ...factor, seriesId: to, from: factor.from > at ? factor.from : at })));
}
