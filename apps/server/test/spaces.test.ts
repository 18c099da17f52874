import { getLocation } from '@atrium/contract/locations';
import { getSpace, listSpaces, type Space, updateSpace } from '@atrium/contract/spaces';
import { correctionTexts, defaultCorrections } from '@atrium/rules/occupancy-drift';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { displayCode } from '../src/registry/schema/sensors.ts';
import { space as spaceTable } from '../src/registry/schema/places.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { Location } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let arcade: Location;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  world.setNow(new Date('2026-03-04T12:00:00Z'));
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  mall = await world.location({ orgId, name: 'Mall', timezone: 'Europe/Berlin' });
  arcade = await world.location({ orgId, name: 'Arcade', timezone: 'America/Los_Angeles' });
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const noReset = { resetDaily: false, resetDailyAtTime: false, resetWithHoursOfOp: false, resetTimes: [] };

async function make(body: object): Promise<Space> {
  const answer = await admin.post<Space>('/api/space', { locationId: mall.locationId, name: 'Hall', ...body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
}

async function refusal(method: string, path: string, body: object): Promise<string[]> {
  const answer = await admin.send<{ details: { path: string; message: string }[] }>(method, path, body);
  expect(answer.status).toBe(400);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

const stored = async (spaceId: string) => {
  const rows = await world.registry.system(({ sql }) =>
    sql.select().from(spaceTable).where(eq(spaceTable.spaceId, spaceId)),
  );
  return rows[0]!;
};

describe('spaces', () => {
  it('are listed by name, by location on request, and only where the caller may look', async () => {
    await make({ name: 'west', maxCapacity: 10 });
    await make({ name: 'East', disabled: true, maxCapacity: 30 });
    await make({ name: 'Arch', locationId: arcade.locationId, maxCapacity: 20 });
    expect(namesOf(await admin.call(listSpaces))).toEqual(['Arch', 'East', 'west']);
    expect(namesOf(await admin.call(listSpaces, { query: { order: '-maxCapacity', limit: 2 } }))).toEqual([
      'East',
      'Arch',
    ]);
    expect(namesOf(await admin.call(listSpaces, { query: { locationId: mall.locationId } }))).toEqual(['East', 'west']);
    expect(namesOf(await admin.call(listSpaces, { query: { disabled: 'false', search: 'E' } }))).toEqual(['west']);
    const limited = await world.signIn(await world.user({ locations: [arcade] }));
    const seen = await limited.get<Space[]>('/api/space');
    expect([namesOf(seen.body), seen.headers.get('x-total-count')]).toEqual([['Arch'], '1']);
  });

  it('have a display code of their own, the first characters of their id', async () => {
    const { spaceId } = await make({});
    const codes = await world.registry.system(({ sql }) =>
      sql.select().from(displayCode).where(eq(displayCode.entityId, spaceId)),
    );
    expect(codes).toEqual([{ code: spaceId.slice(0, 8), orgId, kind: 'space', entityId: spaceId }]);
  });

  it('[R723] are created with a name, at a location of the caller’s organization', async () => {
    const flags = { isHeadroom: true, countsTowardLocation: false };
    const made = await make({ name: ' Hall ', maxCapacity: 120, targetOccupancy: 90, ...flags, orgId });
    const fields = { name: 'Hall', maxCapacity: 120, targetOccupancy: 90, ...flags, disabled: false };
    expect(made).toEqual({
      spaceId: made.spaceId,
      orgId,
      locationId: mall.locationId,
      ...fields,
      resetConfig: noReset,
      corrections: defaultCorrections,
      version: 1,
    });
    const plain = { maxCapacity: null, isHeadroom: false, countsTowardLocation: true, disabled: false };
    expect(await make({ name: 'Plain' })).toMatchObject(plain);
    expect(await refusal('POST', '/api/space', { locationId: mall.locationId, name: ' ', maxCapacity: 0 })).toEqual([
      'name: Name is required',
      'maxCapacity: Max capacity must be a whole number from 1 to 1000000',
    ]);
    expect(await refusal('POST', '/api/space', { name: 'X' })).toEqual(['locationId: is required']);
    const elsewhere = await world.location();
    expect((await admin.post('/api/space', { locationId: elsewhere.locationId, name: 'X' })).status).toBe(404);
    const foreign = { locationId: mall.locationId, name: 'X', orgId: elsewhere.orgId };
    expect((await admin.post('/api/space', foreign)).status).toBe(404);
    expect((await admin.post('/api/space', { locationId: mall.locationId, name: 'X', color: 1 })).status).toBe(400);
  });

  it('[R779] switch each correction of drift on and off', async () => {
    const { spaceId, corrections } = await make({ corrections: { acf: false, maxStayMinutes: 90 } });
    expect(corrections).toEqual({ ...defaultCorrections, acf: false, maxStayMinutes: 90 });
    const changed = await admin.send<Space>('PUT', `/api/space/${spaceId}`, { corrections: { endOfDay: false } });
    expect(changed.body).toMatchObject({ corrections: { ...corrections, endOfDay: false }, version: 2 });
    expect(await refusal('PUT', `/api/space/${spaceId}`, { corrections: { maxStayMinutes: 5 } })).toEqual([
      `corrections.maxStayMinutes: ${correctionTexts.maxStay}`,
    ]);
    const [, entry] = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === spaceId);
    expect(entry?.detail).toMatchObject({
      changed: { corrections: [corrections, { ...corrections, endOfDay: false }] },
    });
  });

  it('are edited once, keep their location, and changes are in the audit log', async () => {
    const { spaceId } = await make({ maxCapacity: 10 });
    const edit = (body: object, version: string) =>
      admin.send<Space>('PUT', `/api/space/${spaceId}`, body, { 'if-match': version });
    const changed = await edit({ name: 'Foyer', maxCapacity: null, locationId: mall.locationId }, '1');
    expect(changed.body).toMatchObject({ name: 'Foyer', maxCapacity: null, version: 2 });
    expect((await edit({ name: 'Other' }, '1')).status).toBe(412);
    expect((await edit({ name: 'Foyer' }, '2')).body.version).toBe(2);
    expect(await refusal('PUT', `/api/space/${spaceId}`, { locationId: arcade.locationId, name: null })).toEqual([
      'name: Name is required',
      'locationId: A space cannot move to another location',
    ]);
    const entries = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === spaceId);
    expect(entries).toMatchObject([
      { action: 'space-created', entityType: 'space', detail: { name: 'Hall', location: 'Mall' } },
      { action: 'space-changed', detail: { changed: { name: ['Hall', 'Foyer'], maxCapacity: [10, null] } } },
    ]);
  });

  it('[R129] exist for organizations that see occupancy or have the occupancy product', async () => {
    for (const [flags, status] of [
      [{}, 403],
      [{ headroomEnabled: true }, 200],
      [{ canViewOccupancy: true }, 200],
    ] as const) {
      const { locationId, orgId: owner } = await world.location({ orgId: (await world.organization(flags)).orgId });
      const { spaceId } = await world.space({ locationId });
      const client = await world.signIn(await world.user({ orgId: owner, role: 'OrganizationAdministrator' }));
      const staff = await world.signIn(await world.staff());
      const asked = [
        await client.get('/api/space'),
        await client.get(`/api/space/${spaceId}`),
        await client.get(`/api/space/${spaceId}/occupancyreset`),
        await client.post('/api/space', { locationId, name: 'Hall' }),
        await staff.get(`/api/space?orgId=${owner}`),
      ];
      expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => status));
    }
  });

  it('are deleted with their resets, zones and attachments', async () => {
    const { spaceId } = await make({});
    const sensor = await world.sensor({ siteId: (await world.site({ locationId: mall.locationId })).siteId });
    const { zoneId } = await world.zone({ sensorId: sensor.sensorId });
    await world.spaceZone({ orgId, spaceId, zoneId });
    await world.occupancyReset({ orgId, spaceId });
    await world.customField({ orgId, entityType: 'space', entityId: spaceId });
    const path = `/api/space/${spaceId}`;
    expect((await admin.send('DELETE', path)).body).toEqual({ ok: true });
    for (const gone of ['', '/meta', '/occupancyreset', '/addablezone', '/attachments'])
      expect((await admin.get(`${path}${gone}`)).status, gone).toBe(404);
    expect((await admin.send('DELETE', path)).status).toBe(404);
    const left = await world.registry.owner.query(
      `SELECT (SELECT count(*)::int FROM space_zone_assignment WHERE space_id = $1 AND deleted_at IS NULL) AS zones,
              (SELECT count(*)::int FROM occupancy_reset WHERE space_id = $1 AND deleted_at IS NULL) AS resets,
              (SELECT count(*)::int FROM zone WHERE zone_id = $2 AND deleted_at IS NULL) AS counting`,
      [spaceId, zoneId],
    );
    expect(left.rows).toEqual([{ zones: 0, resets: 0, counting: 1 }]);
    expect((await auditOf(world, orgId)).at(-1)).toMatchObject({ action: 'space-deleted', detail: { name: 'Hall' } });
  });
});

