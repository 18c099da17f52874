import { getTrafficTotal } from '@atrium/contract/data';
import { getJob } from '@atrium/contract/jobs';
import { applyToPast, getSpaceDrift, previewPast } from '@atrium/contract/space-drift';
import { addSpaceZone, removeSpaceZone, updateSpace, updateSpaceZone } from '@atrium/contract/spaces';
import { defaultCorrections } from '@atrium/rules/occupancy-drift';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import { at, iso } from './counting.ts';
import { hallsIn } from './halls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const hall = hallsIn(() => world);

type Hall = Awaited<ReturnType<typeof hall>>;
const midnight = { time: '00:00', value: 0 };
/** Every day at local midnight. */
const resetConfig = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes: [midnight] };

/** People come at ten and leave at four, local time; one of eleven leaves unseen. */
async function aDay({ push, front }: Hall, date: string): Promise<void> {
  const minutes: Record<string, readonly [number, number]> = {};
  const begin = at(`${date}T15:00:00Z`);
  for (let index = 0; index < 11; index += 1) minutes[iso(begin + index * 60).slice(0, 16)] = [10, 0];
  for (let index = 0; index < 10; index += 1) minutes[iso(begin + 3600 + index * 60).slice(0, 16)] = [0, 10];
  await push(front, minutes);
}

/** People at a minute, in UTC. */
async function peopleAt(made: Hall, minute: string): Promise<number | undefined> {
  return (await made.levels(minute, iso(at(`${minute}:00Z`) + 60).slice(0, 16)))[minute.slice(11)];
}

async function idle(): Promise<void> {
  await world.ingestion.idle();
}

it('[R775] [R776] balances a day once it is over, and corrects the next ones by what it learned', async () => {
  world.setNow(new Date('2026-03-04T18:00:00Z'));
  const made = await hall({ resetConfig, corrections: defaultCorrections });
  for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) await aDay(made, date);
  await idle();
  expect(await peopleAt(made, '2026-03-03T15:10')).toBe(110);
  expect(await peopleAt(made, '2026-03-03T16:04')).toBe(55);
  expect(await peopleAt(made, '2026-03-03T16:09')).toBe(0);
  await aDay(made, '2026-03-04');
  await idle();
  const { drift } = await made.admin.call(getSpaceDrift, { params: made.params });
  expect(drift).toMatchObject({ plain: 10, knowsHours: false, error: null });
  expect(drift?.days[0]).toMatchObject({ ins: 110, outs: 100, residual: 10, balance: 1.1 });
  expect(drift?.days[0]?.to).toBe('2026-03-04T05:00:00.000Z');

  // The factor was learned meanwhile, and holds for what is counted from then on.
  world.setNow(new Date('2026-03-05T05:30:00Z'));
  await expect
    .poll(async () => (await made.admin.call(getSpaceDrift, { params: made.params })).drift?.acf, { timeout: 20_000 })
    .toBe(1.1);
  await idle();
  expect(await peopleAt(made, '2026-03-04T16:09')).toBe(0);
  world.setNow(new Date('2026-03-05T16:30:00Z'));
  await aDay(made, '2026-03-05');
  expect(await peopleAt(made, '2026-03-05T16:09')).toBe(0);
  const today = (await made.admin.call(getSpaceDrift, { params: made.params })).drift;
  expect(today).toMatchObject({ plain: 10, corrected: 0, since: '2026-03-05T05:00:00.000Z' });
});

it('[R799] says how far the number may be off, by the ends of the days before and the crossings of today', async () => {
  world.setNow(new Date('2026-03-04T04:30:00Z'));
  const made = await hall({ resetConfig });
  const days = ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
  for (const date of days) await aDay(made, date);
  await idle();
  const drift = async () => (await made.admin.call(getSpaceDrift, { params: made.params })).drift;
  expect(await drift()).toMatchObject({ error: null });
  await aDay(made, '2026-03-03');
  world.setNow(new Date('2026-03-04T18:00:00Z'));
  await idle();
  // Eight days ended with ten people too many, after 210 crossings each. Nobody crossed today.
  expect(await drift()).toMatchObject({ plain: 0, corrected: 0, error: 0 });
  await aDay(made, '2026-03-04');
  await idle();
  expect(await drift()).toMatchObject({ plain: 10, corrected: 10, error: 19.6 });
});

