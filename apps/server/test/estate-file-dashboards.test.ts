import type { Attachment } from '@atrium/contract/attachment';
import { createDashboard, listDashboards, publishDashboard, updateDashboard } from '@atrium/contract/dashboards';
import type { ErrorReply } from '@atrium/contract/envelope';
import { exportEstate, importEstate, maxEstateBytes } from '@atrium/contract/estate-files';
import { listLocations } from '@atrium/contract/locations';
import { listSpaces } from '@atrium/contract/spaces';
import type { Widget } from '@atrium/rules/dashboard';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pixel } from './access-dashboards.ts';
import type { Client } from './client.ts';
import { aDashboard, at, aWidget, widgetsOf } from './dashboard-world.ts';
import { estateFileCalls, shop } from './estate-file-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  staff = await world.signIn(await world.staff());
});

const { preview, take, problemsOf } = estateFileCalls(() => staff);
const empty = async () => (await world.organization({ canViewOccupancy: true })).orgId;
const adminOf = async (orgId: string) => world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
const exported = (orgId: string, by = staff) => by.call(exportEstate, { query: { orgId, dashboards: 'true' } });
const dashboardsOf = (by: Client) => by.call(listDashboards, { query: {} });

async function placesOf(by: Client, orgId: string) {
  const [hamburg] = await by.call(listLocations, { query: {} });
  const [hall] = await by.call(listSpaces, { query: {} });
  const { rows } = await world.registry.owner.query<{ zone_id: string; sensor_id: string }>(
    `SELECT zone_id, sensor_id FROM zone WHERE org_id = $1 AND name = 'Main line'`,
    [orgId],
  );
  return { location: hamburg!.locationId, space: hall!.spaceId, zone: rows[0]!.zone_id, sensor: rows[0]!.sensor_id };
}

/** Cards about every kind of place, and one that a newer version wrote. */
const cardsAbout = ({ location, space, zone, sensor }: Record<string, string>, orgId: string, image = ''): Widget[] => [
  aWidget({
    dataOptions: {
      entityType: 'location',
      entityIds: [location],
      comparison: { isComparison: true, entityIds: [location] },
    },
  }),
  aWidget({ widgetType: 'gauge', dataOptions: { entityType: 'space', entityId: space } }),
  aWidget({ dataOptions: { entityType: 'zone', entityIds: [zone] } }),
  aWidget({ widgetType: 'sensor-image', dataOptions: { entityType: 'sensor', entityId: sensor } }),
  aWidget({ dataOptions: { entityType: 'organization', entityId: orgId } }),
  aWidget({
    widgetType: 'image',
    clientOptions: { widgetOptions: { imageType: 'attachment', image } },
  }),
  aWidget({
    widgetType: 'hologram',
    clientOptions: { depth: { of: ['yes', 'no', 7, null] } },
    extra: '09:00',
  } as never),
];
const contents = (widgets: readonly Widget[]) => widgets.map(({ widgetId: _id, ...rest }) => rest);

const card = (options: string, place = '{ x: 0, y: 0, width: 6, height: 3 }') =>
  `      - widgetType: value\n        gridOptions: ${place}\n        dataOptions: ${options}\n`;

