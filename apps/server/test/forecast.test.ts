import { dataCalls } from '@atrium/contract/data';
import { getForecastScoreboard } from '@atrium/contract/forecast';
import { forecastColumns, type ForecastMember } from '@atrium/facts/kind-questions';
import { packVer } from '@atrium/facts/version';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { forecastRun } from '../src/registry/schema/forecasts.ts';
import { job } from '../src/registry/schema/operations.ts';
import type { Client } from './client.ts';
import { at, countingIn } from './counting.ts';
import type { Organization, Zone } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { shop, adminOf } = countingIn(() => world);
const { detail } = dataCalls.forecasted_traffic;
const hour = 3600;
const day = 24 * hour;
/** Midnight in Berlin, 12 weeks before the Wednesday of the world. */
const began = at('2025-12-09T23:00:00Z');
const midnight = at('2026-03-03T23:00:00Z');

describe('the nightly forecast', () => {
  it('[R746] [R747] forecasts zones and their location, and shows each beside its baselines', async () => {
    const { org, location, sensor, zone } = await shop();
    const second = await world.zone({ sensorId: sensor.sensorId, name: 'Second door' });
    const noisy = await world.zone({ sensorId: sensor.sensorId, name: 'Noise', settings: { perimeter: false } });
    await history(org, zone, began, midnight, (index) => rhythm(index, 1));
    await history(org, second, began, midnight, (index) => rhythm(index, 2));
    await history(org, noisy, began, midnight, noise);
    await forecastAll(org);

    const client = await adminOf(org);
    const { zones } = await client.call(getForecastScoreboard, {});
    const verdicts = Object.fromEntries(zones.map(({ zoneId, verdict }) => [zoneId, verdict]));
    expect(verdicts).toEqual({
      [zone.zoneId]: 'passed',
      [second.zoneId]: 'passed',
      [noisy.zoneId]: 'no pattern',
    });
    const scored = zones.find(({ zoneId }) => zoneId === zone.zoneId)!;
    expect(scored).toMatchObject({ locationId: location.locationId, origins: 8, madeAt: world.now().toISOString() });
    expect(scored.model).toMatch(/^m/);
    expect(scored.final.wape).toBeLessThan(0.95 * scored.baselines.b1.wape!);
    expect(scored.coverage).toBeGreaterThan(0.5);

    const members = [member(zone.seriesId, 1), member(second.seriesId, 2), member(noisy.seriesId, 3)];
    const noon = [midnight + 12 * hour, midnight + 13 * hour];
    const cells = await ask(org, noon, members);
    expect([...cells.keys]).toEqual([1, 2]);
    expect(cells.ins[0]).toBeGreaterThan(30);
    expect(cells.lowins[0]).toBeLessThan(cells.ins[0]!);
    expect(cells.highins[0]).toBeGreaterThan(cells.ins[0]!);
    // As far as 28 days ahead, and not further.
    const [last, beyond] = [midnight + 27 * day, midnight + 28 * day];
    expect((await ask(org, [last, last + day], members)).keys).toHaveLength(2);
    expect((await ask(org, [beyond + day, beyond + 2 * day], members)).keys).toHaveLength(0);

    const { seriesId } = (await runsOf(org))[0]!;
    const ofLocation: ForecastMember[] = [
      ...members.map((each): ForecastMember => ({ ...each, key: 0, gives: 'values' })),
      { ...member(seriesId!, 0), gives: 'bands' },
    ];
    const sum = await ask(org, [midnight, midnight + day], ofLocation);
    const days = await ask(org, [midnight, midnight + day], members);
    expect(sum.ins[0]).toBeCloseTo(days.ins[0]! + days.ins[1]!, 6);
    expect(sum.lowins[0]).toBeLessThan(sum.ins[0]!);
    // Narrower than the sum of the bands.
    const width = (of: typeof sum, row: number) => of.highins[row]! - of.lowins[row]!;
    expect(width(sum, 0)).toBeLessThan(width(days, 0) + width(days, 1));
  });

  it('[R1218] gives a location no band while a door counts whose forecast is withheld', async () => {
    const { org, location, sensor, zone } = await shop();
    const side = await world.zone({ sensorId: sensor.sensorId, name: 'Side door' });
    const silent = await world.zone({ sensorId: sensor.sensorId, name: 'Closed door' });
    await history(org, zone, began, midnight, (index) => rhythm(index, 5));
    await history(org, silent, began, midnight - 30 * day, (index) => rhythm(index, 6));
    const bandAtNoon = async (client: Client, date: string) => {
      const noon = { relativeDate: 'custom', startDate: date, endDate: date, dateGroupings: 'hour' } as const;
      const query = {
        ...noon,
        entityType: 'location',
        entityIds: location.locationId,
        metrics: 'ins,highins',
      } as const;
      const { results } = z.parse(detail.reply, await client.call(detail, { query }));
      return results[12];
    };
    await forecastAll(org);
    expect((await bandAtNoon(await adminOf(org), '2026-03-04'))?.highins).toBeGreaterThan(0);

    const before = world.now();
    await history(org, side, began, midnight + day, noise);
    await history(org, zone, midnight, midnight + day, (index) => rhythm(index, 5));
    world.setNow(new Date('2026-03-05T00:05:00Z'));
    await forecastAll(org, 2);
    const client = await adminOf(org);
    const { zones } = await client.call(getForecastScoreboard, {});
    const verdicts = Object.fromEntries(zones.map(({ zoneId, verdict }) => [zoneId, verdict]));
    expect(verdicts).toEqual({ [zone.zoneId]: 'passed', [side.zoneId]: 'no pattern', [silent.zoneId]: 'silent' });
    const tomorrow = await bandAtNoon(client, '2026-03-05');
    expect(tomorrow?.sumins).toBeGreaterThan(0);
    expect(tomorrow?.highins).toBeNull();
    world.setNow(before);
  });

  it('[R746] runs once a night of the location, and leaves past days as they were forecast', async () => {
    const { org, zone } = await shop();
    await history(org, zone, began, midnight, (index) => rhythm(index, 3));
    await forecastAll(org);
    const today = [midnight, midnight + day];
    const tomorrow = [midnight + day, midnight + 2 * day];
    const [first, ahead] = [
      await ask(org, today, [member(zone.seriesId, 0)]),
      await ask(org, tomorrow, [member(zone.seriesId, 0)]),
    ];
    const [{ madeAt }] = (await runsOf(org)) as [typeof forecastRun.$inferSelect];

    // The same day again: nothing is due.
    const before = world.now();
    world.setNow(new Date('2026-03-04T23:30:00Z'));
    await world.forecasts.kinds['plan-forecasts'].run({ data: {}, report: async () => {} });
    expect(await jobsOf(org)).toHaveLength(1);
    // Past one o'clock in Berlin, with three times as many people on the day in between.
    await history(org, zone, midnight, midnight + day, (index) => 3 * rhythm(index, 3));
    world.setNow(new Date('2026-03-05T00:05:00Z'));
    await forecastAll(org, 2);
    expect((await runsOf(org))[0]!.madeAt.getTime()).toBeGreaterThan(madeAt.getTime());
    expect((await ask(org, today, [member(zone.seriesId, 0)])).ins).toEqual(first.ins);
    expect((await ask(org, tomorrow, [member(zone.seriesId, 0)])).ins).not.toEqual(ahead.ins);
    world.setNow(before);
  });

  it('[R747] shows people only the locations they may see', async () => {
    const { org, location, zone } = await shop();
    const { location: other, zone: hidden } = await shop({ org });
    for (const each of [zone, hidden])
      await history(org, each, midnight - 14 * day, midnight, (index) => rhythm(index, 4));
    await forecastAll(org);
    const limited = await world.signIn(await world.user({ orgId: org.orgId, locations: [location] }));
    const { zones } = await limited.call(getForecastScoreboard, {});
    expect(zones.map(({ zoneId, model, verdict }) => [zoneId, model, verdict])).toEqual([[zone.zoneId, 'b0', 'short']]);
    const path = `/api/forecast/scoreboard?locationId=${other.locationId}`;
    expect((await limited.get(path)).status).toBe(404);
    const admin = await adminOf(org);
    expect((await admin.get(path)).status).toBe(200);
    const neighbor = await adminOf(await world.organization());
    expect((await neighbor.get(path)).status).toBe(404);
    expect((await neighbor.call(getForecastScoreboard, {})).zones).toEqual([]);
  });

  it('[I246] forecasts organizations in turns, and goes on with the locations that are left', async () => {
    const large = await world.organization();
    for (let each = 0; each < 23; each += 1) await world.location({ orgId: large.orgId, timezone: 'Europe/Berlin' });
    const { org: small } = await shop();
    await forecastAll(large, 2);
    await expect.poll(() => runsOf(large)).toHaveLength(23);
    await expect.poll(() => runsOf(small)).toHaveLength(1);
    // Twenty at a time: the rest queues behind the others.
    const donesOf = async () =>
      (await jobsOf(large)).map(({ state, done, total }) => `${state} ${done} of ${total}`).toSorted();
    expect(await donesOf()).toEqual(['done 20 of 20', 'done 3 of 3']);
    const [rest] = (await jobsOf(large)).filter(({ done }) => done === 3);
    expect((await finishedInOrder()).at(-1)).toBe(rest!.jobId);
    // Someone lost three of them: only these are made again.
    const made = await runsOf(large);
    await world.registry.system(async ({ sql }) => {
      for (const { locationId } of made.slice(0, 3))
        await sql.update(forecastRun).set({ day: '2026-03-03' }).where(eq(forecastRun.locationId, locationId));
    });
    await forecastAll(large, 3);
    expect(await donesOf()).toEqual(['done 20 of 20', 'done 3 of 3', 'done 3 of 3']);
  });
});

