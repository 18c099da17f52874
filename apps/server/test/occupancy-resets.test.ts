import { addOccupancyReset, listOccupancyResets, type OccupancyReset } from '@atrium/contract/spaces';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import type { Space } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let hall: Space;
let admin: Client;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-11-15T12:00:00Z') });
});
afterAll(() => world.close());

beforeEach(async () => {
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  const { locationId } = await world.location({ orgId, timezone: 'Europe/Berlin' });
  hall = await world.space({ locationId, name: 'Hall' });
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});

const path = () => `/api/space/${hall.spaceId}/occupancyreset`;
const at = (resetDate: string, occupants: unknown = 0) =>
  admin.post<OccupancyReset>(path(), { resetDate, occupants, orgId });
const dates = async (query: object = {}) => {
  const rows = await admin.call(listOccupancyResets, { params: { spaceId: hall.spaceId }, query });
  return rows.map(({ resetDate }) => resetDate.slice(0, 16));
};

async function refused(body: object, query = ''): Promise<string[]> {
  const answer = await admin.post<{ details: { path: string; message: string }[] }>(`${path()}${query}`, body);
  expect(answer.status).toBe(400);
  return answer.body.details.map((detail) => `${detail.path}: ${detail.message}`);
}

describe('manual resets', () => {
  it('[R171] are added, listed newest first and deleted', async () => {
    const body = { resetDate: '2026-11-15T09:30:15.250Z', occupants: 12, orgId };
    const made = await admin.call(addOccupancyReset, { params: { spaceId: hall.spaceId }, body });
    expect(made).toEqual({ occupancyResetId: made.occupancyResetId, spaceId: hall.spaceId, ...body });
    await at('2026-11-15T09:45', 3);
    const rows = await admin.get<OccupancyReset[]>(path());
    expect(rows.body).toMatchObject([
      { resetDate: '2026-11-15T09:30:15.250Z' },
      { resetDate: '2026-11-15T08:45:00.000Z' },
    ]);
    expect(rows.headers.get('x-total-count')).toBe('2');
    const one = `${path()}/${made.occupancyResetId}`;
    const other = await world.space({ locationId: hall.locationId });
    expect((await admin.send('DELETE', one.replace(hall.spaceId, other.spaceId))).status).toBe(404);
    expect((await admin.send('DELETE', one)).body).toEqual({ ok: true });
    expect((await admin.send('DELETE', one)).status).toBe(404);
    expect(await dates()).toEqual(['2026-11-15T08:45']);
    expect((await at(body.resetDate, 12)).status).toBe(200);
    expect((await auditOf(world, orgId)).filter(({ entityType }) => entityType === 'space')).toMatchObject([
      { action: 'occupancy-reset-added', entityType: 'space', detail: { name: 'Hall', occupants: 12 } },
      { action: 'occupancy-reset-added', detail: { occupants: 3, resetDate: '2026-11-15T08:45:00.000Z' } },
      { action: 'occupancy-reset-deleted', detail: { name: 'Hall', resetDate: body.resetDate, occupants: 12 } },
      { action: 'occupancy-reset-added' },
    ]);
  });

  it('[R169] default to the last 7 days, in the time zone of the location', async () => {
    for (const moment of ['2026-11-07T22:59Z', '2026-11-07T23:00Z', '2026-11-15T11:00Z', '2026-10-01T12:00Z']) {
      await at(moment);
    }
    expect(await dates()).toEqual(['2026-11-15T11:00', '2026-11-07T23:00']);
    expect(await dates({ startDate: '2026-11-07' })).toEqual([
      '2026-11-15T11:00',
      '2026-11-07T23:00',
      '2026-11-07T22:59',
    ]);
    expect(await dates({ startDate: '2026-11-07', endDate: '2026-11-07' })).toEqual(['2026-11-07T22:59']);
    expect(await dates({ startDate: '2026-10-01T12:00:00Z', endDate: '2026-11-07T22:59:00Z' })).toEqual([
      '2026-10-01T12:00',
    ]);
    expect(await dates({ startDate: '2026-01-01', limit: 1, offset: 3 })).toEqual(['2026-10-01T12:00']);
    for (const wrong of ['startDate=2026-11-16&endDate=2026-11-14', 'endDate=tomorrow', 'startDate=0001-01-01'])
      expect((await admin.get(`${path()}?${wrong}`)).status, wrong).toBe(400);
  });

  it('[R171] are refused at times that do not exist, and for invalid numbers', async () => {
    expect(await refused({ resetDate: '2026-03-29T02:30', occupants: 1 })).toEqual([
      'resetDate: There is no 02:30 on 2026-03-29 in Europe/Berlin',
    ]);
    expect(await refused({ occupants: -1 })).toEqual([
      'resetDate: Reset date is required',
      'occupants: Reset value must be a positive number',
    ]);
    expect(await refused({ resetDate: '2026-11-16T12:00Z', occupants: '4' })).toEqual([
      'resetDate: Reset date must not be in the future',
      'occupants: Reset value must be a positive number',
    ]);
    await at('2026-11-15T10:00Z');
    expect(await refused({ resetDate: '2026-11-15T11:00', occupants: 5 })).toEqual([
      'resetDate: A reset already exists at this time',
    ]);
    expect(await dates()).toEqual(['2026-11-15T10:00']);
  });
});