describe('the daily reset of a space', () => {
  it('[R168] is at 08:00 UTC with 0 by default, stored in local time', async () => {
    const made = await make({ resetConfig: { resetDaily: true, resetDailyAtTime: true } });
    expect(made.resetConfig).toEqual({
      resetDaily: true,
      resetDailyAtTime: true,
      resetWithHoursOfOp: false,
      resetTimes: [{ time: '08:00', value: 0 }],
    });
    expect((await stored(made.spaceId)).resetConfig.resetTimes).toEqual([{ time: '09:00', value: 0 }]);
    const west = await make({
      locationId: arcade.locationId,
      resetConfig: { resetDaily: true, resetDailyAtTime: true, resetTimes: [{ time: '05:30', value: 7 }] },
    });
    expect(west.resetConfig.resetTimes).toEqual([{ time: '05:30', value: 7 }]);
    expect((await stored(west.spaceId)).resetConfig.resetTimes).toEqual([{ time: '21:30', value: 7 }]);
  });

  it('[R168] stays at the same local hour in summer, which is another one in UTC', async () => {
    const { spaceId } = await make({ resetConfig: { resetDaily: true, resetDailyAtTime: true } });
    world.setNow(new Date('2026-07-04T12:00:00Z'));
    const admin2 = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const found = await admin2.call(getSpace, { params: { spaceId } });
    expect(found.resetConfig.resetTimes).toEqual([{ time: '07:00', value: 0 }]);
    const below = await admin2.call(getLocation, {
      params: { locationId: mall.locationId },
      query: { include: 'space' },
    });
    expect(below.space?.[0]?.resetConfig.resetTimes).toEqual([{ time: '07:00', value: 0 }]);
    expect((await stored(spaceId)).resetConfig.resetTimes).toEqual([{ time: '09:00', value: 0 }]);
  });

  it('[R165] [R166] is refused without a time, or with one twice', async () => {
    const { spaceId } = await make({});
    const path = `/api/space/${spaceId}`;
    const answerTo = (resetConfig: object) => refusal('PUT', path, { resetConfig });
    const choice = [
      'resetConfig.resetTimes: A daily reset needs hours of operation without a fixed time, or a fixed time with at least one reset time',
    ];
    expect(await answerTo({ resetDaily: true })).toEqual(choice);
    expect(await answerTo({ resetDaily: true, resetDailyAtTime: true, resetTimes: [] })).toEqual(choice);
    const twice = [
      { time: '23:30', value: 0 },
      { time: '08:00', value: 0 },
      { time: '08:00', value: 4 },
    ];
    expect(await answerTo({ resetDaily: true, resetDailyAtTime: true, resetTimes: twice })).toEqual([
      'resetConfig.resetTimes.2.time: Reset time must not duplicate an existing one',
    ]);
    expect(await answerTo({ resetTimes: [{ time: '25:00', value: -1 }] })).toEqual([
      'resetConfig.resetTimes.0.time: Reset time must be HH:mm',
      'resetConfig.resetTimes.0.value: Reset value must be a positive number',
    ]);
    expect((await stored(spaceId)).resetConfig).toEqual(noReset);
  });

  it('is updated in parts, with both states in the audit log', async () => {
    const { spaceId } = await make({});
    const params = { spaceId };
    const times = [
      { time: '22:30', value: 3 },
      { time: '05:00', value: 1 },
    ];
    const fixed = { resetDaily: true, resetDailyAtTime: true, resetTimes: times };
    const saved = await admin.call(updateSpace, { params, body: { resetConfig: fixed } });
    // In the order of the day at the place, where 22:30 is 23:30.
    expect(saved.resetConfig.resetTimes).toEqual([times[1], times[0]]);
    const hours = { resetDailyAtTime: false, resetWithHoursOfOp: true };
    const again = await admin.call(updateSpace, { params, body: { resetConfig: hours } });
    expect(again.resetConfig).toEqual({
      resetDaily: true,
      resetDailyAtTime: false,
      resetWithHoursOfOp: true,
      resetTimes: [times[1], times[0]],
    });
    expect((await auditOf(world, orgId)).at(-1)?.detail).toMatchObject({
      changed: { resetConfig: [{ resetDailyAtTime: true }, { resetDailyAtTime: false }] },
    });
  });
});
