import { encodePush } from '@atrium/simulator/xovis5';
import type { APIRequestContext } from '@playwright/test';
import { password } from '../apps/server/test/estate.ts';
import { startBuiltServer, temporaryDataFolder } from './built-server.ts';
import { withEstate } from './estate.ts';
import { patience } from './pace.ts';
import { zoneAtDay } from './push-door.ts';
import { expect, test as base } from './story.ts';

const daysCounted = 35;

interface Server {
  readonly url: string;
  readonly folder: string;
}

/** An organization with two stores, which have counted for five weeks. */
export interface Shop {
  readonly orgId: string;
  readonly locations: readonly { readonly locationId: string; readonly name: string }[];
  readonly spaceId: string;
  /** Someone who can sign in. */
  person: (name: string, role?: 'OrganizationAdministrator' | 'OrganizationUser') => Promise<{ email: string }>;
}

/** Stories with a small server of their own instead of the demo, and an organization for each of them. */
export const test = base.extend<{ shop: Shop }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what is needed: nothing
    async ({}, use) => {
      const folder = await temporaryDataFolder();
      const server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
      try {
        const url = await server.ready;
        await withEstate((estate) => estate.staff({ name: 'Sam Keller' }), folder.path);
        await use({ url, folder: folder.path });
      } finally {
        server.process.kill('SIGTERM');
        await server.ended;
        await folder.remove();
      }
    },
    { scope: 'worker', timeout: 120_000 * patience },
  ],
  baseURL: ({ server }, use) => use(server.url),
  password,
  shop: async ({ server, playwright }, use) => {
    const http = await playwright.request.newContext({ baseURL: server.url });
    await use(await openShop(server, http));
    await http.dispose();
  },
});

export { expect };

async function openShop({ folder }: Server, http: APIRequestContext): Promise<Shop> {
  const { places, doors, key } = await withEstate(async (estate) => {
    const { orgId } = await estate.organization({ name: 'Northwind', canViewOccupancy: true });
    const locations = [];
    const lines = [];
    for (const [name, doorName, people] of stores) {
      const location = await estate.location({ orgId, name, timezone: zoneAtDay() });
      const { siteId } = await estate.site({ locationId: location.locationId, name: doorName });
      const { sensorId, macAddress } = await estate.sensor({ siteId, name: `${doorName} sensor` });
      const zone = await estate.zone({ sensorId, name: doorName, deviceId: '1' });
      locations.push(location);
      lines.push({ ...zone, macAddress: macAddress ?? '', people });
    }
    const { spaceId } = await estate.space({
      locationId: locations[0]!.locationId,
      name: 'Sales floor',
      maxCapacity: 80,
    });
    await estate.spaceZone({ orgId, spaceId, zoneId: lines[0]!.zoneId, reverseInsAndOuts: false });
    return { places: { orgId, locations, spaceId }, doors: lines, key: await estate.pushKey({ orgId }) };
  }, folder);
  const person: Shop['person'] = (name, role = 'OrganizationUser') =>
    withEstate((estate) => estate.user({ orgId: places.orgId, name, role }), folder);
  for (const { macAddress, people } of doors) {
    const logics = [{ id: 1, name: 'Door', records: hoursOf(people) }];
    const data = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId: 1, logics });
    const answer = await http.post(`/api/push/xovis5/${key}`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  const { email } = await person('Grace Hopper', 'OrganizationAdministrator');
  await http.post('/login', { data: { username: email, password } });
  await expect.poll(() => countedIn(http), { timeout: 30_000 * patience }).toBe(doors.length);
  return { ...places, person };
}

const stores = [
  ['Main street', 'Front door', 40],
  ['Harbor mall', 'Mall entrance', 25],
] as const;

/** Busy around noon and on weekends, and hardly anyone at night. */
function hoursOf(people: number) {
  const ahead = zoneAtDay() === 'Asia/Tokyo' ? 9 : 0;
  const now = Math.floor(Date.now() / 3_600_000) * 3600;
  return Array.from({ length: daysCounted * 24 }, (_, index) => {
    const from = now - (daysCounted * 24 - index) * 3600;
    const at = new Date(from * 1000);
    const hour = (at.getUTCHours() + ahead) % 24;
    const day = at.getUTCDay();
    const swing = Math.max(0.05, Math.sin(((hour - 7) / 13) * Math.PI)) * (day === 0 || day === 6 ? 1.5 : 1);
    const forward = Math.round(people * swing * (1 + 0.2 * Math.sin(index * 12.9898)));
    return {
      from,
      to: from + 3600,
      forward,
      backward: Math.max(0, forward - (hour % 3) + ((hour + 1) % 3)),
      samples: 60,
      samplesExpected: 60,
    };
  });
}

/** How many locations have numbers. */
async function countedIn(http: APIRequestContext): Promise<number> {
  const query = 'entityType=location&relativeDate=past7days&metrics=ins';
  const answer = await http.get(`/api/data/traffic/total?${query}`);
  const { results = [] } = (await answer.json()) as { results?: { sumins?: number | null }[] };
  return results.filter(({ sumins }) => (sumins ?? 0) > 0).length;
}
