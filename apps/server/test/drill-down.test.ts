import { bucketAt, type Drilled, drillInto, isRowOf, withParts } from '@atrium/metrics/drill';
import { type AskedPeriod, dataQueryOf, defaultQuestion, type Question } from '@atrium/metrics/question';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { at, countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const now = new Date('2026-10-28T12:00:30Z');
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());
const { count, shop, adminOf } = countingIn(() => world);

const timezone = 'Europe/Berlin';
const period: AskedPeriod = { relativeDate: 'custom', startDate: '2026-10-20', endDate: '2026-10-27' };
const asking = { now: now.getTime() / 1000, weekStart: 1 } as const;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

async function rowsOf(client: Client, { question, only }: Drilled) {
  const { results } = await detail(client, dataQueryOf(question));
  return only ? results.filter((row) => isRowOf(only, row)) : results;
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { sumins }) => sum + (sumins ?? 0), 0);

/** What the level below each row adds up to, beside the row itself. */
async function sumsBelow(client: Client, question: Question, rows: readonly Row[]) {
  const sums: [row: number, below: number][] = [];
  for (const row of rows) {
    const bucket = bucketAt(question, at(row.recordDate!), timezone, asking)!;
    const drilled = drillInto(question, { bucket, entityId: row.entityId! })!;
    sums.push([row.sumins ?? 0, sumOf(await rowsOf(client, drilled))]);
  }
  return sums;
}

describe('[R1036] what is shown below a number adds up to it', () => {
  it('on the day that clocks are set back, down to the quarters of both hours', async () => {
    const { org, location, zone } = await shop({ timezone });
    const client = await adminOf(org);
    // Different from minute to minute, so that a bucket that is off by one is seen.
    await count(org, zone, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', (minute) => 1 + (minute % 7));
    const entity = { entityIds: [location.locationId], rows: { kind: 'each' } } as const;
    const byWeek: Question = { ...defaultQuestion('traffic'), ...entity, period, grouping: 'isoweek' };
    const weeks = await rowsOf(client, { question: byWeek });
    expect(weeks).toHaveLength(2);
    const days = { ...byWeek, grouping: 'day' };
    const byDay = await rowsOf(client, { question: days });
    const hours = { ...byWeek, grouping: 'hour' };
    const around = (await rowsOf(client, { question: hours })).filter(
      ({ recordDate = '' }) =>
        at(recordDate) >= at('2026-10-24T23:00:00Z') && at(recordDate) < at('2026-10-25T04:00:00Z'),
    );
    // One o'clock, twice two o'clock, three and four.
    expect(around).toHaveLength(5);
    const sums = [
      ...(await sumsBelow(client, byWeek, weeks)),
      ...(await sumsBelow(client, days, byDay)),
      ...(await sumsBelow(client, hours, around)),
    ];
    expect(sums.map(([, below]) => below)).toEqual(sums.map(([own]) => own));
    // Two weeks, five days (the last for an hour, by the clock of Berlin) and five hours with visitors.
    expect(sums.filter(([own]) => own > 0)).toHaveLength(2 + 5 + 5);
  });

  it('of a field of a week, and of a location with several zones', async () => {
    const { org, location, sensor, zone } = await shop({ timezone });
    const second = await world.zone({ sensorId: sensor.sensorId });
    const client = await adminOf(org);
    await count(org, zone, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', (minute) => 1 + (minute % 7));
    await count(org, second, '2026-10-23T00:00:00Z', '2026-10-27T00:00:00Z', () => 3);
    const question: Question = {
      ...defaultQuestion('traffic'),
      entityIds: [location.locationId],
      period,
      grouping: 'weekday,hour',
    };
    const fields = await rowsOf(client, { question });
    const sunday = fields.find(({ weekday, hour }) => weekday === 0 && hour === 2)!;
    const below = await rowsOf(client, drillInto(question, { slot: { weekday: 0, hour: 2 } })!);
    expect([below.length, sumOf(below)]).toEqual([2, sunday.sumins]);

    const whole = { ...question, grouping: 'day' };
    const { question: asked, partsOf } = drillInto(whole, { entityId: location.locationId })!;
    expect(partsOf).toEqual({ entityType: 'location', entityId: location.locationId });
    const zones = await rowsOf(client, { question: withParts(asked, [zone.zoneId, second.zoneId]) });
    expect(sumOf(zones)).toBe(sumOf(await rowsOf(client, { question: whole })));
    expect(new Set(zones.map(({ entityId }) => entityId)).size).toBe(2);
  });
});
