import { listAudit } from '@atrium/contract/audit';
import type { QueryInput } from '@atrium/contract/endpoint';
import * as inbox from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notePackages } from '../src/ingestion/package-store.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import { aMac, pushingIn } from './pushing.ts';
import { receivingIn } from './receiving.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let shop: Awaited<ReturnType<ReturnType<typeof countingIn>['shop']>>;
let orgId: string;
let mac: string;
let admin: Client;
const noon = new Date('2026-03-04T12:00:00Z');
/** A date by the real clock: copies are kept for 30 days by it. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
beforeAll(async () => {
  world = await openWorld({ now: noon });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setNow(noon);
  shop = await countingIn(() => world).shop();
  ({ orgId } = shop.org);
  mac = shop.sensor.macAddress ?? '';
  await enter(noon);
});

/** Someone who signs in at that time: a session does not last for days. */
async function enter(now: Date) {
  world.setNow(now);
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
}

const { counted } = pushingIn(() => world);
const settled = () => world.ingestion.applied();
const { push, send, lostFacts } = receivingIn(() => ({ world, ...shop }));
const received = (query: QueryInput<typeof inbox.listReceived> = {}, client = admin) =>
  client.call(inbox.listReceived, { query });
const groups = () => admin.call(inbox.listQuarantine, { query: {} });

async function ledger(device: string) {
  const { rows } = await world.registry.owner.query(
    `SELECT sum(applied)::int AS applied, sum(duplicate)::int AS duplicate, sum(quarantined)::int AS quarantined,
            sum(discarded)::int AS discarded FROM ledger WHERE org_id = $1 AND device = $2`,
    [orgId, device],
  );
  return rows[0];
}

async function jobDone(jobId: string) {
  await expect.poll(async () => (await admin.call(getJob, { params: { jobId } })).state, within(20)).toBe('done');
}

async function preview(wish: object) {
  const made = await admin.call(inbox.createReplay, { body: wish });
  await jobDone(made.previewJobId);
  return admin.call(inbox.getReplay, { params: made });
}

