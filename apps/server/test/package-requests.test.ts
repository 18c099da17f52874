import { listAudit } from '@atrium/contract/audit';
import { listPackageGaps, requestPackages } from '@atrium/contract/inbox';
import {
  approveSensorHost,
  getPackageRequests,
  revokeSensorHost,
  updatePackageRequests,
} from '@atrium/contract/package-requests';
import { packageRequestTexts } from '@atrium/rules/package-request';
import { startXovisDevice, type XovisDevice, type XovisDeviceOptions } from '@atrium/simulator/xovis5-device';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notePackages } from '../src/ingestion/package-store.ts';
import { takeDue } from '../src/ingestion/requests/request-store.ts';
import { requestWords } from '../src/ingestion/requests/words.ts';
import type { Client } from './client.ts';
import { aMac, pushingIn } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
const start = new Date('2026-03-04T12:00:00Z');
beforeAll(async () => {
  world = await openWorld({ app: { requestPauses: { lookMs: 50, restMs: 0, answerMs: 700 } } });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setNow(start);
  staff = await world.signIn(await world.staff());
});
const peers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await world.registry.system(({ client }) => client.query('DELETE FROM package_request'));
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});
const { counted } = pushingIn(() => world);

const password = 'open-sesame-7';

/** An organization with a commissioned sensor. */
async function aShop() {
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const key = await world.pushKey({ orgId });
  return { orgId, locationId, sensorId, macAddress, admin, key };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

/** The sensor itself, which pushes to the server and can be asked. */
async function deviceOf({ macAddress, key }: Shop, options: Partial<XovisDeviceOptions> = {}): Promise<XovisDevice> {
  const device = await startXovisDevice({
    device: { macAddress, timezone: 'UTC' },
    username: 'admin',
    password,
    authentication: 'digest',
    async push(body) {
      const { status } = await world.anonymous().post(`/api/push/xovis5/${key}`, body);
      if (status !== 200 && status !== 202) throw new Error(`The push was answered with ${status}`);
    },
    ...options,
  });
  peers.push(device);
  return device;
}

/** Ten minutes with one to ten people, until noon; some get lost. */
async function tenMinutes(device: XovisDevice, lost: readonly number[]): Promise<void> {
  for (let minute = 1; minute <= 10; minute += 1) {
    const from = start.getTime() / 1000 - 660 + 60 * minute;
    const record = { from, to: from + 60, forward: minute, backward: 0, samples: 60, samplesExpected: 60 };
    await device.count(record, lost.includes(minute) ? 'lost' : 'sent');
  }
  await world.ingestion.idle();
}

const settings = (port: number, more: object = {}) => ({
  isEnabled: true,
  host: '127.0.0.1',
  port,
  tls: false,
  username: 'admin',
  password,
  ...more,
});
const configure = ({ admin, sensorId }: Shop, port: number, more: object = {}) =>
  admin.call(updatePackageRequests, { params: { sensorId }, body: settings(port, more) });
const approve = ({ sensorId, orgId }: Shop) =>
  staff.call(approveSensorHost, { params: { sensorId }, query: { orgId } });
/** Turns it on, with an approved address. */
async function turnOn(shop: Shop, port: number, more: object = {}): Promise<void> {
  await configure(shop, port, more);
  await approve(shop);
}

const gapsOf = ({ admin }: Shop) => admin.call(listPackageGaps, { query: {} });
const numbersOf = async (shop: Shop) =>
  (await gapsOf(shop)).map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber]);
const gapOf = async (shop: Shop) => (await gapsOf(shop))[0];
const requestOf = async (shop: Shop) => (await gapOf(shop))?.request;
const sum = (shop: Shop) => counted(shop.admin, 'location', shop.locationId);
const settledAs = (shop: Shop, expected: object) =>
  expect.poll(() => requestOf(shop), within(10)).toMatchObject(expected);
const filled = (shop: Shop) => expect.poll(() => numbersOf(shop), within(10)).toEqual([]);

