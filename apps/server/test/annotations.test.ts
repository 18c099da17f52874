import {
  createAnnotation,
  deleteAnnotation,
  getAnnotation,
  listAnnotations,
  updateAnnotation,
} from '@atrium/contract/annotations';
import type { BodyInput, QueryInput } from '@atrium/contract/endpoint';
import { deleteLocation } from '@atrium/contract/locations';
import { getProfile } from '@atrium/contract/profile';
import { annotationTexts, maxAnnotations, maxOwnAnnotations } from '@atrium/rules/annotations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { refusalOf } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof openTeam>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  team = await openTeam();
});

/** Two locations, and people who see both, one or none of them. */
async function openTeam() {
  const { orgId } = await world.organization({ name: 'Acme' });
  const north = await world.location({ orgId, name: 'North' });
  const south = await world.location({ orgId, name: 'South' });
  const boss = await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Boss' });
  const ada = await world.user({ orgId, name: 'Ada' });
  const ned = await world.user({ orgId, name: 'Ned', locations: [north] });
  const nobody = await world.user({ orgId, name: 'Nobody', limitedToLocations: true });
  const [admin, user, limited] = [await world.signIn(boss), await world.signIn(ada), await world.signIn(ned)];
  return { orgId, north, south, ada, admin, user, limited, placeless: await world.signIn(nobody) };
}

type Body = BodyInput<typeof createAnnotation>;
const path = '/api/annotation';
const fair: Body = { startDate: '2026-03-02', text: 'Street fair' };
const add = (client: Client, body: Body = fair) => client.call(createAnnotation, { body });
const textsOf = async (client: Client, query: QueryInput<typeof listAnnotations> = {}) =>
  (await client.call(listAnnotations, { query })).map(({ text }) => text);
const at = ({ annotationId }: { annotationId: string }) => ({ params: { annotationId } });
const put = (client: Client, where: string, body: object, headers = {}) => client.send('PUT', where, body, headers);
const remove = (client: Client, where: string, headers = {}) => client.send('DELETE', where, undefined, headers);
const isLimited = async (client: Client) => (await client.call(getProfile)).limitedToLocations;
const refused = async (client: Client, body: object) => refusalOf(await client.post(path, body));

