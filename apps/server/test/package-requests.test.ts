import { listAudit } from '@atrium/contract/audit';
import { requestPackages } from '@atrium/contract/inbox';
import { getPackageRequests, updatePackageRequests } from '@atrium/contract/package-requests';
import { packageRequestTexts } from '@atrium/rules/package-request';
import { describe, expect, it } from 'vitest';
import { notePackages } from '../src/ingestion/package-store.ts';
import { takeDue } from '../src/ingestion/requests/request-store.ts';
import { requestWords } from '../src/ingestion/requests/words.ts';
import { makeCertificates } from './mqtt-broker.ts';
import {
  configure,
  filled,
  gapOf,
  gapsOf,
  numbersOf,
  packageShops,
  password,
  requestOf,
  settings,
  settledAs,
  start,
} from './package-shops.ts';

const { world, aShop, deviceOf, tenMinutes, turnOn, sum } = packageShops();

describe('missing packages', () => {
  it('[R673] are not asked for unless someone has turned it on: no connection is made', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [4]);
    const [gap] = await gapsOf(shop);
    expect(gap).toMatchObject({ isRequestable: false, request: null });
    await configure(shop, device.port, { isEnabled: false });
    world().pass({ minutes: 10 });
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
      world().pass({ seconds: 110 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(device.requests()).toBe(0);
      world().pass({ seconds: 15 });
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
    world().pass({ minutes: 3 });
    await filled(shop);
    await device.idle();
    expect([await sum(shop), await numbersOf(shop)]).toEqual([55, []]);
  });

  it('[R675] that come in part keep the gap open, and the rest is asked for again', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop, { numbersFrom: 0, maxAgain: 2 });
    await turnOn(shop, device.port);
    await tenMinutes(device, [4, 5, 6]);
    world().pass({ minutes: 3 });
    await settledAs(shop, { state: 'asked', tries: 1 });
    await device.idle();
    // One minute before the gap and one of it.
    expect([await sum(shop), await numbersOf(shop)]).toEqual([44, [[4, 6]]]);
    world().pass({ minutes: 6 });
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
  world().pass({ minutes: 3 });
  await settledAs(shop, { state: 'asked', tries: 1 });
  const note = (number: number) =>
    world().registry.system(({ client }) =>
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
    world().pass({ minutes: 3 });
    const reason = requestWords.password;
    await settledAs(shop, { state: 'failed', tries: 1, at: world().now().toISOString(), nextAt: null, reason });
    world().pass({ hours: 5 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(device.requests()).toBe(2);
    world().setNow(new Date(start.getTime() + 300_000));
    await shop.admin.call(updatePackageRequests, { params: shop, body: { password } });
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    const recorded = JSON.stringify([await shop.admin.call(listAudit, { query: {} }), world().log]);
    expect(recorded).toContain('package-requests-changed');
    expect(recorded).not.toContain(password);
    expect(recorded).not.toContain('wrong-secret-9');
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

  it('[R691] with a certificate of its own is asked once that certificate is entered, whatever name it is for', async () => {
    const made = await makeCertificates();
    if (!made) return;
    const shop = await aShop();
    const device = await deviceOf(shop, { tls: made.client });
    await turnOn(shop, device.port, { tls: true });
    await tenMinutes(device, [4]);
    world().pass({ minutes: 3 });
    await settledAs(shop, { state: 'failed', reason: requestWords.certificate });
    const change = (caCertificate: string | null) =>
      shop.admin.call(updatePackageRequests, { params: shop, body: { caCertificate } });
    await expect(change('nonsense')).rejects.toThrow(packageRequestTexts.certificate);
    await expect(change(`-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----`)).rejects.toThrow(
      packageRequestTexts.certificate,
    );
    // Who signed it is trusted; the name is still wrong.
    expect(await change(made.ca)).toMatchObject({ hasCaCertificate: true });
    await settledAs(shop, { state: 'failed', reason: requestWords.otherName });
    expect(device.requests()).toBe(0);
    // Another certificate for the same name is not enough.
    await change(made.server.cert);
    await settledAs(shop, { state: 'failed', reason: requestWords.certificate });
    await change(made.client.cert);
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    const recorded = JSON.stringify([
      await shop.admin.call(listAudit, { query: {} }),
      await shop.admin.call(getPackageRequests, { params: shop }),
    ]);
    expect(recorded).toContain('caCertificate');
    expect(recorded).not.toContain('BEGIN CERTIFICATE');
    expect(await change(null)).toMatchObject({ hasCaCertificate: false });
  });

  it('[I196] is asked by one of several nodes, once at a time, and by another if that one dies', async () => {
    const shop = await aShop();
    const device = await deviceOf(shop);
    await tenMinutes(device, [2, 5, 8]);
    await turnOn(shop, device.port);
    const wanted = { now: new Date(start.getTime() + 200_000), graceSeconds: 120, leaseMs: 60_000, most: 8 };
    const take = () => world().registry.system(({ client }) => takeDue(client, wanted));
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(taken.flat().map(({ first, tries }) => [first, tries])).toEqual([[2, 0]]);
    world().pass({ minutes: 4 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(device.requests()).toBe(0);
    await world().registry.system(({ client }) => client.query('UPDATE package_request SET busy_until = now()'));
    await filled(shop);
    expect(await sum(shop)).toBe(55);
    expect(new Set(device.triggers.map(({ package_id_start: first }) => first))).toEqual(new Set([2, 5, 8]));
    expect(device.triggers).toHaveLength(3);
  });
});

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
  const user = await world().signIn(await world().user({ orgId: shop.orgId, role: 'OrganizationUser' }));
  expect((await user.get(path)).status).toBe(403);
  expect((await user.post(`/api/inbox/gap/${packageGapId}/request`)).status).toBe(403);
});