it('[R797] [R798] lets settings also hold for the past, after a preview and with progress', async () => {
  world.setNow(new Date('2026-03-04T18:00:00Z'));
  const made = await hall({ resetConfig });
  const { admin, params } = made;
  for (const date of ['2026-03-02', '2026-03-03']) await aDay(made, date);
  await idle();
  world.setNow(new Date('2026-03-04T20:30:00Z'));
  await admin.call(updateSpace, { params, body: { corrections: defaultCorrections } });
  // At once: an edit that is not folded yet is part of the preview.
  const preview = await admin.call(previewPast, { params, query: { from: '2026-03-03' } });
  await idle();
  expect(await peopleAt(made, '2026-03-03T16:09')).toBe(10);

  expect(preview.days).toBe(2);
  expect(preview.shown.map(({ date }) => date)).toEqual(['2026-03-04', '2026-03-03']);
  expect(preview.shown[1]).toMatchObject({ before: 110, after: 110 });
  expect(preview.change).toBeGreaterThan(0);
  const answer = await admin.send('GET', `/api/space/${params.spaceId}/past?from=2026-03-05`);
  expect(answer.status).toBe(400);

  const { jobId } = await admin.call(applyToPast, { params, body: { from: '2026-03-03' } });
  const state = async () => (await admin.call(getJob, { params: { jobId } })).state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  expect(await peopleAt(made, '2026-03-03T16:09')).toBe(0);
  expect(await peopleAt(made, '2026-03-02T16:09')).toBe(10);
});

it('[R722] lets zones and their directions also hold for the past, after a preview and with progress', async () => {
  const made = await hall({}, { canViewTraffic: true });
  const { admin, params, push, front, back, spaceId, assigned } = made;
  const side = await world.zone({ sensorId: front.sensorId });
  const turned = await world.zone({ sensorId: front.sensorId });
  for (const day of ['2026-03-02', '2026-03-03']) {
    await push(front, { [`${day}T15:00`]: [10, 0], [`${day}T15:04`]: [0, 0] });
    await push(back, { [`${day}T15:01`]: [2, 0] });
    await push(side, { [`${day}T15:02`]: [40, 0] });
    await push(turned, { [`${day}T15:03`]: [0, 7] });
  }
  world.setNow(new Date('2026-03-04T20:30:00Z'));
  const ofBack = { ...params, spaceZoneAssignmentId: assigned.get(back.zoneId)! };
  await admin.call(removeSpaceZone, { params: ofBack });
  await admin.call(addSpaceZone, { params, body: { zoneId: side.zoneId } });
  const { spaceZoneAssignmentId } = await admin.call(addSpaceZone, { params, body: { zoneId: turned.zoneId } });
  await admin.call(updateSpaceZone, {
    params: { ...params, spaceZoneAssignmentId },
    body: { reverseInsAndOuts: true },
  });
  await idle();
  // The back door counts one and a half times: 13 a day.
  expect(await peopleAt(made, '2026-03-03T15:04')).toBe(26);

  const asked = { from: '2026-03-03', part: 'zones' } as const;
  const preview = await admin.call(previewPast, { params, query: asked });
  expect(preview.days).toBe(2);
  expect(preview.shown[1]).toEqual({ date: '2026-03-03', before: 26, after: 13 + 57 });
  expect(preview.change).toBeGreaterThan(0);
  const settings = await admin.call(previewPast, { params, query: { from: '2026-03-03' } });
  expect(settings.change).toBe(0);

  const { jobId } = await admin.call(applyToPast, { params, body: asked });
  const job = async () => admin.call(getJob, { params: { jobId } });
  await expect.poll(async () => (await job()).state, { timeout: 30_000 }).toBe('done');
  expect(await job()).toMatchObject({ done: 2, total: 2 });
  expect(await peopleAt(made, '2026-03-03T15:04')).toBe(13 + 57);
  expect(await peopleAt(made, '2026-03-02T15:04')).toBe(13);
  const insOf = async (day: string) => {
    const range = { relativeDate: 'custom', startDate: day, endDate: day } as const;
    const query = { entityType: 'space', entityIds: spaceId, metrics: 'ins', ...range } as const;
    return (await admin.call(getTrafficTotal, { query })).results[0]?.sumins;
  };
  expect([await insOf('2026-03-02'), await insOf('2026-03-03')]).toEqual([13, 57]);
  const entries = await auditOf(world, made.org.orgId);
  const changed = entries.findLast(({ action }) => action === 'space-changed');
  expect(changed?.detail).toMatchObject({ changed: { zonesSince: [null, '2026-03-03'] } });
  // What is edited afterwards holds from then on, as always.
  world.pass({ hours: 2 });
  await admin.call(updateSpaceZone, {
    params: { ...params, spaceZoneAssignmentId },
    body: { reverseInsAndOuts: false },
  });
  await idle();
  expect(await peopleAt(made, '2026-03-03T15:04')).toBe(13 + 57);
});
