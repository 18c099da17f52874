import { and, desc, eq, gt, gte, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { inBatches, type Transaction } from '../registry/registry.ts';
import { zoneSetting } from '../registry/schema/sensors.ts';
import { series, seriesFactor, seriesLast } from '../registry/schema/series.ts';

/** How the readings of a zone are interpreted. */
export interface Meaning {
  readonly siteId: string;
  readonly locationId: string;
  readonly countFilter: number;
  readonly countApplication: number;
  readonly perimeter: boolean;
  readonly enabled: boolean;
}

/** A series that has no number yet. */
export type NewSeries = {
  readonly orgId: string;
  readonly locationId: string;
  readonly measure: string;
  readonly enabled: boolean;
  readonly from: Date;
  readonly to?: Date;
  /** The import whose count history it holds. */
  readonly importId?: string;
  /** The correction whose counts it holds. */
  readonly correctionId?: string;
} & (
  | ({ readonly owner: 'zone'; readonly zoneId: string } & Meaning)
  | { readonly owner: 'space'; readonly spaceId: string }
  | { readonly owner: 'location' }
);

/** Returns their numbers, in the given order. */
export async function addSeries(db: Database, made: readonly NewSeries[]): Promise<number[]> {
  const numbers: number[] = [];
  await inBatches(made, async (batch) => {
    const written = await db.insert(series).values(batch).returning({ seriesId: series.seriesId });
    numbers.push(...written.map(({ seriesId }) => seriesId));
  });
  return numbers;
}

/** When a change made now takes effect: at the next minute, so that no minute is split. */
export function nextMinute(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 60_000) + 1) * 60_000);
}

/**
 * Changes how the readings of zones are interpreted from `at` on. Earlier counts keep their meaning: their series end,
 * and others begin.
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
    await continueSeries(db, old, meaning, at);
    await endOne(db, old.seriesId, at);
  }
}

/** Closes the series of these sites or zones at `at`. */
export async function endSeriesAt(
  { sql: db }: Transaction,
  orgId: string,
  of: { readonly siteIds: readonly string[] } | { readonly zoneIds: readonly string[] },
  at: Date,
): Promise<void> {
  const which = 'siteIds' in of ? inArray(series.siteId, [...of.siteIds]) : inArray(series.zoneId, [...of.zoneIds]);
  for (const { seriesId, from } of await lasting(db, orgId, which, at)) {
    // A series that had not begun keeps no time range; its number may occur in facts and is never reused.
    await endOne(db, seriesId, from >= at ? from : at);
  }
}

/** Opens series for unassigned zones at a place from `at` on, one per measure, with the settings of each zone. */
export async function beginSeriesAt(
  { sql: db }: Transaction,
  orgId: string,
  zoneIds: readonly string[],
  place: Pick<Meaning, 'siteId' | 'locationId'>,
  at: Date,
): Promise<void> {
  if (zoneIds.length === 0) return;
  const measured = await db
    .selectDistinct({ zoneId: series.zoneId, measure: series.measure })
    .from(series)
    .where(and(eq(series.orgId, orgId), inArray(series.zoneId, [...zoneIds]), isOwn));
  const settings = await db
    .selectDistinctOn([zoneSetting.zoneId])
    .from(zoneSetting)
    .where(and(eq(zoneSetting.orgId, orgId), inArray(zoneSetting.zoneId, [...zoneIds])))
    .orderBy(zoneSetting.zoneId, desc(zoneSetting.from));
  for (const { zoneId, measure } of measured) {
    const held = settings.find((each) => each.zoneId === zoneId);
    if (held) await openSeriesUnder(db, { ...held, from: at }, measure, place);
  }
}

/** Opens the series of a zone for a new measure, like its others, or under each of its settings at a place. */
export async function openMeasure(
  { sql: db }: Transaction,
  { orgId, zoneId, measure }: { readonly orgId: string; readonly zoneId: string; readonly measure: string },
  place: Pick<Meaning, 'siteId' | 'locationId'>,
): Promise<void> {
  const all = await db
    .select()
    .from(series)
    .where(and(eq(series.orgId, orgId), eq(series.zoneId, zoneId), isOwn));
  if (all.some((known) => known.measure === measure)) return;
  const model = all.filter((known) => known.measure === all[0]?.measure);
  for (const old of model) await continueSeries(db, old, { measure }, old.from);
  if (model.length > 0) return;
  const settings = await db
    .select()
    .from(zoneSetting)
    .where(and(eq(zoneSetting.orgId, orgId), eq(zoneSetting.zoneId, zoneId)));
  for (const held of settings) await openSeriesUnder(db, held, measure, place);
}

