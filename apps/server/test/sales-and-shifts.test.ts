import { dataCalls } from '@atrium/contract/data';
import { getImport, importFiles } from '@atrium/contract/imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  // A Wednesday, between two minutes.
  world = await openWorld({ now: new Date('2026-03-11T12:00:30Z') });
});
afterAll(() => world.close());

const { shop, count, adminOf } = countingIn(() => world);
const { pos, labor } = dataCalls;

async function openShop() {
  const org = await world.organization({
    sftpEnabled: true,
    canViewPOS: true,
    canViewLabor: true,
    canViewTraffic: true,
  });
  const made = await shop({ org, timezone: 'UTC' });
  const { orgId } = org;
  const { locationId } = made.location;
  const field = { orgId, entityType: 'location', entityId: locationId, name: 'locationNumber', value: '1' } as const;
  await world.customField(field);
  return { ...made, admin: await adminOf(org) };
}

async function imported(admin: Client, name: string, lines: readonly string[]): Promise<void> {
  const form = () => {
    const made = new FormData();
    made.append('source', 'upload');
    made.append('file', new Blob([lines.join('\n')]), name);
    return made;
  };
  const [item] = await admin.call(importFiles, { form });
  const { importStatusId } = item!;
  await expect
    .poll(() => admin.call(getImport, { params: { importStatusId } }), { timeout: 60_000 })
    .toMatchObject({ status: 'ok' });
}

const daysFrom = (first: string, days: number) =>
  Array.from({ length: days }, (_, day) => new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10));

describe('[R1220] staff hours of a period that is not over', () => {
  it('are those that were worked until now, in total and by the hour', async () => {
    const { org, zone, admin } = await openShop();
    await imported(admin, 'labor.csv', [
      'locationNumber,employeeId,shiftStart,shiftEnd',
      ...['2026-03-04', '2026-03-11'].map((date) => `1,A,${date}T09:00,${date}T17:00`),
      '1,A,2026-03-12T09:00,2026-03-12T17:00',
    ]);
    for (const date of ['2026-03-04', '2026-03-11'])
      await count(org, zone, `${date}T09:00:00Z`, `${date}T12:00:00Z`, (minute) => (minute < 60 ? 5 : 0));
    const today = { entityType: 'location', relativeDate: 'today', previousPeriod: 'sameperiodlastweek' } as const;
    const metrics = 'staffhours,trafficperstaffhourins';
    const worked = { sumstaffhours: 3, trafficperstaffhourins: 100 };
    const total = await admin.call(labor.total, { query: { ...today, metrics } });
    expect(total.results).toMatchObject([worked]);
    expect(total.previousResults).toMatchObject([worked]);

    const hourly = { ...today, metrics: 'staffhours', dateGroupings: 'hour' };
    const { results } = z.parse(labor.detail.reply, await admin.call(labor.detail, { query: hourly }));
    expect(results.map(({ sumstaffhours }) => sumstaffhours ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0]);

    const thisWeek = { ...today, relativeDate: 'thisweek', metrics: 'staffhours', dateGroupings: 'weekday' } as const;
    const folded = z.parse(labor.detail.reply, await admin.call(labor.detail, { query: thisWeek }));
    expect(folded.results.map(({ sumstaffhours }) => sumstaffhours)).toEqual([null, null, null, 3]);
    expect(folded.previousResults?.map(({ sumstaffhours }) => sumstaffhours)).toEqual([null, null, null, 3]);
  });
});

const sold = (date: string) => `1,${date},1000,20,10`;

describe('[R1219] sales that are known by the day', () => {
  it('of a period that is not over are compared with the days that were over', async () => {
    const { admin } = await openShop();
    await imported(admin, 'pos.csv', [
      'locationNumber,recordDate,netSales,itemCount,transactionCount',
      ...[...daysFrom('2025-02-20', 60), ...daysFrom('2026-03-01', 10)].map(sold),
    ]);
    const ask = async (query: object) => {
      const asked = { entityType: 'location', metrics: 'netsales', previousPeriod: 'sameperiodlastyear', ...query };
      const { results, previousResults, messages } = await admin.call(pos.total, { query: asked as never });
      return [results[0]?.sumnetsales, previousResults?.[0]?.sumnetsales, ...messages];
    };
    expect(await ask({ relativeDate: 'thismonth' })).toEqual([10_000, 10_000]);
    expect(await ask({ relativeDate: 'thismonth', likeForLike: 'true' })).toEqual([10_000, 10_000]);
    // Half a day is known of neither.
    expect(await ask({ relativeDate: 'today' })).toEqual([null, null]);
    // A time that was asked for divides the day.
    const half = { relativeDate: 'custom', startDate: '2026-03-01T00:00', endDate: '2026-03-05T12:00' };
    expect(await ask(half)).toEqual([null, null]);

    const byWeekday = {
      relativeDate: 'thismonth',
      dateGroupings: 'weekday',
      previousPeriod: 'sameperiodlastyear',
    } as const;
    const query = { entityType: 'location', metrics: 'netsales', ...byWeekday } as const;
    const { previousResults } = z.parse(pos.detail.reply, await admin.call(pos.detail, { query }));
    const days = [2000, 2000, 1000, 1000, 1000, 1000, 2000];
    expect(previousResults?.map(({ sumnetsales }) => sumnetsales)).toEqual(days);
  });
});

it('[R1221] a ratio of several locations says how many of them lack a part of it', async () => {
  const { org, zone, admin } = await openShop();
  const second = await shop({ org, timezone: 'UTC' });
  for (const each of [zone, second.zone])
    await count(org, each, '2026-03-10T09:00:00Z', '2026-03-10T10:40:00Z', () => 10);
  await imported(admin, 'pos.csv', [
    'locationNumber,recordDate,netSales,itemCount,transactionCount',
    '1,2026-03-10T10:00,1000,20,250',
  ]);
  const ask = async (query: object) => {
    const asked = { relativeDate: 'yesterday', metrics: 'conversionrateins', ...query };
    const { results, messages } = await admin.call(dataCalls.trafficpos.total, { query: asked as never });
    return [...results.map(({ conversionrateins }) => conversionrateins), ...messages];
  };
  const message = 'Conversion of ins includes locations without sales: 1 of 2.';
  expect(await ask({ entityType: 'organization' })).toEqual([0.125, message]);
  expect(await ask({ entityType: 'location', aggregate: 'true' })).toEqual([0.125, message]);
  expect(new Set(await ask({ entityType: 'location' }))).toEqual(new Set([0.25, null]));
});