describe('an annotation', () => {
  it('[R1000] [R1002] is a text about a day or a range of local days, and is returned as it was written', async () => {
    const made = await add(team.user, { ...fair, locationId: team.north.locationId, text: '  Street fair ' });
    expect(made).toMatchObject({
      orgId: team.orgId,
      locationId: team.north.locationId,
      locationName: 'North',
      startDate: '2026-03-02',
      endDate: '2026-03-02',
      text: 'Street fair',
      createdBy: 'Ada',
      version: 1,
    });
    expect(await team.admin.call(getAnnotation, at(made))).toEqual(made);
    // The last day of the year, whatever the time zone of the server or of the location.
    const range = await add(team.admin, { startDate: '2026-12-31', endDate: '2027-01-01', text: 'New Year' });
    expect(range).toMatchObject({
      locationId: null,
      locationName: null,
      startDate: '2026-12-31',
      endDate: '2027-01-01',
    });
  });

  it('[R1001] is refused with a wrong range or text, and nothing is stored', async () => {
    expect(await refused(team.user, {})).toEqual([
      `400 startDate: ${annotationTexts.required}`,
      `400 endDate: ${annotationTexts.day}`,
      `400 text: ${annotationTexts.text}`,
    ]);
    expect(await refused(team.user, { ...fair, endDate: '2026-03-01' })).toEqual([
      `400 endDate: ${annotationTexts.order}`,
    ]);
    expect(await refused(team.user, { ...fair, text: 'x'.repeat(201) })).toEqual([`400 text: ${annotationTexts.text}`]);
    expect(await refused(team.user, { ...fair, startDate: '0000-01-01' })).toContain(
      `400 startDate: ${annotationTexts.day}`,
    );
    expect((await team.user.post(path, { ...fair, color: 'red' })).status).toBe(400);
    expect(await textsOf(team.user)).toEqual([]);
  });

  it('[R1002] is changed in part, becomes a single day with an end of null, and moves to another location', async () => {
    const made = await add(team.user, { ...fair, endDate: '2026-03-08', locationId: team.north.locationId });
    const change = (body: Body) => team.user.call(updateAnnotation, { ...at(made), body });
    expect(await change({ text: 'Fair' })).toMatchObject({ text: 'Fair', endDate: '2026-03-08', version: 2 });
    expect(await change({ endDate: null })).toMatchObject({ startDate: '2026-03-02', endDate: '2026-03-02' });
    expect(await change({ locationId: team.south.locationId })).toMatchObject({ locationName: 'South' });
    expect(await change({ locationId: null })).toMatchObject({ locationId: null, version: 5 });
    expect(await change({ text: ' Fair ' })).toMatchObject({ version: 5 });
    expect(refusalOf(await put(team.user, `${path}/${made.annotationId}`, { text: null }))).toEqual([
      `400 text: ${annotationTexts.text}`,
    ]);
  });

  it('[R1004] with If-Match is changed and deleted in the version that was seen, or not at all', async () => {
    const made = await add(team.user);
    const where = `${path}/${made.annotationId}`;
    expect((await put(team.admin, where, { text: 'Mine' }, { 'if-match': '1' })).status).toBe(200);
    expect((await put(team.user, where, { text: 'Late' }, { 'if-match': '1' })).status).toBe(412);
    expect((await remove(team.user, where, { 'if-match': '1' })).status).toBe(412);
    expect(await textsOf(team.user)).toEqual(['Mine']);
    expect((await remove(team.user, where, { 'if-match': '2' })).status).toBe(200);
    expect(await textsOf(team.user)).toEqual([]);
    expect((await team.user.get(where)).status).toBe(404);
  });

  it('[S191] leaves audit entries when it is added, changed and deleted', async () => {
    const made = await add(team.user, { ...fair, locationId: team.north.locationId });
    await team.user.call(updateAnnotation, { ...at(made), body: { text: 'Fair' } });
    await team.user.call(updateAnnotation, { ...at(made), body: { text: 'Fair' } });
    await team.admin.call(deleteAnnotation, at(made));
    const entries = (await auditOf(world, team.orgId)).filter(({ entityType }) => entityType === 'annotation');
    expect(entries.map(({ action }) => action)).toEqual([
      'annotation-created',
      'annotation-changed',
      'annotation-deleted',
    ]);
    expect(entries[0]).toMatchObject({
      userId: team.ada.userId,
      entityId: made.annotationId,
      detail: { name: 'Street fair', location: 'North', startDate: '2026-03-02' },
    });
    expect(entries[1]?.detail).toMatchObject({ changed: { text: ['Street fair', 'Fair'] } });
  });

  it('is gone once its location is deleted', async () => {
    const { locationId } = team.south;
    const made = await add(team.admin, { ...fair, locationId });
    await team.admin.call(deleteLocation, { params: { locationId } });
    expect(await textsOf(team.admin)).toEqual([]);
    expect((await put(team.admin, `${path}/${made.annotationId}`, { text: 'x' })).status).toBe(404);
  });
});