describe('what was received', () => {
  it('[R595] is listed newest first, page by page, and narrowed by device, vendor, status, reason and time', async () => {
    const stranger = aMac();
    for (let minute = 0; minute < 5; minute += 1) {
      world.pass({ minutes: 1 });
      await push(mac, { [`2026-03-04T11:0${minute}:00Z`]: minute });
    }
    world.pass({ minutes: 1 });
    await push(stranger, { '2026-03-04T11:00:00Z': 1 });
    await settled();
    const all = await received();
    expect(all.results.map(({ device, status, reason }) => [device, status, reason])).toEqual([
      [stranger, 'quarantined', 'unassigned'],
      ...Array.from({ length: 5 }, () => [mac, 'applied', null]),
    ]);
    expect(all.next).toBeNull();
    expect(all.results[1]).toMatchObject({
      vendor: 'xovis5',
      kind: 'push',
      sensor: { sensorId: shop.sensor.sensorId },
    });
    const first = await received({ limit: 4 });
    const second = await received({ limit: 4, cursor: first.next ?? '' });
    expect([...first.results, ...second.results]).toEqual(all.results);
    const count = async (query: Parameters<typeof received>[0]) => (await received(query)).results.length;
    expect(await count({ device: mac })).toBe(5);
    expect(await count({ vendor: 'axis' })).toBe(0);
    expect(await count({ status: 'applied' })).toBe(5);
    expect(await count({ reason: 'unassigned' })).toBe(1);
    expect(await count({ reason: 'not_json' })).toBe(0);
    expect(await count({ from: '2026-03-04T12:02:00Z', to: '2026-03-04T12:04:00Z' })).toBe(2);
    expect((await admin.get('/api/inbox/body?cursor=x')).status).toBe(400);
  });

  it('[R596] continues in the copies of 30 days where the inbox ends', async () => {
    const days = [0, 1, 2, 3, 4, 5];
    for (const day of days) {
      await enter(new Date(`${ago(5 - day)}T12:00:00Z`));
      await push(mac, { [`${ago(6)}T10:0${day}:00Z`]: 1 });
      if (day === 1) {
        await push(aMac(), { [`${ago(6)}T10:00:00Z`]: 1 });
        await push(mac, { [`${ago(6)}T11:00:00Z`]: 1 });
      }
      // What waits when the clock moves on looks late, and then old readings are refused for a while.
      await settled();
    }
    await world.registry.owner.query(`DELETE FROM inbox_body WHERE org_id = $1 AND day < $2`, [orgId, ago(2)]);
    const dates = async (query: Parameters<typeof received>[0]) => {
      const found: (number | undefined)[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof received>> = await received({ ...query, ...(cursor && { cursor }) });
        found.push(
          ...page.results.map(({ receivedAt }) => days.find((daysAgo) => ago(daysAgo) === receivedAt.slice(0, 10))),
        );
        cursor = page.next;
      }
      return found.join(' ');
    };
    expect(await dates({ limit: 2 })).toBe('0 1 2 3 4 4 4 5');
    expect(await dates({ device: mac, limit: 1 })).toBe('0 1 2 3 4 4 5');
    for (const limit of [1, 100]) expect(await dates({ status: 'applied', limit })).toBe('0 1 2 3 4 4 5');
    expect(await dates({ from: `${ago(4)}T00:00:00Z`, to: `${ago(1)}T00:00:00Z` })).toBe('2 3 4 4 4');
    const oldest = (await received({ to: `${ago(4)}T00:00:00Z` })).results[0]!;
    expect((await admin.call(inbox.getReceived, { params: oldest })).form).toBe('json');
  });

  it('[R597] is shown as text with what its decoder makes of it, and downloaded as bytes with an audit entry', async () => {
    await push(mac, { '2026-03-04T11:00:00Z': 7 });
    await settled();
    const [row] = (await received()).results;
    const opened = await admin.call(inbox.getReceived, { params: row! });
    expect(opened.text).toContain('\n    "package_info": {');
    expect(opened.decoded).toMatchObject({ flaws: [], total: 1, reason: null });
    expect(opened.decoded?.readings[0]).toMatchObject({
      logicName: 'Line 1',
      kind: 'count',
      from: '2026-03-04T11:00:00.000Z',
      to: '2026-03-04T11:01:00.000Z',
      ins: 7,
      outs: 0,
    });
    const file = await fetch(`${world.url}/api/inbox/body/${row!.bodyId}/file`, {
      headers: { cookie: admin.cookieHeader() },
    });
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(JSON.parse(await file.text())).toHaveProperty('logics_data');
    const [entry] = await admin.call(listAudit, { query: { action: 'received-downloaded' } });
    expect(entry?.detail).toEqual({ device: mac });
  });

  it('[S123] never becomes a page: markup stays text and bytes become digits', async () => {
    await send('<script>alert(1)</script>', 'brickstream', 'text/xml');
    await send(Buffer.from([1, 0, 255]));
    await settled();
    const rows = (await received()).results;
    const opened = await Promise.all(rows.map((params) => admin.call(inbox.getReceived, { params })));
    expect(opened.map(({ form }) => form)).toEqual(['hex', 'xml']);
    expect(opened[1]?.decoded?.flaws.length).toBeGreaterThan(0);
    const page = await fetch(`${world.url}/api/inbox/body/${rows[1]!.bodyId}`, {
      headers: { cookie: admin.cookieHeader() },
    });
    expect(page.headers.get('content-type')).toContain('application/json');
  });
});

