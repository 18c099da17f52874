import { createCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import type { QueryInput } from '@atrium/contract/endpoint';
import type { ForecastRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bandSeriesOf } from '../src/features/forecast/store.ts';
import type { Client } from './client.ts';
import { at, countingIn } from './counting.ts';
import type { Location, Organization } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
/** Noon in Berlin, on a Wednesday. */
const now = new Date('2026-03-04T11:00:30Z');
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());

const { shop, adminOf, count } = countingIn(() => world);
const { detail, total } = dataCalls.forecasted_traffic;
const hour = 3600;
const day = 24 * hour;
const midnight = at('2026-03-03T23:00:00Z');

type Question = Omit<QueryInput<typeof detail>, 'entityType'>;

/** Asks for one entity; what is streamed is checked here. */
function asking(client: Client, entityType: 'organization' | 'location' | 'zone', entityIds: string) {
  const entity = { entityType, entityIds } as const;
  return {
    rows: async (query: Question) =>
      z.parse(detail.reply, await client.call(detail, { query: { ...entity, ...query } })).results,
    total: async (query: Omit<Question, 'dateGroupings'>) =>
      (await client.call(total, { query: { ...entity, ...query } })).results[0]!,
  };
}

/** Ten people in and four out in every hour, and 250 and 90 on every day of some days from midnight on. */
function forecastOf(series: number, org: Organization, first: number, days: number, factor = 1): ForecastRow[] {
  const made = { org: org.factOrg, series, made: first, model: 'm1', gone: 0 } as const;
  const ver = packVer({ rank: 'final', seq: BigInt(first), generation: 0 });
  const people = (ins: number, outs: number) => ({
    ins: ins * 100 * factor,
    outs: outs * 100 * factor,
    bands: {
      lowIns: (ins - 2) * 100 * factor,
      highIns: (ins + 3) * 100 * factor,
      lowOuts: (outs - 1) * 100 * factor,
      highOuts: (outs + 2) * 100 * factor,
    },
  });
  return Array.from({ length: days }, (_, each) => first + each * day).flatMap((start) => [
    ...Array.from({ length: 24 }, (__, index): ForecastRow => ({
      ...made,
      ver,
      ...people(10, 4),
      at: start + index * hour,
      grain: 'hour',
      span: hour,
    })),
    { ...made, ver, ...people(250, 90), at: start, grain: 'day', span: day },
  ]);
}

async function bandsOf({ orgId }: Organization, { locationId }: Location): Promise<number> {
  return (await world.registry.system((tx) => bandSeriesOf(tx, { orgId, locationId }, true, world.now())))!;
}

/** A shop with two doors that are forecast, and one whose forecast is withheld. */
async function forecastShop(scaleFactor = 1) {
  const made = await shop();
  const { org, location, sensor, zone } = made;
  const second = await world.zone({ sensorId: sensor.sensorId, settings: { perimeter: true, scaleFactor } });
  const withheld = await world.zone({ sensorId: sensor.sensorId });
  const bands = forecastOf(await bandsOf(org, location), org, midnight, 28, 2);
  await world.facts.forecasts.append([
    ...forecastOf(zone.seriesId, org, midnight, 28),
    ...forecastOf(second.seriesId, org, midnight, 28),
    ...bands.map((row) => ({ ...row, ins: 0, outs: 0 })),
  ]);
  return { ...made, second, withheld, client: await adminOf(org) };
}

