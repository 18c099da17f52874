import { getOrgMeta, search, type SearchResult } from '@atrium/contract/search';
import { parseSearch, type Searchable, searchScore, type SearchType } from '@atrium/rules/search-score';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { longAgo, type Location, type Organization, type Sensor, type Space, type User } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let ours: Organization;
let theirs: Organization;
let harbour: Location;
let hill: Location;
let door: Sensor;
let hall: Space;
let colleague: User;
let stranger: User;
let user: Client;
let limited: Client;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  ours = await world.organization({ name: 'Meridian Retail', canViewOccupancy: true });
  theirs = await world.organization({ name: 'Meridian Rival', canViewOccupancy: true });
  harbour = await world.location({ orgId: ours.orgId, name: 'Meridian Harbour', city: 'Zürich' });
  hill = await world.location({ orgId: ours.orgId, name: 'Meridian Hill' });
  const { siteId } = await world.site({ locationId: harbour.locationId, name: 'Meridian door' });
  door = await world.sensor({ siteId, name: 'Meridian camera', macAddress: '006E02ABCDEF' });
  hall = await world.space({ locationId: harbour.locationId, name: 'Meridian hall' });
  const back = await world.site({ locationId: hill.locationId, name: 'Meridian back door' });
  await world.sensor({ siteId: back.siteId, name: 'Meridian eye' });
  await world.space({ locationId: hill.locationId, name: 'Meridian room' });
  await world.sensor({ orgId: ours.orgId, name: 'Elsewhere camera' });
  colleague = await world.user({
    orgId: ours.orgId,
    name: 'Meridian Moss',
    email: `moss-${randomUUID()}@example.test`,
  });
  await world.location({ orgId: theirs.orgId, name: 'Meridian Rivals Ltd' });
  stranger = await world.user({ orgId: theirs.orgId, name: 'Meridian Spy' });
  user = await world.signIn(await world.user({ orgId: ours.orgId, name: 'Reader' }));
  limited = await world.signIn(await world.user({ locations: [harbour], name: 'Limited' }));
  admin = await world.signIn(await world.user({ orgId: ours.orgId, role: 'OrganizationAdministrator', name: 'Boss' }));
  staff = await world.signIn(await world.staff({ name: 'Helper' }));
});
afterAll(() => world.close());

const find = (client: Client, text: string) => client.call(search, { query: { text } });
const names = (found: readonly SearchResult[]) => found.map(({ name }) => name);

