import { listPackageGaps } from '@atrium/contract/inbox';
import { approveSensorHost, updatePackageRequests } from '@atrium/contract/package-requests';
import { startXovisDevice, type XovisDevice, type XovisDeviceOptions } from '@atrium/simulator/xovis5-device';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Client } from './client.ts';
import { createShop, pushingIn } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

export const start = new Date('2026-03-04T12:00:00Z');
export const password = 'open-sesame-7';

export const settings = (port: number, more: object = {}) => ({
  isEnabled: true,
  host: '127.0.0.1',
  port,
  tls: false,
  username: 'admin',
  password,
  ...more,
});

export const configure = ({ admin, sensorId }: Shop, port: number, more: object = {}) =>
  admin.call(updatePackageRequests, { params: { sensorId }, body: settings(port, more) });

export const gapsOf = ({ admin }: Shop) => admin.call(listPackageGaps, { query: {} });
export const numbersOf = async (shop: Shop) =>
  (await gapsOf(shop)).map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber]);
export const gapOf = async (shop: Shop) => (await gapsOf(shop))[0];
export const requestOf = async (shop: Shop) => (await gapOf(shop))?.request;
export const settledAs = (shop: Shop, expected: object) =>
  expect.poll(() => requestOf(shop), within(10)).toMatchObject(expected);
export const filled = (shop: Shop) => expect.poll(() => numbersOf(shop), within(10)).toEqual([]);

export type Shop = Awaited<ReturnType<typeof createShop>>;

/** A world for the tests of one file, with sensors that can be asked for the packages they sent. */
export function packageShops() {
  let world: World;
  let staff: Client;
  const peers: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    world = await openWorld({ app: { requestPauses: { lookMs: 50, restMs: 0, answerMs: 700 } } });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.setNow(start);
    staff = await world.signIn(await world.staff());
  });
  afterEach(async () => {
    await world.registry.system(({ client }) => client.query('DELETE FROM package_request'));
    await Promise.all(peers.splice(0).map((peer) => peer.close()));
  });
  const { counted } = pushingIn(() => world);

  const aShop = () => createShop(world);

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

  const approve = ({ sensorId, orgId }: Shop) =>
    staff.call(approveSensorHost, { params: { sensorId }, query: { orgId } });
  /** Turns it on, with an approved address. */
  async function turnOn(shop: Shop, port: number, more: object = {}): Promise<void> {
    await configure(shop, port, more);
    await approve(shop);
  }

  const sum = (shop: Shop) => counted(shop.admin, 'location', shop.locationId);

  return {
    world: () => world,
    staff: () => staff,
    /** Is closed after the test. */
    closing: <Peer extends { close(): Promise<void> }>(peer: Peer): Peer => {
      peers.push(peer);
      return peer;
    },
    aShop,
    deviceOf,
    tenMinutes,
    approve,
    turnOn,
    sum,
  };
}
