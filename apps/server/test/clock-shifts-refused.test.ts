import { getClockShift, takeBackClockShift } from '@atrium/contract/clock-shifts';
import * as inbox from '@atrium/contract/inbox';
import { createMapping, guessMapping, updateMapping } from '@atrium/contract/mappings';
import { clockShiftTexts } from '@atrium/rules/clock-shift';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fixture } from '../src/ingestion/vendors/testing.ts';
import type { Client } from './client.ts';
import { countingIn, detail } from './counting.ts';
import { movingIn } from './moving.ts';
import { openWorld, type World } from './world.ts';

// Jobs are taken up every two seconds.
vi.setConfig({ testTimeout: 240_000 });

let world: World;
let admin: Client;
let orgId: string;
let locationId: string;
let siteId: string;
let sensor: { readonly sensorId: string };
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-04T12:00:00Z') });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setNow(new Date('2026-03-04T12:00:00Z'));
  const org = await world.organization();
  ({ orgId } = org);
  ({ locationId } = await world.location({ orgId, timezone: 'UTC' }));
  ({ siteId } = await world.site({ locationId }));
  admin = await countingIn(() => world).adminOf(org);
});

const { calculated, jobEnds, move } = movingIn(() => ({ admin, sensor }));
const anHour = { from: '2026-03-04T10:00:00.000Z', to: '2026-03-04T11:00:00.000Z', seconds: -3600 };

async function push(vendor: string, body: object): Promise<void> {
  const key = await world.pushKey({ orgId });
  expect((await world.anonymous().post(`/api/push/${vendor}/${key}`, body)).status).toBe(200);
  await world.ingestion.idle();
}

/** Ins by the hours in which any were counted. */
async function hours() {
  await world.ingestion.idle();
  const dates = { relativeDate: 'custom', startDate: '2026-03-04', endDate: '2026-03-04' } as const;
  const { results } = await detail(admin, {
    entityType: 'location',
    entityIds: locationId,
    dateGroupings: 'hour',
    ...dates,
  });
  return results.flatMap(({ recordDate, sumins }) => (sumins === null ? [] : [[recordDate?.slice(11, 13), sumins]]));
}

/** As a taught sensor sends it. */
function gateBody(time: string, entered: number): object {
  return { serial: 'K-7', data: [{ gate: 'North', time: `2026-03-04 ${time}`, entered, left: 0 }] };
}

it('[R687] what another version of a taught sensor counted is neither moved nor put back before it is counted again', async () => {
  sensor = await world.sensor({ siteId, macAddress: null, identifier: 'custom:K-7' });
  const text = JSON.stringify(gateBody('10:00', 5));
  const guessed = (await admin.call(guessMapping, { body: { text } })).spec;
  const specIn = (zone: string) => ({
    ...guessed,
    interval: { kind: 'fixed' as const, seconds: 300, stamp: 'start' as const },
    time: { ...guessed.time, zone },
  });
  const made = await admin.call(createMapping, { body: { name: 'Gates', spec: specIn('UTC'), text } });
  await push(made.vendor, gateBody('10:00', 5));
  await push(made.vendor, gateBody('11:30', 3));
  const shift = await move(anHour);
  const moved = [
    ['09', 5],
    ['11', 3],
  ];
  expect(await hours()).toEqual(moved);
  // Read so, nothing of what was counted lies at these times.
  await admin.call(updateMapping, { params: made, body: { spec: specIn('Asia/Tokyo'), text } });
  await jobEnds((await admin.call(takeBackClockShift, { params: shift })).jobId);
  const still = await admin.call(getClockShift, { params: shift });
  expect([still.state, still.refusal]).toEqual(['moved', clockShiftTexts.older]);
  expect(await hours()).toEqual(moved);
  const later = { ...anHour, from: '2026-03-04T11:00:00.000Z', to: '2026-03-04T12:00:00.000Z' };
  expect((await calculated(later)).preview?.refusal).toBe(clockShiftTexts.older);

  const range = { from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' };
  const again = await admin.call(inbox.createReplay, { body: { vendor: made.vendor, ...range } });
  await jobEnds(again.previewJobId);
  await jobEnds((await admin.call(inbox.applyReplay, { params: again })).applyJobId!);
  await jobEnds((await admin.call(takeBackClockShift, { params: shift })).jobId);
  expect((await admin.call(getClockShift, { params: shift })).state).toBe('takenBack');
  expect(await hours()).toEqual([
    ['01', 5],
    ['02', 3],
  ]);
});

it('[R669] what another device brings is not moved', async () => {
  world.setNow(new Date('2026-01-01T23:59:00Z'));
  sensor = await world.sensor({ siteId, macAddress: '006E0201AB7C' });
  await push('xovis-spider', JSON.parse(fixture('xovis5-spider.json').toString()) as object);
  const day = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', seconds: -3600 };
  expect((await calculated(day)).preview).toMatchObject({ readings: 0, refusal: clockShiftTexts.carried });
});

it('[S143] an organization has a few calculations at a time, so that others do not wait for them', async () => {
  sensor = await world.sensor({ siteId, macAddress: '006E0201AB7D' });
  // Nothing takes them up: as if someone else's were being calculated.
  await world.registry.owner.query(
    `INSERT INTO job (kind, org_id, data, state, created_at, updated_at)
     SELECT 'preview-clock-shift', $1, '{}', 'running', $2, $2 FROM generate_series(1, 5)`,
    [orgId, world.now()],
  );
  const wanted = { ...anHour, reason: 'Ahead' };
  const ask = (client: Client, { sensorId }: { sensorId: string }) =>
    client.post(`/api/sensor/${sensorId}/clock-shift`, wanted);
  expect((await ask(admin, sensor)).status).toBe(429);
  const neighbor = await countingIn(() => world).shop();
  expect((await ask(await countingIn(() => world).adminOf(neighbor.org), neighbor.sensor)).status).toBe(200);
  world.pass({ hours: 7 });
  expect((await ask(admin, sensor)).status).toBe(200);
});
