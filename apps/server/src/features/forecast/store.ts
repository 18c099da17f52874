import type { ForecastScore, ForecastZoneScore } from '@atrium/contract/forecast';
import type { ForecastModel, ForecastScores, Verdict } from '@atrium/forecast/forecast';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addSeries } from '../../estate/series-store.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { forecastRun, forecastScore } from '../../registry/schema/forecasts.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location } from '../../registry/schema/places.ts';
import { zone } from '../../registry/schema/sensors.ts';
import type { Scope } from '../../scope.ts';
import { verdictTexts } from './texts.ts';

export interface LocationRun {
  readonly orgId: string;
  readonly locationId: string;
  readonly timezone: string;
  /** The local day of its last forecast, `YYYY-MM-DD`; null before the first. */
  readonly day: string | null;
}

/** All locations in use, of all organizations or of one, with when they were last forecast. */
export async function locationRuns({ sql: db }: Transaction, orgId?: string): Promise<LocationRun[]> {
  return db
    .select({
      orgId: location.orgId,
      locationId: location.locationId,
      timezone: location.timezone,
      day: forecastRun.day,
    })
    .from(location)
    .innerJoin(organization, and(eq(organization.orgId, location.orgId), isNull(organization.deletedAt)))
    .leftJoin(forecastRun, and(eq(forecastRun.orgId, location.orgId), eq(forecastRun.locationId, location.locationId)))
    .where(
      and(
        isNull(location.deletedAt),
        eq(location.disabled, false),
        orgId === undefined ? undefined : eq(location.orgId, orgId),
      ),
    )
    .orderBy(asc(location.orgId), asc(location.locationId));
}

export interface MadeForecast {
  readonly orgId: string;
  readonly locationId: string;
  readonly day: string;
  readonly madeAt: Date;
  readonly zones: readonly {
    readonly zoneId: string;
    readonly verdict: Verdict;
    readonly model: ForecastModel | null;
    readonly scores: ForecastScores;
  }[];
}

/** Zones that are no longer at the location lose their scores. */
export async function saveForecast({ sql: db }: Transaction, made: MadeForecast): Promise<void> {
  const { orgId, locationId, day, madeAt, zones } = made;
  await db.delete(forecastScore).where(and(eq(forecastScore.orgId, orgId), eq(forecastScore.locationId, locationId)));
  for (const { zoneId, verdict, model, scores } of zones) {
    const { origins, coverage, ...byMethod } = scores;
    const row = { locationId, madeAt, verdict, model, origins, coverage, scores: byMethod };
    await db
      .insert(forecastScore)
      .values({ orgId, zoneId, ...row })
      .onConflictDoUpdate({ target: [forecastScore.orgId, forecastScore.zoneId], set: row });
  }
  await db
    .insert(forecastRun)
    .values({ orgId, locationId, day, madeAt })
    .onConflictDoUpdate({ target: [forecastRun.orgId, forecastRun.locationId], set: { day, madeAt } });
}

const longAgo = new Date(0);

/** The series with the bands of a location, opened when it is first needed. */
export async function bandSeriesOf(
  tx: Transaction,
  { orgId, locationId }: Pick<LocationRun, 'orgId' | 'locationId'>,
  isNeeded: boolean,
  now: Date,
): Promise<number | undefined> {
  const { sql: db } = tx;
  const ofLocation = and(eq(forecastRun.orgId, orgId), eq(forecastRun.locationId, locationId));
  const never = { orgId, locationId, day: '1970-01-01', madeAt: now };
  if (isNeeded) await db.insert(forecastRun).values(never).onConflictDoNothing();
  const [run] = await db.select().from(forecastRun).where(ofLocation).for('update');
  if (run?.seriesId || !isNeeded) return run?.seriesId ?? undefined;
  const opened = { orgId, owner: 'location', locationId, measure: 'forecast', enabled: true, from: longAgo } as const;
  const [seriesId] = await addSeries(db, [opened]);
  await db.update(forecastRun).set({ seriesId: seriesId! }).where(ofLocation);
  await raiseEstateVersion(tx, orgId);
  return seriesId;
}

export async function scoresOf(
  { sql: db }: Transaction,
  scope: Scope,
  locationId?: string,
): Promise<ForecastZoneScore[]> {
  const { orgId, locationIds } = scope;
  const rows = await db
    .select({ row: forecastScore, zoneName: zone.name, locationName: location.name })
    .from(forecastScore)
    .innerJoin(zone, and(eq(zone.orgId, forecastScore.orgId), eq(zone.zoneId, forecastScore.zoneId)))
    .innerJoin(
      location,
      and(eq(location.orgId, forecastScore.orgId), eq(location.locationId, forecastScore.locationId)),
    )
    .where(
      and(
        eq(forecastScore.orgId, orgId),
        isNull(zone.deletedAt),
        isNull(location.deletedAt),
        locationIds === 'all' ? undefined : inArray(forecastScore.locationId, [...locationIds]),
        locationId === undefined ? undefined : eq(forecastScore.locationId, locationId),
      ),
    )
    .orderBy(sql`lower(${location.name})`, sql`lower(${zone.name})`, asc(zone.zoneId));
  return rows.map(({ row, zoneName, locationName }) => {
    const scores = row.scores as Record<'b0' | 'b1' | 'm1' | 'm2' | 'final', ForecastScore>;
    const verdict = row.verdict as Verdict;
    return {
      zoneId: row.zoneId,
      zoneName,
      locationId: row.locationId,
      locationName,
      madeAt: row.madeAt.toISOString(),
      model: row.model as ForecastModel | null,
      verdict,
      reason: verdictTexts[verdict],
      origins: row.origins,
      coverage: row.coverage,
      final: shown(scores.final),
      models: { m1: shown(scores.m1), m2: shown(scores.m2) },
      baselines: { b0: shown(scores.b0), b1: shown(scores.b1) },
    };
  });
}

function shown({ wape, mase, bias }: ForecastScore): ForecastScore {
  return { wape, mase, bias };
}