describe('missing packages', () => {
  it('[R673] are not asked for unless someone has turned it on: no connection is made', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [4]);
    const [gap] = await gapsOf(shop);
    expect(gap).toMatchObject({ isRequestable: false, request: null });
    await configure(shop, device.port, { isEnabled: false });
    world.pass({ minutes: 10 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const asked = shop.admin.call(requestPackages, { params: gap! });
    await expect(asked).rejects.toThrow(packageRequestTexts.off);
    expect([device.requests(), await requestOf(shop)]).toEqual([0, null]);
  });

  it.each(['digest', 'basic'] as const)(
    '[R674] are asked for after a while, with %s authentication, and counted when they come',
    async (authentication) => {
      const shop = await aShop();
      const device = await deviceOf(shop, { authentication });
      await turnOn(shop, device.port);
      await tenMinutes(device, [4, 5, 6]);
      expect([await numbersOf(shop), await sum(shop)]).toEqual([[[4, 6]], 40]);
      world.pass({ seconds: 110 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(device.requests()).toBe(0);
      world.pass({ seconds: 15 });
      await filled(shop);
      await device.idle();
      expect(await sum(shop)).toBe(55);
      expect(device.triggers).toEqual([
        {
          agent: 1008,
          type: 'TIME_RANGE',
          time_from: '2026-03-04T11:52:00Z',
          time_to: '2026-03-04T11:57:00Z',
          package_id_start: 4,
        },
      ]);
      expect(await numbersOf(shop)).toEqual([]);
    },
  );

  it.each([
    ['low', 0],
    ['new', 11],
  ])('[R675] that come again under %s numbers close the gap by their time', async (_, numbersFrom) => {
    const shop = await aShop();
    const device = await deviceOf(shop, { numbersFrom });
    await turnOn(shop, device.port);
    await tenMinutes(device, [4, 5, 6]);
    world.pass({ minutes: 3 });
    await filled(shop);
    await device.idle();
    expect([await sum(shop), await numbersOf(shop)]).toEqual([55, []]);
  });

  it('[R675] that come in part keep the gap open, and the rest is asked for again', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop, { numbersFrom: 0, maxAgain: 2 });
    await turnOn(shop, device.port);
    await tenMinutes(device, [4, 5, 6]);
    world.pass({ minutes: 3 });
    await settledAs(shop, { state: 'asked', tries: 1 });
    await device.idle();
    // One minute before the gap and one of it.
    expect([await sum(shop), await numbersOf(shop)]).toEqual([44, [[4, 6]]]);
    world.pass({ minutes: 6 });
    await settledAs(shop, { state: 'asked', tries: 2 });
    await device.idle();
    expect(await numbersOf(shop)).toEqual([[4, 6]]);
  });
});

it('[R674] packages without times fill a requested gap by their numbers; its parts stay requested', async () => {
  const shop = await aShop();
  const device = await deviceOf(shop, { maxAgain: 0 });
  await turnOn(shop, device.port);
  await tenMinutes(device, [3, 4, 5]);
  world.pass({ minutes: 3 });
  await settledAs(shop, { state: 'asked', tries: 1 });
  const note = (number: number) =>
    world.registry.system(({ client }) =>
      notePackages(client, [
        { orgId: shop.orgId, device: shop.macAddress, agent: '1008', number, at: null, receivedAt: 9, ranges: [] },
      ]),
    );
  await note(4);
  const parts = (await gapsOf(shop)).map(({ firstNumber, request }) => [firstNumber, request?.tries]);
  expect(new Map(parts as [number, number][])).toEqual(
    new Map([
      [3, 1],
      [5, 1],
    ]),
  );
  await note(3);
  await note(5);
  expect(await numbersOf(shop)).toEqual([]);
});

describe('a sensor that is asked', () => {
  it('[R676] refuses a wrong password: the gap says so, nobody tries again until the password is changed', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await turnOn(shop, device.port, { password: 'wrong-secret-9' });
    await tenMinutes(device, [4]);
    world.pass({ minutes: 3 });
    const reason = requestWords.password;
    await settledAs(shop, { state: 'failed', tries: 1, at: world.now().toISOString(), nextAt: null, reason });
    world.pass({ hours: 5 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(device.requests()).toBe(2);
    world.setNow(new Date(start.getTime() + 300_000));
    await shop.admin.call(updatePackageRequests, { params: shop, body: { password } });
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    const told = JSON.stringify([await shop.admin.call(listAudit, { query: {} }), world.log]);
    expect(told).toContain('package-requests-changed');
    expect(told).not.toContain(password);
    expect(told).not.toContain('wrong-secret-9');
  });

  it('[R677] is asked again at once when someone wants it, and attempts begin again', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [4]);
    await turnOn(shop, device.port);
    const params = (await gapOf(shop))!;
    expect(params.isRequestable).toBe(true);
    expect((await shop.admin.call(requestPackages, { params })).request).toMatchObject({ state: 'waiting', tries: 0 });
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    const [entry] = await shop.admin.call(listAudit, { query: { action: 'package-gap-requested' } });
    expect(entry?.detail).toEqual({ device: shop.macAddress, firstNumber: 4, lastNumber: 4 });
    expect((await shop.admin.post(`/api/inbox/gap/${params.packageGapId}/request`)).status).toBe(404);
  });

  it('[I196] is asked by one of several nodes, once at a time, and by another if that one dies', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [2, 5, 8]);
    await turnOn(shop, device.port);
    const wanted = { now: new Date(start.getTime() + 200_000), graceSeconds: 120, leaseMs: 60_000, most: 8 };
    const take = () => world.registry.system(({ client }) => takeDue(client, wanted));
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(taken.flat().map(({ first, tries }) => [first, tries])).toEqual([[2, 0]]);
    world.pass({ minutes: 4 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(device.requests()).toBe(0);
    await world.registry.system(({ client }) => client.query('UPDATE package_request SET busy_until = now()'));
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    expect(new Set(device.triggers.map(({ package_id_start: first }) => first))).toEqual(new Set([2, 5, 8]));
    expect(device.triggers).toHaveLength(3);
  });
});