describe('the global search', () => {
  it('[R017] puts organizations before locations, sensors, sites, spaces and people', async () => {
    const found = await find(admin, 'meridian');
    expect(found.map(({ type }) => type)).toEqual([
      'organization',
      'location',
      'location',
      'sensor',
      'sensor',
      'site',
      'site',
      'space',
      'space',
      'user',
    ]);
    expect(found[0]).toMatchObject({ id: ours.orgId, name: 'Meridian Retail', detail: '' });
    expect(found[3]).toMatchObject({
      id: door.sensorId,
      locationId: harbour.locationId,
      detail: 'Meridian Harbour · Meridian door',
    });
  });

  it.each([
    ['org', 'organization'],
    ['organization', 'organization'],
    ['loc', 'location'],
    ['location', 'location'],
    ['site', 'site'],
    ['sensor', 'sensor'],
    ['space', 'space'],
    ['user', 'user'],
  ])('[R014] %s:: finds only %ss', async (tag, type) => {
    const found = await find(admin, `${tag}::meridian`);
    expect(new Set(found.map((hit) => hit.type))).toEqual(new Set([type]));
  });

  it('[R015] [R018] id:: searches only ids, and a match at the start of an id scores 500', async () => {
    expect(await find(admin, 'id::meridian')).toEqual([]);
    const [hit] = await find(admin, `id::${hall.spaceId.slice(0, 12).toUpperCase()}`);
    expect(hit).toMatchObject({ type: 'space', id: hall.spaceId, score: 500 });
    const [later] = await find(admin, `id::${hall.spaceId.slice(9)}`);
    expect(later).toMatchObject({ id: hall.spaceId, score: 491 });
    expect((await find(admin, hall.spaceId))[0]).toMatchObject({ id: hall.spaceId, score: 500 });
  });

  it('finds by address, MAC in both spellings and email, ignoring case and accents', async () => {
    expect(names(await find(admin, 'zurich'))).toEqual(['Meridian Harbour']);
    expect(names(await find(admin, 'ZÜRICH'))).toEqual(['Meridian Harbour']);
    expect(names(await find(admin, '6e02abcd'))).toEqual(['Meridian camera']);
    expect(names(await find(admin, '00:6E:02:ab:cd'))).toEqual(['Meridian camera']);
    expect(names(await find(admin, colleague.email))).toEqual(['Meridian Moss']);
  });

  it('[R016] returns at most ten results', async () => {
    for (let i = 0; i < 12; i++) await world.site({ locationId: hill.locationId, name: `Gate ${i}` });
    expect(await find(admin, 'gate')).toHaveLength(10);
  });

  it('[S01] [S22] shows nothing of another organization, has no wildcards, and treats input as text', async () => {
    for (const client of [user, limited, admin]) {
      for (const text of ['rival', 'spy', `id::${theirs.orgId}`, `id::${stranger.userId}`, theirs.orgId]) {
        expect([text, await find(client, text)]).toEqual([text, []]);
      }
    }
    for (const text of ['org::%', 'org::_', 'loc::.*', '::', 'org::', '%', "meridian' OR 1=1--"]) {
      expect([text, await find(staff, text)]).toEqual([text, []]);
    }
    const people = await find(admin, 'user::@');
    expect(new Set(people.map(({ orgId }) => orgId))).toEqual(new Set([ours.orgId]));
  });

  it('[S07] shows a person limited to one location only its data, and people only to callers who may list them', async () => {
    expect(names(await find(limited, 'meridian')).toSorted()).toEqual([
      'Meridian Harbour',
      'Meridian Retail',
      'Meridian camera',
      'Meridian door',
      'Meridian hall',
    ]);
    expect(await find(limited, 'elsewhere')).toEqual([]);
    expect(await find(limited, `id::${hill.locationId}`)).toEqual([]);
    expect(names(await find(user, 'elsewhere'))).toEqual(['Elsewhere camera']);
    expect(await find(user, 'user::moss')).toEqual([]);
  });

  it('finds spaces only where the organization may see them', async () => {
    const plain = await world.organization({ name: 'Plain' });
    const { locationId } = await world.location({ orgId: plain.orgId });
    await world.space({ locationId, name: 'Hidden hall' });
    const there = await world.signIn(await world.user({ orgId: plain.orgId }));
    expect(await find(there, 'hidden')).toEqual([]);
    expect(await find(staff, 'hidden')).toEqual([]);
  });

  it('lets staff search everywhere, and names the organization', async () => {
    const found = await find(staff, 'meridian riv');
    expect(found.map(({ type, name, detail }) => [type, name, detail])).toEqual([
      ['organization', 'Meridian Rival', ''],
      ['location', 'Meridian Rivals Ltd', 'Meridian Rival'],
    ]);
    expect((await find(staff, 'loc::harbour'))[0]).toMatchObject({ detail: 'Meridian Retail · Zürich' });
  });

  it('omits deleted records', async () => {
    const gone = await world.location({ orgId: ours.orgId, name: 'Vanished', deletedAt: longAgo });
    expect(await find(admin, 'vanished')).toEqual([]);
    expect(await find(admin, `id::${gone.locationId}`)).toEqual([]);
  });

  it('refuses an empty text, a long one, and two at once', async () => {
    for (const query of ['', '?text=', `?text=${'x'.repeat(201)}`, '?text=a&text=b', '?text[a]=b']) {
      expect([query, (await admin.get(`/api/search${query}`)).status]).toEqual([query, 400]);
    }
  });
});

