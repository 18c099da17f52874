import { listAudit } from '@atrium/contract/audit';
import { applyClockShift, getClockShift, getSensorClock, takeBackClockShift } from '@atrium/contract/clock-shifts';
import * as inbox from '@atrium/contract/inbox';
import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines } from '@atrium/engines/testing';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDirectory } from '../src/registry/directory/directory.ts';
import { listen } from '../src/registry/notifications.ts';
import type { Client } from './client.ts';
import { at, countingIn, detail, iso } from './counting.ts';
import { movingIn } from './moving.ts';
import { receivingIn } from './receiving.ts';
import { openWorld, registryTemplate, type World } from './world.ts';

// Jobs are taken up every two seconds, and a test here has up to ten of them.
vi.setConfig({ testTimeout: 240_000 });

let world: World;
let shop: Awaited<ReturnType<ReturnType<typeof countingIn>['shop']>>;
let admin: Client;
/** Where bodies are kept when they have left the inbox. */
let copies: { readonly database: string; readonly socketPath: string };
/** The morning after the clocks went forward in Berlin, at 01:00 in UTC. */
const morning = new Date('2026-03-29T08:00:00Z');
const days = ['2026-03-28', '2026-03-29'] as const;

beforeAll(async () => {
  const engines = await sharedTestEngines();
  const stores = [await engines.createDatabase(registryTemplate), await engines.createClickHouseDatabase()] as const;
  copies = stores[1].address;
  const limits = { device: { perSecond: 1000, burst: 1000 } };
  world = await openWorld({ now: morning, stores, app: { limits } });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setNow(morning);
  shop = await countingIn(() => world).shop();
  admin = await countingIn(() => world).adminOf(shop.org);
  sent.length = 0;
});

const { push } = receivingIn(() => ({ world, ...shop }));
const mac = () => shop.sensor.macAddress ?? '';

/** Everything that the sensor has sent, in order. */
const sent: { receivedAt: number; minutes: Record<string, number> }[] = [];

async function send(minutes: Record<string, number>): Promise<void> {
  await push(mac(), minutes);
  sent.push({ receivedAt: world.now().getTime() / 1000, minutes });
}

/** Consecutive minutes of one body, each with another number. */
function minutesFrom(start: string, count: number, first = 1): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [iso(at(start) + 60 * i), first + (i % 7)]));
}

interface Shift {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly receivedBefore?: string;
}

/** By hour, what the sent bodies add up to: each reading at its place, and of two at one place the later one. */
function truth(...shifts: readonly Shift[]): Record<string, number> {
  const placed = new Map<number, number>();
  for (const { receivedAt, minutes } of sent) {
    for (const [start, ins] of Object.entries(minutes)) {
      const shift = shifts.find(
        ({ from, to, receivedBefore = '2100-01-01T00:00:00Z' }) =>
          at(start) >= at(from) && at(start) < at(to) && receivedAt < at(receivedBefore),
      );
      placed.set(at(start) + (shift?.seconds ?? 0), ins);
    }
  }
  const hours = new Map<number, number>();
  for (const [second, ins] of placed) {
    const hour = second - (second % 3600);
    hours.set(hour, (hours.get(hour) ?? 0) + ins);
  }
  return Object.fromEntries([...hours].toSorted(([a], [b]) => a - b).map(([hour, ins]) => [iso(hour), ins]));
}

/** By hour, what the product says. */
async function shown(client = admin, zoneId = shop.zone.zoneId): Promise<Record<string, number>> {
  await world.ingestion.idle();
  const { results } = await detail(client, {
    entityType: 'zone',
    entityIds: zoneId,
    relativeDate: 'custom',
    startDate: days[0],
    endDate: days[1],
    dateGroupings: 'hour',
  });
  const counted = results.flatMap(({ recordDate, sumins }) =>
    sumins === null || sumins === undefined ? [] : [[iso(at(recordDate ?? '')), sumins] as const],
  );
  return Object.fromEntries(counted);
}