describe('dashboards in an estate file', () => {
  it('[R1056] [I296] set up another organization, where their cards show its own places', async () => {
    const [from, to] = [await empty(), await empty()];
    await take(from, shop);
    const admin = await adminOf(from);
    const places = await placesOf(admin, from);
    const made = await aDashboard(admin, { name: 'Stores', description: 'All', config: cardsAbout(places, from) });
    const form = new FormData();
    form.append('file', new Blob([pixel]), 'logo.png');
    const { body } = await admin.send<Attachment[]>('POST', `/api/dashboard/${made.dashboardId}/attachment`, form);
    const config = JSON.stringify(cardsAbout(places, from, body[0]!.url));
    await admin.call(updateDashboard, { ...at(made), body: { config } });
    await admin.call(publishDashboard, { ...at(made), body: { isPublic: true } });
    await aDashboard(admin, { name: 'Private' });
    expect(await estateFileCalls(() => staff).written(from)).not.toContain('dashboards');
    const file = await exported(from);
    expect(file).not.toContain('Private');
    expect(await preview(from, file)).toMatchObject({ changes: [], problems: [] });
    for (const id of [from, ...Object.values(places)]) expect(file).not.toContain(id);

    const planned = await preview(to, file);
    expect(planned.problems).toEqual([]);
    expect(planned.changes.at(-1)).toMatchObject({ action: 'create', kind: 'dashboard', name: 'Stores', changed: {} });
    await take(to, file);
    const reader = await adminOf(to);
    const [shown, ...others] = await dashboardsOf(reader);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ name: 'Stores', description: 'All', isPublic: true });
    expect(contents(widgetsOf(shown!))).toEqual(contents(cardsAbout(await placesOf(reader, to), to)));
    expect(await preview(to, file)).toMatchObject({ changes: [], problems: [] });
    const withoutImage = file.replace(/image:\n\s+\$image: stays as it is/, 'image: ""');
    expect((await exported(to)).split('\n').slice(1)).toEqual(withoutImage.split('\n').slice(1));
    expect(await exported(from, admin)).toContain('name: Private');
  });

  it('[R1057] change what differs, and keep the ids of cards and who sees them', async () => {
    const orgId = await empty();
    await take(orgId, shop);
    const own = await staff.call(createDashboard, {
      query: { orgId },
      body: { name: 'Doors', config: [aWidget(), aWidget({ gridOptions: { x: 6, y: 0, width: 6, height: 3 } })] },
    });
    const file = (await exported(orgId))
      .replace('height: 3', 'height: 5')
      .replace('name: Doors', 'name: Doors\n    description: New');
    const { changes, problems } = await preview(orgId, file);
    expect(problems).toEqual([]);
    expect(changes).toMatchObject([
      {
        action: 'change',
        kind: 'dashboard',
        changed: { description: [null, 'New'], cards: [2, '2 (1 added, changed or removed)'] },
      },
    ]);
    await take(orgId, file);
    const [after] = await staff.call(listDashboards, { query: { orgId } });
    expect(after).toMatchObject({ dashboardId: own.dashboardId, description: 'New', version: 2, isPublished: false });
    expect(widgetsOf(after!).map(({ widgetId }) => widgetId)).toEqual(widgetsOf(own).map(({ widgetId }) => widgetId));
    expect(widgetsOf(after!)[0]!.gridOptions.height).toBe(5);
  });

  it('[R1058] name every place, card and dashboard that cannot be imported, by line, and import nothing', async () => {
    const orgId = await empty();
    const admin = await adminOf(orgId);
    const published = await aDashboard(admin, { name: 'Theirs', config: [aWidget()] });
    await admin.call(publishDashboard, { ...at(published), body: { isPublic: true } });
    const file = `atrium: 1
dashboards:
  - name: Lost
    cards:
${card('{ entityType: space, entityId: { $place: { location: Bremen, space: Hall } } }')}  - name: Wide
    cards:
${card('{}', '{ x: 9, y: 0, width: 6, height: 3 }')}  - name: Theirs
    cards: []
`;
    expect(await problemsOf(orgId, file)).toEqual([
      '7 dashboards.0.cards.0.dataOptions.entityId: No place, or more than one, is named Bremen › Hall',
      '11 dashboards.1.cards.0.gridOptions: must lie within the 12 columns of the grid',
      expect.stringMatching(/^13 dashboards\.2: Only .* can change this dashboard/),
    ]);
    expect(await dashboardsOf(admin)).toHaveLength(1);
  });

  it('[R1058] with cards that contain themselves, or places that are no names, is refused', async () => {
    const orgId = await empty();
    const loop = `atrium: 1
dashboards:
  - name: Loop
    cards:
      - &a { widgetType: text, gridOptions: { x: 0, y: 0, width: 3, height: 3 }, clientOptions: { self: *a } }
`;
    expect(await problemsOf(orgId, loop)).toEqual([expect.stringContaining('is nested too deeply')]);
    const odd = `atrium: 1
dashboards:
  - name: Odd
    cards:
${card('{ entityType: location, entityId: { $place: { location: { toString: 1 } } } }')}`;
    expect(await problemsOf(orgId, odd)).toEqual([expect.stringContaining('No place, or more than one, is named ?')]);
  });

  it('[R1083] that need more than one file are exported as several that can be imported one by one', async () => {
    const [from, to] = [await empty(), await empty()];
    await take(from, shop);
    const admin = await adminOf(from);
    for (let n = 0; n < 30; n += 1) {
      const config = [aWidget({ widgetType: 'text', clientOptions: { text: `${n} `.padEnd(100_000, 'ä') } })];
      await aDashboard(admin, { name: `Board ${n}`, config });
    }
    const refused = await admin.get<ErrorReply>('/api/estatefile?dashboards=true');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', files: 2 } });
    expect(refused.body.message).toContain('leave out the dashboards');
    expect((await admin.get('/api/estatefile')).status).toBe(200);

    const owner = await adminOf(to);
    for (const file of [1, 2]) {
      const query = { dashboards: 'true', file } as const;
      const part = await admin.call(exportEstate, { query });
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(maxEstateBytes);
      expect(part).toContain(`# File ${file} of 2.`);
      // Sensors are installed by staff; the dashboards belong to the person who imports them.
      if (file === 1) await take(to, part.replace(/^dashboards:[^]*/m, ''));
      expect(await problemsOf(to, part, owner)).toEqual([]);
      await owner.call(importEstate, { query: {}, body: { text: part } });
    }
    const found = (await owner.call(listDashboards, { query: { limit: 100 } })).map(({ name }) => name);
    expect(found.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `Board ${n}`).toSorted());
    const third = await admin.get('/api/estatefile?dashboards=true&file=3');
    expect(third).toMatchObject({ status: 400, body: { details: [{ path: 'file', message: 'There are 2 files.' }] } });
  });
});