describe('forecasted traffic', () => {
  it('[R800] answers beyond now: today as a whole, tomorrow and the next seven days', async () => {
    const { client, location } = await forecastShop();
    const ask = asking(client, 'location', location.locationId);
    const hours = await ask.rows({ relativeDate: 'today', dateGroupings: 'hour' });
    expect(hours).toHaveLength(24);
    expect(new Set(hours.map(({ sumins, sumouts }) => `${sumins} ${sumouts}`))).toEqual(new Set(['20 8']));
    expect((await ask.rows({ relativeDate: 'tomorrow', dateGroupings: 'hour' })).at(-1)).toMatchObject({
      recordDate: '2026-03-05T22:00:00Z',
      sumins: 20,
      completeness: null,
    });
    const week = await ask.rows({ relativeDate: 'next7days', dateGroupings: 'day' });
    expect(week.map(({ sumins }) => sumins)).toEqual(Array.from({ length: 7 }, () => 480));
    expect(await ask.total({ relativeDate: 'next7days' })).toMatchObject({ sumins: 7 * 480, sumouts: 7 * 192 });
    const compared = await client.call(total, {
      query: { entityType: 'location', relativeDate: 'tomorrow', previousPeriod: 'previousperiod' },
    });
    expect(compared.previousResults![0]!.sumins).toBe(480);
  });

  it('[R800] ends after 28 local days, and refuses a range that begins later', async () => {
    const { client, zone } = await forecastShop();
    const ask = asking(client, 'zone', zone.zoneId);
    const range = { relativeDate: 'custom', startDate: '2026-03-30', endDate: '2026-04-10' } as const;
    const rows = await ask.rows({ ...range, dateGroupings: 'day' });
    expect(rows.map(({ recordDate, sumins }) => [recordDate, sumins])).toEqual([
      ['2026-03-29T22:00:00Z', 240],
      ['2026-03-30T22:00:00Z', 240],
    ]);
    const late = await client.get<{ message: string }>(
      '/api/data/forecasted_traffic?entityType=zone&relativeDate=custom&startDate=2026-04-01&endDate=2026-04-02',
    );
    expect([late.status, late.body.message]).toEqual([
      400,
      'Forecasts end after 28 days: the range must begin before then.',
    ]);
    const other = await client.get('/api/data/traffic?entityType=zone&relativeDate=tomorrow');
    expect(other.status).toBe(400);
  });

  it('[R801] has bands at hour and day, those of a location from its own series, and none elsewhere', async () => {
    const { client, org, location, zone } = await forecastShop();
    const place = asking(client, 'location', location.locationId);
    const bands = { lowins: 16, highins: 26, lowouts: 6, highouts: 12 };
    expect((await place.rows({ relativeDate: 'tomorrow', dateGroupings: 'hour' }))[9]).toMatchObject(bands);
    const perDay = { lowins: 496, highins: 506, lowouts: 178, highouts: 184 };
    expect((await place.rows({ relativeDate: 'next7days', dateGroupings: 'day' }))[2]).toMatchObject(perDay);
    const door = asking(client, 'zone', zone.zoneId);
    expect((await door.rows({ relativeDate: 'tomorrow', dateGroupings: 'hour' }))[9]).toMatchObject({ lowins: 8 });
    const none = { lowins: null, highins: null, lowouts: null, highouts: null };
    for (const dateGroupings of ['minute(15)', 'hour(2)', 'week', 'weekday,hour'])
      for (const row of await place.rows({ ...spring, dateGroupings })) expect(row).toMatchObject(none);
    expect(await place.total(spring)).toMatchObject({ sumins: 14 * 480, ...none });
    const all = asking(client, 'organization', org.orgId);
    expect((await all.rows({ relativeDate: 'tomorrow', dateGroupings: 'day' }))[0]).toMatchObject({
      sumins: 480,
      ...none,
    });
  });

  it('[R801] adds up over locations and closed hours, with the scale of its zones', async () => {
    const { client, org, location } = await forecastShop(1.5);
    const second = await shop({ org, timezone: 'America/New_York' });
    await world.facts.forecasts.append(forecastOf(second.zone.seriesId, org, at('2026-03-04T05:00:00Z'), 3, 5));
    await world.hours.assignment({ orgId: org.orgId, locationId: location.locationId });
    const all = asking(client, 'organization', org.orgId);
    const tomorrow = { relativeDate: 'tomorrow', dateGroupings: 'day' } as const;
    expect((await all.rows(tomorrow))[0]).toMatchObject({ sumins: 240 * (1.5 + 1 + 5), sumouts: 96 * (1.5 + 1 + 5) });
    // From nine to five.
    const place = asking(client, 'location', location.locationId);
    const open = { ...tomorrow, excludeClosedHours: 'true' } as const;
    expect((await place.rows(open))[0]).toMatchObject({ sumins: 8 * 25, lowins: null });
    const hours = await place.rows({ ...open, dateGroupings: 'hour' });
    expect(hours.map(({ sumins }) => sumins).filter((sum) => sum !== null)).toHaveLength(8);
    expect(hours[9]).toMatchObject({ sumins: 25, lowins: 16 });
  });

  it('[R802] answers nothing for a withheld forecast, and for a past day the last forecast made before it', async () => {
    const { client, org, zone, withheld } = await forecastShop();
    const silent = asking(client, 'zone', withheld.zoneId);
    expect((await silent.rows({ relativeDate: 'tomorrow', dateGroupings: 'day' }))[0]).toMatchObject({
      sumins: null,
      sumouts: null,
      lowins: null,
      completeness: null,
    });
    await count(org, zone, '2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z');
    await world.facts.forecasts.replace({
      org: org.factOrg,
      series: [zone.seriesId],
      from: midnight + day,
      ver: packVer({ rank: 'final', seq: BigInt(midnight + day), generation: 0 }),
      rows: forecastOf(zone.seriesId, org, midnight + day, 28, 3),
    });
    const ask = asking(client, 'zone', zone.zoneId);
    const days = await ask.rows({ ...spring, dateGroupings: 'day' });
    expect(days.slice(0, 3).map(({ sumins }) => sumins)).toEqual([240, 720, 720]);
  });

  it('[R802] stays as it was where counts were corrected afterwards', async () => {
    const { client, zone } = await forecastShop();
    const body = {
      zoneId: zone.zoneId,
      from: '2026-03-04T08:00:00.000Z',
      to: '2026-03-04T09:00:00.000Z',
      kind: 'excluded',
      reason: 'Painters',
    } as const;
    await client.call(createCorrection, { body });
    const today = { relativeDate: 'today', dateGroupings: 'hour' } as const;
    const rows = await asking(client, 'zone', zone.zoneId).rows(today);
    expect(rows.map(({ sumins }) => sumins)).toEqual(Array.from({ length: 24 }, () => 10));
  });
});

/** Two weeks from today on, without a change of the clocks. */
const spring = { relativeDate: 'custom', startDate: '2026-03-04', endDate: '2026-03-17' } as const;