describe('quarantine', () => {
  it('[R598] [R599] has a row for each device, reason and shape, and is discarded with a reason while the ledger stays balanced', async () => {
    const stranger = aMac();
    for (const minute of [1, 2, 3]) await push(stranger, { [`2026-03-04T11:0${minute}:00Z`]: 1 });
    await send('{"no":1}');
    await settled();
    // Received in the same instant, they come in any order.
    const [waiting, unknown] = (await groups()).toSorted((a, b) => b.count - a.count);
    expect(unknown).toMatchObject({ device: 'unidentified', reason: 'unknown_shape', count: 1 });
    expect(waiting).toMatchObject({ device: stranger, reason: 'unassigned', count: 3, sensor: null });
    expect(await admin.call(inbox.getReceived, { params: { bodyId: waiting!.sampleId! } })).toMatchObject({
      status: 'quarantined',
      decoded: { reason: 'unassigned' },
    });
    const discard = (reason: string) => admin.call(inbox.discardQuarantined, { params: waiting!, body: { reason } });
    await expect(discard(' ')).rejects.toThrow('Reason is required');
    expect(await discard(' Not ours ')).toEqual({ discarded: 3 });
    expect((await groups()).map(({ device }) => device)).toEqual(['unidentified']);
    expect(await ledger(stranger)).toEqual({ applied: 0, duplicate: 0, quarantined: 0, discarded: 3 });
    expect((await received({ device: stranger })).results.map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'discarded'),
    );
    const [entry] = await admin.call(listAudit, { query: { action: 'quarantine-discarded' } });
    expect(entry?.detail).toEqual({ device: stranger, reason: 'unassigned', why: 'Not ours', count: 3 });
    await expect(discard('Again')).rejects.toThrow('was not found');
  });

  it('[S124] is not discarded while it is on its way through the pump, and never counted once it is', async () => {
    await push(aMac(), { '2026-03-04T11:00:00Z': 1 });
    await settled();
    const [group] = await groups();
    const { registry } = world;
    const discard = () => admin.call(inbox.discardQuarantined, { params: group!, body: { reason: 'No' } });
    // A lane that nobody holds.
    await registry.owner.query(
      `INSERT INTO inbox_todo (priority, seq, day, lane, source)
       SELECT 1, seq, '2026-03-04', 999, 'quarantine' FROM quarantine_body WHERE org_id = $1`,
      [orgId],
    );
    await expect(discard()).rejects.toThrow('being counted again');
    await registry.owner.query('DELETE FROM inbox_todo WHERE lane = 999');
    expect(await discard()).toEqual({ discarded: 1 });
    const range = { from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' };
    await expect(admin.call(inbox.createReplay, { body: { device: group!.device, ...range } })).rejects.toThrow(
      'Nothing was received',
    );
    expect(
      await world.ingestion.quarantine.replayReceived(
        { orgId },
        { from: new Date(range.from), to: new Date(range.to) },
      ),
    ).toBe(0);
  });
});