describe('[R1005] annotations', () => {
  it('are listed newest first, by the days and the location they touch, and by page', async () => {
    const { locationId } = team.north;
    await add(team.admin, { startDate: '2026-02-01', endDate: '2026-02-28', text: 'Sale', locationId });
    await add(team.admin, { startDate: '2026-03-02', text: 'Fair', locationId: team.south.locationId });
    await add(team.admin, { startDate: '2026-03-05', endDate: '2026-03-06', text: 'Party' });
    expect(await textsOf(team.user)).toEqual(['Party', 'Fair', 'Sale']);
    expect(await textsOf(team.user, { order: 'text' })).toEqual(['Fair', 'Party', 'Sale']);
    expect(await textsOf(team.user, { startDate: '2026-02-28', endDate: '2026-03-02' })).toEqual(['Fair', 'Sale']);
    expect(await textsOf(team.user, { startDate: '2026-03-06' })).toEqual(['Party']);
    expect(await textsOf(team.user, { startDate: '2026-03-07' })).toEqual([]);
    expect(await textsOf(team.user, { locationId })).toEqual(['Party', 'Sale']);
    expect(await textsOf(team.user, { search: 'SOUTH' })).toEqual(['Fair']);
    const { headers, body } = await team.user.get<{ text: string }[]>(`${path}?limit=1&offset=1`);
    expect(headers.get('x-total-count')).toBe('3');
    expect(body.map(({ text }) => text)).toEqual(['Fair']);
    expect((await team.user.get(`${path}?startDate=0000-01-01`)).status).toBe(400);
    expect((await team.user.get(`${path}?order=version`)).status).toBe(400);
  });

  it('[R1003] [S190] of other locations do not exist for people who are limited to some', async () => {
    const { locationId } = team.north;
    const shared = await add(team.admin, { ...fair, text: 'All' });
    const own = await add(team.admin, { ...fair, locationId, text: 'North' });
    const other = await add(team.admin, { ...fair, locationId: team.south.locationId, text: 'South' });
    expect((await textsOf(team.limited)).toSorted()).toEqual(['All', 'North']);
    expect(await textsOf(team.placeless)).toEqual(['All']);
    expect([await isLimited(team.limited), await isLimited(team.user)]).toEqual([true, false]);
    expect((await team.limited.get(`${path}/${other.annotationId}`)).status).toBe(404);
    expect((await put(team.limited, `${path}/${other.annotationId}`, { text: 'x' })).status).toBe(404);
    expect((await remove(team.limited, `${path}/${other.annotationId}`)).status).toBe(404);
    // Their own location, but neither another one nor the organization.
    await team.limited.call(updateAnnotation, { ...at(own), body: { text: 'Mine' } });
    await add(team.limited, { ...fair, locationId, text: 'New' });
    const { locationId: elsewhere } = team.south;
    expect((await team.limited.post(path, { ...fair, locationId: elsewhere })).status).toBe(404);
    expect((await put(team.limited, `${path}/${own.annotationId}`, { locationId: elsewhere })).status).toBe(404);
    expect(await refused(team.limited, fair)).toEqual([`403 : ${annotationTexts.wholeOrganization}`]);
    expect((await put(team.limited, `${path}/${own.annotationId}`, { locationId: null })).status).toBe(403);
    expect((await put(team.limited, `${path}/${shared.annotationId}`, { text: 'x' })).status).toBe(403);
    expect((await remove(team.limited, `${path}/${shared.annotationId}`)).status).toBe(403);
    expect((await textsOf(team.admin)).toSorted()).toEqual(['All', 'Mine', 'New', 'South']);
  });

  it('[S190] of another organization do not exist, nor do its locations', async () => {
    const made = await add(team.admin, { ...fair, locationId: team.north.locationId });
    const stranger = await openTeam();
    expect(await textsOf(stranger.admin)).toEqual([]);
    expect((await remove(stranger.admin, `${path}/${made.annotationId}`)).status).toBe(404);
    expect((await stranger.admin.post(path, { ...fair, locationId: team.north.locationId })).status).toBe(404);
    const staff = await world.signIn(await world.staff());
    const { orgId } = team;
    expect(await staff.call(listAnnotations, { query: { orgId } })).toHaveLength(1);
    const theirs = await staff.call(createAnnotation, { query: { orgId }, body: { ...fair, text: 'Opening' } });
    expect(theirs).toMatchObject({ orgId, createdBy: null });
  });

  it('[I292] of an organization are never more than 5,000, also if two arrive at once', async () => {
    await world.registry.owner.query(
      `INSERT INTO annotation (org_id, start_date, end_date, text, created_at, updated_at)
       SELECT $1, '2026-01-01', '2026-01-01', 'Day ' || n, now(), now() FROM generate_series(1, $2) AS n`,
      [team.orgId, maxAnnotations - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => team.user.post(path, fair)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(await refused(team.admin, fair)).toEqual([`409 : ${annotationTexts.tooMany}`]);
    const [newest] = await team.user.call(listAnnotations, { query: { limit: 1 } });
    await team.user.call(deleteAnnotation, at(newest!));
    await add(team.user);
  });

  it('[R1082] of one person are at most 1,000, so that others can add theirs', async () => {
    const { userId } = await team.user.call(getProfile);
    await world.registry.owner.query(
      `INSERT INTO annotation (org_id, start_date, end_date, text, created_by, created_at, updated_at)
       SELECT $1, '2026-01-01', '2026-01-01', 'Day ' || n, $3, now(), now() FROM generate_series(1, $2) AS n`,
      [team.orgId, maxOwnAnnotations, userId],
    );
    expect(await refused(team.user, fair)).toEqual([`409 : ${annotationTexts.tooManyOwn}`]);
    await add(team.admin);
    const [newest] = await team.user.call(listAnnotations, { query: { search: 'Day 7', limit: 1 } });
    await team.user.call(deleteAnnotation, at(newest!));
    await add(team.user);
  });
});