/** Something that is not a sensor. */
async function aPeer(listener: RequestListener | ((socket: Socket) => void), isHttp = true) {
  const sockets = new Set<Socket>();
  const server: Server = isHttp
    ? createHttpServer(listener as RequestListener)
    : createServer(listener as (socket: Socket) => void);
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const peer = {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  peers.push(peer);
  return peer;
}

/** A shop with a gap, whose sensor is this peer. */
async function askedOf(peer: { readonly port: number }): Promise<Shop> {
  const shop = await aShop();
  await tenMinutes(await deviceOf(shop), [4]);
  await turnOn(shop, peer.port);
  world.pass({ minutes: 3 });
  return shop;
}

describe('an address that someone entered', () => {
  it('[S139] in a private network is not asked before staff approve it, nor after they revoke it', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [4]);
    expect(await configure(shop, device.port)).toMatchObject({ needsApproval: true, approvedAddresses: [] });
    world.pass({ minutes: 3 });
    await settledAs(shop, { state: 'failed', nextAt: null, reason: requestWords.plain });
    expect(device.requests()).toBe(0);
    expect((await shop.admin.post(`/api/sensor/${shop.sensorId}/package-requests/private-network`)).status).toBe(403);
    expect(await approve(shop)).toMatchObject({ needsApproval: false, approvedAddresses: ['127.0.0.1'] });
    await filled(shop);
    const from = start.getTime() / 1000;
    const record = { from, to: from + 60, forward: 1, backward: 0, samples: 60, samplesExpected: 60 };
    await staff.call(revokeSensorHost, { params: shop, query: { orgId: shop.orgId } });
    await device.count(record, 'lost');
    await device.count({ ...record, from: from + 60, to: from + 120 });
    world.pass({ minutes: 3 });
    const before = device.requests();
    await settledAs(shop, { state: 'failed', reason: requestWords.plain });
    expect(device.requests()).toBe(before);
  });

  it('[S141] gets the stored password only where the password is entered with it', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await turnOn(shop, device.port);
    const change = (body: object) => shop.admin.call(updatePackageRequests, { params: shop, body });
    for (const body of [{ host: 'elsewhere.example' }, { port: 8_080 }, { tls: true }]) {
      await expect(change(body)).rejects.toThrow(packageRequestTexts.passwordAgain);
    }
    expect(await change({ username: 'other' })).toMatchObject({ approvedAddresses: ['127.0.0.1'], version: 3 });
    expect(await change({ port: 8_080, password })).toMatchObject({ approvedAddresses: [], needsApproval: true });
    expect(JSON.stringify(await shop.admin.call(getPackageRequests, { params: shop }))).not.toContain(password);
    const detail = (await shop.admin.call(listAudit, { query: { action: 'package-requests-changed' } }))[0]?.detail;
    expect(detail).toMatchObject({ changed: { port: [device.port, 8_080] } });
  });

  it('[R678] must be a host, a port and a user; other vendors have none', async () => {
    const shop = await aShop();
    const wrong = { host: 'http://x/', port: 0, username: 'a:b' };
    const answer = await shop.admin.send<{ details: { path: string; message: string }[] }>(
      'PUT',
      `/api/sensor/${shop.sensorId}/package-requests`,
      settings(1, { ...wrong, password: '' }),
    );
    expect(answer.body.details.map(({ path, message }) => [path, message])).toEqual([
      ['host', packageRequestTexts.host],
      ['port', packageRequestTexts.port],
      ['username', packageRequestTexts.usernameLong],
      ['password', packageRequestTexts.password],
    ]);
    const { siteId } = await world.site({ locationId: shop.locationId });
    const axis = await world.sensor({ siteId, macAddress: `00408C${aMac().slice(6)}` });
    const refused = shop.admin.call(updatePackageRequests, { params: axis, body: settings(80) });
    await expect(refused).rejects.toThrow(packageRequestTexts.vendor);
    expect(await shop.admin.call(getPackageRequests, { params: axis })).toMatchObject({ isAvailable: false });
  });

  it.each<[string, RequestListener, string, boolean]>([
    ['redirects', (_, response) => response.writeHead(302, { location: '/x' }).end(), requestWords.redirect, true],
    ['answers with nonsense', (_, response) => response.end('<html>Welcome</html>'), requestWords.nonsense, true],
    ['forbids it', (_, response) => response.writeHead(403).end(), requestWords.forbidden, true],
    ['knows no agent', (_, response) => response.writeHead(404).end(), requestWords.unknown, true],
    ['has an error', (_, response) => response.writeHead(503).end(), requestWords.error(503), false],
    ['never answers', () => {}, requestWords.slow, false],
    ['answers with a gigabyte', endless, requestWords.tooLarge, false],
  ])('[S140] that %s ends that attempt; the gap says why', async (_, listener, reason, isFinal) => {
    const peer = await aPeer(listener);
    const shop = await askedOf(peer);
    await settledAs(shop, { state: 'failed', tries: 1, reason });
    expect((await requestOf(shop))?.nextAt === null).toBe(isFinal);
    await expect.poll(() => peer.open(), within(5)).toBe(0);
    expect(peer.connections()).toBe(1);
  });

  it('[S140] that does not speak HTTP, or nothing at all, ends that attempt too', async () => {
    const peer = await aPeer((socket: Socket) => void socket.end('nonsense\r\n\r\n'), false);
    const shop = await askedOf(peer);
    await settledAs(shop, { state: 'failed', reason: requestWords.unreachable });
    await peer.close();
    world.pass({ minutes: 6 });
    await settledAs(shop, { tries: 2, reason: 'Nothing answers at this address. Check the host and the port.' });
  });

  it('[R676] that fails is tried a few times, with growing pauses', async () => {
    let isDown = true;
    const peer = await aPeer((_, response) => {
      if (isDown) response.writeHead(500).end();
      else response.end('[{"status":"BUSY"}]');
    });
    const shop = await askedOf(peer);
    const waits: (number | null)[] = [];
    for (let tries = 1; tries <= 4; tries += 1) {
      await settledAs(shop, { tries });
      const { at, nextAt } = (await requestOf(shop))!;
      waits.push(nextAt === null ? null : (Date.parse(nextAt) - Date.parse(at!)) / 60_000);
      world.pass({ minutes: waits.at(-1) ?? 600 });
    }
    expect(waits).toEqual([5, 30, 180, null]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(peer.connections()).toBe(4);
    isDown = false;
    world.setNow(start);
    await shop.admin.call(requestPackages, { params: (await gapOf(shop))! });
    await settledAs(shop, { state: 'asked', tries: 1, reason: null });
  });
});

