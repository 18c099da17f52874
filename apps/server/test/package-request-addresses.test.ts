import { listAudit } from '@atrium/contract/audit';
import { requestPackages } from '@atrium/contract/inbox';
import { getPackageRequests, revokeSensorHost, updatePackageRequests } from '@atrium/contract/package-requests';
import { packageRequestTexts } from '@atrium/rules/package-request';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requestWords } from '../src/ingestion/requests/words.ts';
import {
  configure,
  filled,
  gapOf,
  packageShops,
  password,
  requestOf,
  settings,
  settledAs,
  type Shop,
  start,
} from './package-shops.ts';
import { aMac } from './pushing.ts';
import { within } from './within.ts';

const { world, staff, closing, aShop, deviceOf, tenMinutes, approve, turnOn } = packageShops();

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
  return closing({
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** A shop with a gap, whose sensor is this peer. */
async function askedOf(peer: { readonly port: number }): Promise<Shop> {
  const shop = await aShop();
  await tenMinutes(await deviceOf(shop), [4]);
  await turnOn(shop, peer.port);
  world().pass({ minutes: 3 });
  return shop;
}

describe('an address that someone entered', () => {
  it('[S139] in a private network is not asked before staff approve it, nor after they revoke it', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [4]);
    expect(await configure(shop, device.port)).toMatchObject({ needsApproval: true, approvedAddresses: [] });
    world().pass({ minutes: 3 });
    await settledAs(shop, { state: 'failed', nextAt: null, reason: requestWords.plain });
    expect(device.requests()).toBe(0);
    expect((await shop.admin.post(`/api/sensor/${shop.sensorId}/package-requests/private-network`)).status).toBe(403);
    expect(await approve(shop)).toMatchObject({ needsApproval: false, approvedAddresses: ['127.0.0.1'] });
    await filled(shop);
    const from = start.getTime() / 1000;
    const record = { from, to: from + 60, forward: 1, backward: 0, samples: 60, samplesExpected: 60 };
    await staff().call(revokeSensorHost, { params: shop, query: { orgId: shop.orgId } });
    await device.count(record, 'lost');
    await device.count({ ...record, from: from + 60, to: from + 120 });
    world().pass({ minutes: 3 });
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
    const { siteId } = await world().site({ locationId: shop.locationId });
    const axis = await world().sensor({ siteId, macAddress: `00408C${aMac().slice(6)}` });
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
    world().pass({ minutes: 6 });
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
      world().pass({ minutes: waits.at(-1) ?? 600 });
    }
    expect(waits).toEqual([5, 30, 180, null]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(peer.connections()).toBe(4);
    isDown = false;
    world().setNow(start);
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