const sumOf = (hours: Record<string, number>) => Object.values(hours).reduce((sum, ins) => sum + ins, 0);

/** Of a local day, whose midnight is at 23:00. */
function byDay(hours: Record<string, number>, date: string): number {
  return sumOf(Object.fromEntries(Object.entries(hours).filter(([hour]) => iso(at(hour) + 3600).startsWith(date))));
}

const { jobEnds, calculated, move, takeBack, expectState } = movingIn(() => ({ admin, sensor: shop.sensor }));

/** A night over midnight and over the change of the clocks, with an hour that the sensor sends twice. */
async function aNight(): Promise<void> {
  for (let half = 0; half < 18; half += 1)
    await send(minutesFrom(iso(at('2026-03-28T20:00:00Z') + 1800 * half), 30, half));
  await send(minutesFrom('2026-03-28T20:10:00Z', 5, 40));
}

const anHourAhead = { from: '2026-03-28T21:00:00.000Z', to: '2026-03-29T03:00:00.000Z', seconds: -3600 };

/** One that keeps the estate in memory, like the thread that applies readings. */
async function anotherNode() {
  const notifications = await listen(world.database);
  const directory = createDirectory(world.registry, notifications, () => world.now());
  const known = async () =>
    (await directory.latest(shop.org.orgId)).clockShifts.get(shop.sensor.sensorId)?.[0]?.inForce ?? false;
  return { known, close: () => notifications.close() };
}