/** The same numbers each time, so that a failure can be reproduced. */
function randomWith(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it('returns exactly what the scoring rule would choose from everything', async () => {
  const seed = 20_261_115;
  const random = randomWith(seed);
  const pieces = ['ab', 'ba', 'Ä', 'a b', 'b-a', 'aa', '.', 'ß', 'b ', 'é'];
  const word = () => Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)]).join('');
  const { orgId } = await world.organization({ name: 'zzz', canViewOccupancy: true });
  const asking = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator', name: 'zzz' }));
  const { locationId } = await world.location({ orgId, name: 'zzz' });
  const all: Searchable[] = [];
  for (let i = 0; i < 40; i++) {
    const [name, city] = [word(), word()];
    all.push({ type: 'location', id: (await world.location({ orgId, name, city })).locationId, names: [name, city] });
    const site = await world.site({ locationId, name: word() });
    all.push({ type: 'site', id: site.siteId, names: [site.name] });
    const space = await world.space({ locationId, name: word() });
    all.push({ type: 'space', id: space.spaceId, names: [space.name] });
  }
  for (let i = 0; i < 60; i++) {
    const text = word();
    if (text.trim() === '') continue;
    const found = (await find(asking, text)).filter(({ type }) =>
      (['location', 'site', 'space'] as SearchType[]).includes(type),
    );
    const expected = all
      .map((candidate) => searchScore(parseSearch(text), candidate))
      .filter((score) => score > 0)
      .toSorted((a, b) => b - a)
      .slice(0, 10);
    expect(
      found.map(({ score }) => score),
      `seed ${seed}, text ${JSON.stringify(text)}`,
    ).toEqual(expected);
  }
});

it('indexes everything of an organization, people for administrators only, and nothing beyond a limit', async () => {
  const forAdmin = await admin.call(getOrgMeta);
  expect(forAdmin.organizations).toEqual([{ orgId: ours.orgId, name: 'Meridian Retail' }]);
  expect(namesOf(forAdmin.locations)).toEqual(expect.arrayContaining(['Meridian Harbour', 'Meridian Hill']));
  expect(namesOf(forAdmin.users)).toContain('Meridian Moss');
  const forLimited = await limited.call(getOrgMeta);
  expect(forLimited).toMatchObject({
    users: [],
    locations: [{ name: 'Meridian Harbour' }],
    sites: [{ name: 'Meridian door' }],
  });
  expect(forLimited.sensors.map(({ sensorId }) => sensorId)).toEqual([door.sensorId]);
  expect((await staff.get('/api/feature-data/org-meta')).status).toBe(400);
});

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

it('finds the right one among 2,000 organizations with 4,000 locations, 8,000 sensors and 5,000 people', async () => {
  const full = await openWorld();
  await full.registry.system(async ({ client }) => {
    await client.query(`INSERT INTO organization (name) SELECT 'Customer ' || n FROM generate_series(1, 2000) n`);
    await client.query(`INSERT INTO location (org_id, name, city, timezone)
      SELECT org_id, name || ' store ' || n, 'Århus', 'Europe/Berlin' FROM organization, generate_series(1, 2) n`);
    await client.query(`INSERT INTO site (org_id, location_id, name)
      SELECT org_id, location_id, 'Entrance of ' || name FROM location`);
    await client.query(`INSERT INTO sensor (org_id, name, sensor_type)
      SELECT org_id, 'Camera ' || n || ' of ' || name, 'xovis5' FROM location, generate_series(1, 2) n`);
    await client.query(`INSERT INTO local_user (org_id, scope, role_id, name, email)
      SELECT org_id, 1, 1, 'Person ' || row_number() OVER (), 'p' || row_number() OVER () || '@example.test'
      FROM organization, generate_series(1, 3) n LIMIT 5000`);
  });
  const asking = await full.signIn(await full.staff());
  expect((await find(asking, 'customer 1999'))[0]).toMatchObject({ type: 'organization', name: 'Customer 1999' });
  expect(names(await find(asking, 'person 4321'))).toEqual(['Person 4321']);
  expect(await find(asking, 'c')).toHaveLength(10);
  expect(await find(asking, 'nothing like it')).toEqual([]);
  await full.close();
});