async function openSeriesUnder(
  db: Database,
  settings: typeof zoneSetting.$inferSelect,
  measure: string,
  { siteId, locationId }: Pick<Meaning, 'siteId' | 'locationId'>,
): Promise<void> {
  const { orgId, zoneId, countFilter, countApplication, perimeter, disabled, scaleFactor, from, to } = settings;
  const meaning = { siteId, locationId, countFilter, countApplication, perimeter, enabled: !disabled };
  const [seriesId] = await addSeries(db, [{ orgId, owner: 'zone', zoneId, measure, ...meaning, from, to }]);
  if (seriesId === undefined || scaleFactor === 1) return;
  await db.insert(seriesFactor).values({ orgId, seriesId, fIn: scaleFactor, fOut: scaleFactor, from, to });
}

/** Moves the series of zones from `since` on to another place; the readings themselves are not touched. */
export async function repointSeries(
  tx: Transaction,
  orgId: string,
  zoneIds: readonly string[],
  stay: { readonly siteId: string; readonly since: Date },
  place: Pick<Meaning, 'siteId' | 'locationId'>,
): Promise<void> {
  if (zoneIds.length === 0) return;
  await tx.sql
    .update(series)
    .set(place)
    .where(
      and(
        eq(series.orgId, orgId),
        inArray(series.zoneId, [...zoneIds]),
        eq(series.siteId, stay.siteId),
        gt(series.to, nextMinute(stay.since)),
        isOwn,
      ),
    );
}

/** Moves the start of the first series of each zone back. */
export async function beginSeriesEarlier(
  { sql: db }: Transaction,
  orgId: string,
  zoneIds: readonly string[],
  at: Date,
): Promise<void> {
  if (zoneIds.length === 0) return;
  const firsts = await db
    .selectDistinctOn([series.zoneId, series.measure], { seriesId: series.seriesId, from: series.from })
    .from(series)
    .where(and(eq(series.orgId, orgId), inArray(series.zoneId, [...zoneIds]), gt(series.to, series.from), isOwn))
    .orderBy(series.zoneId, series.measure, series.from);
  for (const { seriesId, from } of firsts) {
    if (from <= at) continue;
    await db.update(series).set({ from: at }).where(eq(series.seriesId, seriesId));
    const scaled = and(eq(seriesFactor.seriesId, seriesId), eq(seriesFactor.from, from));
    await db.update(seriesFactor).set({ from: at }).where(scaled);
  }
  const settings = await db
    .selectDistinctOn([zoneSetting.zoneId], { zoneId: zoneSetting.zoneId, from: zoneSetting.from })
    .from(zoneSetting)
    .where(and(eq(zoneSetting.orgId, orgId), inArray(zoneSetting.zoneId, [...zoneIds])))
    .orderBy(zoneSetting.zoneId, zoneSetting.from);
  for (const { zoneId, from } of settings) {
    if (from <= at) continue;
    const first = and(eq(zoneSetting.zoneId, zoneId), eq(zoneSetting.from, from));
    await db.update(zoneSetting).set({ from: at }).where(first);
  }
}

/** All series of zones, including closed ones, without imported histories. */
export async function seriesOf({ sql: db }: Transaction, orgId: string, zoneIds: readonly string[]): Promise<number[]> {
  if (zoneIds.length === 0) return [];
  const rows = await db
    .select({ seriesId: series.seriesId })
    .from(series)
    .where(and(eq(series.orgId, orgId), inArray(series.zoneId, [...zoneIds]), isOwn))
    .orderBy(series.seriesId);
  return rows.map(({ seriesId }) => seriesId);
}

/** Marks today's sums to be reread from the facts, because different minutes count now. */
export async function invalidateTodaysSums(
  { sql: db }: Transaction,
  seriesIds: readonly number[],
  now: Date,
): Promise<void> {
  if (seriesIds.length === 0) return;
  const these = inArray(seriesLast.seriesId, [...seriesIds]);
  // In the lock order of all writers: readings are folded into the same rows all the time.
  await db.select({}).from(seriesLast).where(these).orderBy(seriesLast.seriesId).for('update');
  await db
    .update(seriesLast)
    .set({
      refoldSince: sql`coalesce(${seriesLast.refoldSince}, ${now})`,
      refoldCount: sql`${seriesLast.refoldCount} + 1`,
    })
    .where(these);
}

/** Sets the scale factor of a zone from `at` on. */
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

/** What the sensor counts itself: imported and corrected counts are facts of the past, whatever becomes of the sensor. */
const isOwn = and(isNull(series.importId), isNull(series.correctionId));

/** The series that continue at that moment, or begin later. */
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

/** Opens a series like another one from `at` on, with its scale factors. */
async function continueSeries(
  db: Database,
  { seriesId: before, ...old }: typeof series.$inferSelect,
  changed: Partial<Meaning> | { readonly measure: string },
  at: Date,
): Promise<void> {
  const [next] = await db
    .insert(series)
    .values({ ...old, ...changed, from: at })
    .returning({ seriesId: series.seriesId });
  if (next) await carryFactors(db, before, next.seriesId, at);
}

/** Copies the scale factors of one series to another from `at` on. */
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