describe('readings that are moved in time', () => {
  it('[R665] [R667] [I191] count where they belong, over midnight and the change of the clocks, and go back as they were', async () => {
    await aNight();
    const before = await shown();
    expect(before).toEqual(truth());
    const planned = await calculated(anHourAhead);
    expect(planned.preview).toMatchObject({ readings: 360, lost: 0, refusal: null, bodies: 15, counted: 15 });
    expect(await shown()).toEqual(before);
    const { known, close } = await anotherNode();
    expect(await known()).toBe(false);
    const begun = await admin.call(applyClockShift, { params: planned });
    await jobEnds(begun.jobId);
    expect(await known()).toBe(true);
    await close();
    const moved = await shown();
    expect(moved).toEqual(truth(anHourAhead));
    expect(moved['2026-03-29T02:00:00.000Z']).toBeUndefined();
    expect(moved).not.toEqual(before);
    // The preview had said so.
    expect(planned.preview?.changes.map((each) => [each.date, each.before?.ins, each.after?.ins]).toSorted()).toEqual(
      days.map((date) => [date, byDay(before, date), byDay(moved, date)]),
    );

    await takeBack(planned);
    expect(await shown()).toEqual(before);
  });

  it('[R666] [I192] stay so whatever comes late, again, or is counted again, in any order', async () => {
    await aNight();
    const shift = await move(anHourAhead);
    // Late: in the range, where it was moved to, and in the hole it left.
    await send(minutesFrom('2026-03-28T22:15:00Z', 10, 50));
    await send(minutesFrom('2026-03-28T20:40:00Z', 5, 60));
    await send(minutesFrom('2026-03-29T02:30:00Z', 10, 70));
    await send(minutesFrom('2026-03-29T03:05:00Z', 5, 80));
    // A part of what was sent before, as another body.
    await send(sent[6]!.minutes);
    const moved = await shown();
    expect(moved).toEqual(truth(anHourAhead));

    const range = { from: '2026-03-29T00:00:00Z', to: '2026-03-30T00:00:00Z' };
    const again = await admin.call(inbox.createReplay, { body: { device: mac(), ...range } });
    await jobEnds(again.previewJobId);
    expect((await admin.call(inbox.getReplay, { params: again })).preview).toMatchObject({ bodies: 24, changed: 0 });
    await jobEnds((await admin.call(inbox.applyReplay, { params: again })).applyJobId!);
    await world.facts.rebuild(
      shop.org.factOrg,
      [shop.zone.seriesId],
      at('2026-03-28T00:00:00Z'),
      at('2026-03-30T00:00:00Z'),
    );
    expect(await shown()).toEqual(moved);

    await takeBack(shift);
    expect(await shown()).toEqual(truth());
    // The same stretch can be moved again, another way.
    const later = { ...anHourAhead, seconds: 5400 };
    await move(later);
    expect(await shown()).toEqual(truth(later));
  });

  it('[R665] are only those that were received before a moment, where one is given', async () => {
    await send(minutesFrom('2026-03-29T05:00:00Z', 60));
    world.pass({ minutes: 10 });
    await send(minutesFrom('2026-03-29T05:20:00Z', 20, 30));
    const shift = {
      from: '2026-03-29T05:00:00.000Z',
      to: '2026-03-29T06:00:00.000Z',
      seconds: -3600,
      receivedBefore: '2026-03-29T08:05:00.000Z',
    };
    const { preview } = await move(shift);
    expect(preview?.readings).toBe(60);
    expect(await shown()).toEqual(truth(shift));
    expect(await shown()).not.toEqual(truth({ ...shift, receivedBefore: '2027-01-01T00:00:00Z' }));
  });

  it('[R668] leave quarantine when they are no longer in the future, and move today’s live number', async () => {
    for (let minute = 0; minute < 20; minute += 1) {
      world.pass({ minutes: 1 });
      await send(minutesFrom(iso(world.now().getTime() / 1000 + 3540), 1, minute));
    }
    await world.ingestion.idle();
    const groups = () => admin.call(inbox.listQuarantine, { query: {} });
    expect(await groups()).toMatchObject([{ reason: 'future', count: 20 }]);
    expect(await shown()).toEqual({});
    const clock = await admin.call(getSensorClock, { params: { sensorId: shop.sensor.sensorId } });
    expect(clock).toMatchObject({ skewSeconds: -3600, isClockOff: true, timezone: 'Europe/Berlin', shifts: [] });
    const ahead = { from: '2026-03-29T08:30:00.000Z', to: '2026-03-29T10:00:00.000Z', seconds: -3600 };
    const shift = await move(ahead);
    expect(shift.preview).toMatchObject({ readings: 20, bodies: 20, counted: 20, apart: [] });
    expect(await shown()).toEqual(truth(ahead));
    expect(sumOf(await shown())).toBeGreaterThan(0);
    expect(await groups()).toEqual([]);
    await vi.waitFor(async () => expect(await today()).toBe(sumOf(truth(ahead))));

    await takeBack(shift);
    expect(await groups()).toMatchObject([{ reason: 'future', count: 20 }]);
    expect(await shown()).toEqual({});
    await vi.waitFor(async () => expect(await today()).toBe(0));
  });

  it('[R668] count although the clock was never set', async () => {
    await send(minutesFrom('2010-01-01T00:01:00Z', 3, 4));
    await world.ingestion.idle();
    expect(await shown()).toEqual({});
    const unset = {
      from: '2010-01-01T00:00:00.000Z',
      to: '2010-01-02T00:00:00.000Z',
      seconds: at('2026-03-29T06:00:00Z') - at('2010-01-01T00:00:00Z'),
    };
    const { preview } = await move(unset);
    expect(preview).toMatchObject({ readings: 3, counted: 1, apart: [] });
    expect(await admin.call(inbox.listQuarantine, { query: {} })).toEqual([]);
    expect(await shown()).toEqual(truth(unset));
  });

  it('[I193] [S137] are those of one organization, also where another has a device of the same identity', async () => {
    const other = await countingIn(() => world).shop();
    await world.registry.owner.query('UPDATE sensor SET mac_address = $2 WHERE sensor_id = $1', [
      other.sensor.sensorId,
      mac(),
    ]);
    world.directory.forget(other.org.orgId);
    const neighbor = await countingIn(() => world).adminOf(other.org);
    const theirs = receivingIn(() => ({ world, ...other }));
    await aNight();
    await theirs.push(mac(), minutesFrom('2026-03-28T22:00:00Z', 60));
    const untouched = await shown(neighbor, other.zone.zoneId);
    expect(sumOf(untouched)).toBeGreaterThan(0);
    const shift = await move(anHourAhead);
    expect(await shown(neighbor, other.zone.zoneId)).toEqual(untouched);
    const refused = async (path: string) => (await neighbor.post(path, {})).status;
    expect(await refused(`/api/clock-shift/${shift.clockShiftId}/take-back`)).toBe(404);
    expect(await refused(`/api/clock-shift/${shift.clockShiftId}/apply`)).toBe(404);
    expect(await shown()).toEqual(truth(anHourAhead));
  });

  it('[I194] are the same after the job was interrupted and continued, or did everything twice', async () => {
    const minutes = Array.from({ length: 410 }, (_, i) => i);
    for (let done = 0; done < minutes.length; done += 40) {
      const some = minutes.slice(done, done + 40);
      await Promise.all(some.map((i) => send(minutesFrom(iso(at('2026-03-28T21:00:00Z') + 60 * i), 1, i % 11))));
    }
    const before = await shown();
    const shift = { ...anHourAhead, to: '2026-03-29T04:00:00.000Z' };
    const made = await calculated(shift);
    const { jobId } = await admin.call(applyClockShift, { params: made });
    const ended = await vi.waitUntil(
      async () => {
        const { rowCount } = await world.registry.owner.query(
          `UPDATE job SET state = 'cancelled' WHERE job_id = $1 AND done = 200`,
          [jobId],
        );
        return rowCount === 1;
      },
      { timeout: 20_000, interval: 5 },
    );
    expect(ended).toBe(true);
    await vi.waitFor(async () => expect((await admin.call(getClockShift, { params: made })).state).toBe('interrupted'));
    const half = await shown();
    expect(half).not.toEqual(before);
    expect(half).not.toEqual(truth(shift));
    await expect(calculated(shift)).rejects.toThrow('moved already');
    await jobEnds((await admin.call(applyClockShift, { params: made })).jobId);
    await expectState(made, 'moved');
    expect(await shown()).toEqual(truth(shift));

    await world.registry.owner.query('UPDATE clock_shift SET applied_at = NULL WHERE clock_shift_id = $1', [
      made.clockShiftId,
    ]);
    await world.registry.owner.query(
      `UPDATE job SET state = 'failed' WHERE job_id = (SELECT apply_job_id FROM clock_shift WHERE clock_shift_id = $1)`,
      [made.clockShiftId],
    );
    await jobEnds((await admin.call(applyClockShift, { params: made })).jobId);
    expect(await shown()).toEqual(truth(shift));
    await takeBack(made);
    expect(await shown()).toEqual(before);
  });
});