describe('a replay', () => {
  it('[R600] [R601] [R603] rebuilds what a device sent from the copies, and shows before what would change by zone and day', async () => {
    await enter(new Date(`${ago(0)}T12:00:00Z`));
    await push(mac, { [`${ago(0)}T10:00:00Z`]: 5 });
    await settled();
    const today = { from: `${ago(0)}T00:00:00Z`, to: `${ago(-1)}T00:00:00Z` };
    const early = { from: `${ago(12)}T00:00:00Z`, to: `${ago(11)}T00:00:00Z` };
    await expect(admin.call(inbox.createReplay, { body: { device: mac, ...early } })).rejects.toThrow(
      'Nothing was received',
    );
    // Facts that were lost, while the copies of their bodies still exist.
    const minutes = { [`${ago(12)}T10:00:00Z`]: 4, [`${ago(12)}T23:30:00Z`]: 3 };
    await lostFacts(mac, minutes);
    expect((await preview({ device: mac, ...today })).preview).toMatchObject({ bodies: 1, compared: 1, changed: 0 });
    const planned = await preview({ device: mac, ...early });
    expect(planned.preview).toMatchObject({ bodies: 2, counted: 2, apart: [], compared: 2, changed: 2, newZones: 0 });
    // By the days of the location, which is an hour ahead.
    expect(planned.preview?.changes.map(({ date, before, after }) => [date, before, after])).toEqual([
      [ago(11), null, { ins: 3, outs: 0 }],
      [ago(12), null, { ins: 4, outs: 0 }],
    ]);
    expect(await counted(admin, 'zone', shop.zone.zoneId, [ago(20), ago(0)])).toBe(5);
    await jobDone((await admin.call(inbox.applyReplay, { params: planned })).applyJobId!);
    expect(await counted(admin, 'zone', shop.zone.zoneId, [ago(20), ago(0)])).toBe(12);
    expect((await preview({ device: mac, ...early })).preview).toMatchObject({ changed: 0 });
    expect(await ledger(mac)).toEqual({ applied: 1, duplicate: 0, quarantined: 0, discarded: 0 });
  });

  it('[R600] [R602] counts a quarantined group after its cause is gone, through the pump', async () => {
    await world.registry.owner.query('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [
      shop.sensor.sensorId,
      '2026-03-04T11:00:00Z',
    ]);
    world.directory.forget(orgId);
    await push(mac, { '2026-03-04T10:00:00Z': 5, '2026-03-04T11:30:00Z': 3 });
    await settled();
    const [group] = await groups();
    expect(group).toMatchObject({ reason: 'before_commissioning', count: 1 });
    const still = await preview({ quarantineId: group!.quarantineId });
    expect(still.preview).toMatchObject({
      counted: 0,
      apart: [{ reason: 'before_commissioning', count: 1 }],
      changes: [],
    });
    await world.registry.owner.query('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [
      shop.sensor.sensorId,
      '2026-01-01T00:00:00Z',
    ]);
    await world.registry.owner.query('UPDATE organization SET estate_version = estate_version + 1 WHERE org_id = $1', [
      orgId,
    ]);
    world.directory.forget(orgId);
    const better = await preview({ quarantineId: group!.quarantineId });
    expect(better.preview).toMatchObject({ bodies: 1, counted: 1, apart: [], changed: 1 });
    expect(better.preview?.changes).toEqual([
      expect.objectContaining({ date: '2026-03-04', before: { ins: 3, outs: 0 }, after: { ins: 8, outs: 0 } }),
    ]);
    expect(await counted(admin, 'zone', shop.zone.zoneId)).toBe(3);
    const applied = await admin.call(inbox.applyReplay, { params: better });
    await jobDone(applied.applyJobId!);
    expect(await counted(admin, 'zone', shop.zone.zoneId)).toBe(8);
    expect(await groups()).toEqual([]);
    expect(await ledger(mac)).toEqual({ applied: 1, duplicate: 0, quarantined: 0, discarded: 0 });
    await expect(admin.call(inbox.applyReplay, { params: better })).rejects.toThrow('applied already');
    const [entry] = await admin.call(listAudit, { query: { action: 'replay-applied' } });
    expect(entry?.detail).toMatchObject({ device: mac, bodies: 1, changed: 1 });
  });
});

