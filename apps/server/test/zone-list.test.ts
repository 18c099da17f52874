import { listZones } from '@atrium/contract/zones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Location, Organization } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let org: Organization;
let harbor: Location;
let user: Client;
let limited: Client;

beforeAll(async () => {
  world = await openWorld();
  org = await world.organization({ canViewTraffic: true });
  harbor = await world.location({ orgId: org.orgId, name: 'Harbor' });
  const hill = await world.location({ orgId: org.orgId, name: 'Hill' });
  for (const { locationId, name } of [harbor, hill]) {
    const { siteId } = await world.site({ locationId, name: `Entrance of ${name}` });
    const { sensorId } = await world.sensor({ siteId, name: `Camera of ${name}` });
    await world.registry.owner.query(
      `INSERT INTO zone (org_id, sensor_id, name, device_id)
       SELECT $1, $2, $3 || ' line ' || lpad(n::text, 4, '0'), n::text FROM generate_series(1, 2000) n`,
      [org.orgId, sensorId, name],
    );
  }
  const foreign = await world.zone({ name: 'Harbor line 1234' });
  expect(foreign.orgId).not.toBe(org.orgId);
  user = await world.signIn(await world.user({ orgId: org.orgId }));
  limited = await world.signIn(await world.user({ locations: [harbor] }));
});
afterAll(() => world.close());

const find = async (client: Client, query: Record<string, string>) => {
  const { body, headers } = await client.get<{ name: string }[]>(
    `/api/zone/list?${new URLSearchParams(query).toString()}`,
  );
  return { names: body.map(({ name }) => name), total: Number(headers.get('x-total-count')) };
};

describe('zones to choose', () => {
  it('[R1101] are found by their own name among 4,000, with where they are', async () => {
    const found = await user.call(listZones, { query: { search: 'hill LINE 1234' } });
    expect(found).toMatchObject([
      { name: 'Hill line 1234', sensorName: 'Camera of Hill', locationName: 'Hill', orgId: org.orgId },
    ]);
  });

  it('[R1101] are as many as there are, by name, a page at a time', async () => {
    expect(await find(user, { limit: '2', order: 'name' })).toEqual({
      names: ['Harbor line 0001', 'Harbor line 0002'],
      total: 4000,
    });
    expect(await find(user, { limit: '1', search: '1234' })).toEqual({ names: ['Harbor line 1234'], total: 2 });
    expect(await find(user, { limit: '1', search: 'camera of hill' })).toEqual({
      names: ['Hill line 0001'],
      total: 2000,
    });
  });

  it('[R1101] are those that a person may see', async () => {
    expect(await find(limited, { limit: '1' })).toEqual({ names: ['Harbor line 0001'], total: 2000 });
    expect((await find(limited, { search: 'Hill' })).total).toBe(0);
  });
});