/** Plans, and waits until the jobs of an organization are done. */
async function forecastAll(org: Organization, jobs = 1): Promise<void> {
  await world.forecasts.kinds['plan-forecasts'].run({ data: {}, report: async () => {} });
  await expect
    .poll(async () => (await jobsOf(org)).filter(({ state }) => state === 'done'), { timeout: 60_000 })
    .toHaveLength(jobs);
}

async function jobsOf({ orgId }: Organization) {
  return world.registry.system(({ sql }) =>
    sql.select().from(job).where(eq(job.orgId, orgId)).orderBy(job.createdAt, job.done),
  );
}

/** The jobs of forecasts by when they ended. */
async function finishedInOrder(): Promise<string[]> {
  const { rows } = await world.registry.owner.query<{ id: string }>(
    `SELECT data->>'jobId' AS id FROM pgboss.job WHERE name = 'forecast' AND state = 'completed' ORDER BY completed_on`,
  );
  return rows.map(({ id }) => id);
}

async function runsOf({ orgId }: Organization) {
  return world.registry.system(({ sql }) => sql.select().from(forecastRun).where(eq(forecastRun.orgId, orgId)));
}

/** Records of an hour each. */
async function history(org: Organization, zone: Zone, from: number, to: number, people: (hour: number) => number) {
  const rows = Array.from({ length: (to - from) / hour }, (_, index) => {
    const start = from + index * hour;
    const ins = Math.round(people((start - began) / hour));
    const ver = packVer({ rank: 'final', seq: BigInt(start), generation: 1 });
    return {
      org: org.factOrg,
      series: zone.seriesId,
      at: start,
      span: hour,
      ins,
      outs: ins,
      ver,
      gone: 0 as const,
      flags: 0,
    };
  });
  await world.facts.append(rows);
  await world.facts.rebuild(org.factOrg, [zone.seriesId], from, to);
}

/** Without a pattern. */
function noise(index: number): number {
  return 20 + (Math.imul(index + 7, 2_654_435_761) >>> 0) / 2 ** 28;
}

/** A day with a peak at two, Saturdays with more, and some noise. */
function rhythm(index: number, salt: number): number {
  const [hourOfDay, weekday] = [index % 24, Math.floor(index / 24) % 7];
  const luck = ((Math.imul(index + salt * 1000, 2_654_435_761) >>> 0) / 2 ** 32 - 0.5) * 0.6;
  return 60 * Math.exp(-(((hourOfDay - 14) / 4) ** 2)) * (weekday === 3 ? 1.7 : 1) * (1 + luck);
}

function member(series: number, key: number): ForecastMember {
  return { series, key, from: 0, to: at('2090-01-01T00:00:00Z'), wIn: 1, wOut: 1, gives: 'both' };
}

function ask(org: Organization, edges: readonly number[], members: readonly ForecastMember[]) {
  return world.facts.forecasts.aggregate({ org: org.factOrg, slices: [{ edges, members }], columns: forecastColumns });
}