describe('devices in the inbox', () => {
  it('[R605] show how far their clocks are off, flagged above a minute', async () => {
    const [exact, late] = [shop, await countingIn(() => world).shop({ org: shop.org })];
    for (const minute of [0, 1, 2]) {
      world.setNow(new Date(Date.UTC(2026, 2, 4, 12, minute, 5)));
      const start = (behind: number) => new Date(Date.UTC(2026, 2, 4, 12, minute - 1 - behind)).toISOString();
      await push(exact.sensor.macAddress ?? '', { [start(0)]: 1 });
      await push(late.sensor.macAddress ?? '', { [start(3)]: 1 });
    }
    await settled();
    const rows = await admin.call(inbox.listInboxDevices, { query: {} });
    const clocks = rows.map(({ sensor, skewSeconds, isClockOff, applied }) => [
      sensor?.name,
      skewSeconds,
      isClockOff,
      applied,
    ]);
    expect(clocks).toHaveLength(2);
    expect(clocks).toEqual(
      expect.arrayContaining([
        [exact.sensor.name, 5, false, 3],
        [late.sensor.name, 185, true, 3],
      ]),
    );
  });

  it('[R604] [R606] list the packages that are missing until they come or someone waives them', async () => {
    const note = (...numbers: number[]) =>
      world.registry.system(({ client }) =>
        notePackages(
          client,
          numbers.map((number) => ({
            orgId,
            device: mac,
            agent: '1008',
            number,
            at: number * 60,
            receivedAt: number * 60,
            ranges: [],
          })),
        ),
      );
    const gaps = async (waived: 'true' | 'false' = 'false') =>
      (await admin.call(inbox.listPackageGaps, { query: { waived } })).map((gap) => [gap.firstNumber, gap.lastNumber]);
    await note(1, 2, 5);
    await note(9);
    expect(await gaps()).toEqual([
      [6, 8],
      [3, 4],
    ]);
    await note(7, 9, 2);
    await note(4);
    expect(await gaps()).toEqual([
      [8, 8],
      [6, 6],
      [3, 3],
    ]);
    const [newest] = await admin.call(inbox.listPackageGaps, { query: {} });
    const waive = (reason: string) => admin.call(inbox.waivePackageGap, { params: newest!, body: { reason } });
    await expect(waive('')).rejects.toThrow('Reason is required');
    expect(await waive('Power cut')).toMatchObject({ waivedReason: 'Power cut', device: mac });
    expect(await gaps()).toEqual([
      [6, 6],
      [3, 3],
    ]);
    expect(await gaps('true')).toEqual([[8, 8]]);
    await note(3, 6);
    expect(await gaps()).toEqual([]);
    expect((await admin.call(listAudit, { query: { action: 'package-gap-waived' } }))[0]?.detail).toEqual({
      device: mac,
      firstNumber: 8,
      lastNumber: 8,
      why: 'Power cut',
    });
  });
});

describe('whose inbox', () => {
  it('[S125] [S126] an administrator sees that of the organization, staff of one or of all, users nothing', async () => {
    const stranger = aMac();
    await push(stranger, { '2026-03-04T11:00:00Z': 1 });
    const other = (await world.organization()).orgId;
    const neighbor = await world.signIn(await world.user({ orgId: other, role: 'OrganizationAdministrator' }));
    await settled();
    const [row] = (await received()).results;
    const [group] = await groups();
    expect((await received({}, neighbor)).results).toEqual([]);
    for (const path of [`/api/inbox/body/${row!.bodyId}`, `/api/inbox/body/${row!.bodyId}/file`]) {
      expect((await neighbor.get(path)).status).toBe(404);
      expect((await neighbor.get(`${path}?orgId=${orgId}`)).status).toBe(404);
    }
    const discard = neighbor.post(`/api/inbox/quarantine/${group!.quarantineId}/discard`, { reason: 'Mine' });
    expect((await discard).status).toBe(404);
    expect((await neighbor.post('/api/inbox/replay', { quarantineId: group!.quarantineId })).status).toBe(404);
    const range = { device: stranger, from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' };
    expect((await neighbor.post('/api/inbox/replay', range)).status).toBe(400);
    const staff = await world.signIn(await world.staff());
    expect((await received({ orgId, limit: 1 }, staff)).results).toEqual([row]);
    expect((await received({ device: stranger }, staff)).results).toEqual([row]);
    const user = await world.signIn(await world.user({ orgId, role: 'OrganizationUser' }));
    for (const path of ['body', 'quarantine', 'device', 'gap']) {
      expect((await user.get(`/api/inbox/${path}`)).status).toBe(403);
    }
  });
});