/** A gigabyte, unless nobody reads it. */
function endless(...[, response]: Parameters<RequestListener>): void {
  const piece = Buffer.alloc(1024 * 1024);
  let left = 1024;
  const more = () => {
    for (; left > 0; left -= 1) if (!response.write(piece)) return void response.once('drain', more);
    response.end();
  };
  more();
}

it('[S142] the settings and gaps of another organization do not exist', async () => {
  const [shop, other] = [await aShop(), await aShop()];
  const device = await deviceOf(shop);
  await tenMinutes(device, [4]);
  await turnOn(shop, device.port);
  const { packageGapId } = (await gapOf(shop))!;
  const path = `/api/sensor/${shop.sensorId}/package-requests`;
  expect((await other.admin.get(path)).status).toBe(404);
  expect((await other.admin.send('PUT', path, settings(1))).status).toBe(404);
  expect((await other.admin.post(`/api/inbox/gap/${packageGapId}/request`)).status).toBe(404);
  expect((await other.admin.post(`/api/inbox/gap/${packageGapId}/request?orgId=${shop.orgId}`)).status).toBe(404);
  const user = await world.signIn(await world.user({ orgId: shop.orgId, role: 'OrganizationUser' }));
  expect((await user.get(path)).status).toBe(403);
  expect((await user.post(`/api/inbox/gap/${packageGapId}/request`)).status).toBe(403);
});