/** What the live number of the zone is. */
async function today(): Promise<number> {
  const { rows } = await world.registry.owner.query<{ ins: number }>(
    'SELECT ins::int FROM series_last WHERE series_id = $1',
    [shop.zone.seriesId],
  );
  return rows[0]?.ins ?? 0;
}

describe('what cannot be moved', () => {
  it('[R669] is refused as a whole where bodies are no longer kept, and so is taking back', async () => {
    await aNight();
    const before = await shown();
    await forget('min(seq)');
    const planned = await calculated(anHourAhead);
    expect(planned.preview).toMatchObject({ readings: 360, lost: 25, changes: [] });
    expect(planned.preview?.refusal).toContain('For 25 readings');
    await expect(admin.call(applyClockShift, { params: planned })).rejects.toThrow('no longer kept');
    const rest = { ...anHourAhead, from: '2026-03-28T22:00:00.000Z' };
    const shift = await move(rest);
    const moved = await shown();
    expect(moved).not.toEqual(before);
    await forget('max(seq) - 5');
    const begun = await admin.call(takeBackClockShift, { params: shift });
    await jobEnds(begun.jobId);
    const still = await admin.call(getClockShift, { params: shift });
    expect(still.state).toBe('moved');
    expect(still.refusal).toContain('no longer kept');
    expect(await shown()).toEqual(moved);
  });

  it('[R669] is refused for counters that only grow, with words', async () => {
    const key = await world.pushKey({ orgId: shop.org.orgId });
    const readings = [0, 600, 1200].map((second, i) => ({
      line: shop.zone.deviceId,
      at: at('2026-03-29T06:00:00Z') + second,
      inTotal: 100 + 10 * i,
    }));
    const answer = await world.anonymous().post(`/api/push/json/${key}`, { device: mac(), readings });
    expect(answer.status).toBe(200);
    await world.ingestion.idle();
    const wish = { from: '2026-03-29T06:00:00.000Z', to: '2026-03-29T07:00:00.000Z', seconds: -3600 };
    expect((await calculated(wish)).preview?.refusal).toBe('What counters that only grow have counted cannot be moved');
  });

  it('[R670] is said next to the field, and one range is moved once', async () => {
    await aNight();
    const params = { sensorId: shop.sensor.sensorId };
    const problem = async (wish: object) => {
      const { body } = await admin.post<{ details?: { path: string; message: string }[] }>(
        `/api/sensor/${params.sensorId}/clock-shift`,
        { ...anHourAhead, reason: 'Wrong', ...wish },
      );
      return body.details?.map(({ path, message }) => `${path}: ${message}`).join(', ');
    };
    expect(await problem({ to: anHourAhead.from })).toBe('to: End must be after the start');
    expect(await problem({ seconds: 0 })).toBe('seconds: The readings would stay where they are');
    expect(await problem({ seconds: 8 * 86_400 })).toContain('at most seven days');
    expect(await problem({ reason: ' ' })).toBe('reason: Reason is required');
    expect(await problem({ to: '2026-05-29T03:00:00.000Z' })).toContain('longer than 31 days');
    const nothing = { from: '2026-03-20T00:00:00.000Z', to: '2026-03-20T01:00:00.000Z', seconds: 60 };
    expect((await calculated(nothing)).preview?.refusal).toBe('No reading of this sensor lies in this range');
    const shift = await move(anHourAhead);
    await expect(calculated({ ...anHourAhead, seconds: 60 })).rejects.toThrow('moved already');
    await expect(admin.call(applyClockShift, { params: shift })).rejects.toThrow('started already');
    await takeBack(shift);
    await expect(admin.call(takeBackClockShift, { params: shift })).rejects.toThrow('Only what was moved');
    const { shifts } = await admin.call(getSensorClock, { params });
    expect(shifts).toMatchObject([{ state: 'takenBack', seconds: -3600, reason: 'An hour ahead' }]);
    const entries = (await admin.call(listAudit, { query: {} })).filter(({ action }) => action.startsWith('clock'));
    expect(entries.map(({ action }) => action)).toEqual(['clock-shift-taken-back', 'clock-shifted']);
    expect(entries[1]?.detail).toMatchObject({ name: shop.sensor.name, offset: '-1:00:00', readings: 360 });
  });
});

/** One body is kept neither in the inbox nor in the copies. */
async function forget(which: string): Promise<void> {
  const { rows } = await world.registry.owner.query<{ seq: string }>(
    `DELETE FROM inbox_body WHERE org_id = $1 AND seq = (SELECT ${which} FROM inbox_body WHERE org_id = $1 AND device = $2)
     RETURNING seq`,
    [shop.org.orgId, mac()],
  );
  expect(rows).toHaveLength(1);
  const client = createClient({ http_agent: socketAgent(copies.socketPath) });
  await client.command({
    query: `ALTER TABLE ${copies.database}.raw DELETE WHERE seq = ${rows[0]!.seq} SETTINGS mutations_sync = 1`,
  });
  await client.close();
}
