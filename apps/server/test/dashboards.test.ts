import {
  createDashboard,
  deleteDashboard,
  getDashboard,
  getDashboardView,
  listDashboards,
  publishDashboard,
  putDashboardView,
  shareDashboard,
  unpublishDashboard,
  unshareDashboard,
  updateDashboard,
} from '@atrium/contract/dashboards';
import type { ErrorReply } from '@atrium/contract/envelope';
import { deleteOrganization } from '@atrium/contract/organizations';
import { disableLogin, deleteUser } from '@atrium/contract/users';
import { dashboardTexts, maxConfigBytes } from '@atrium/rules/dashboard';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { aDashboard, at, aWidget, dashboardTeam, widgetsOf } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
afterAll(() => world.close());

const pathOf = ({ dashboardId }: { dashboardId: string }) => `/api/dashboard/${dashboardId}`;
const statusOf = async (client: Client, of: { dashboardId: string }) => (await client.get(pathOf(of))).status;
const create = (body: unknown) => team.owner.post<ErrorReply>('/api/dashboard', body);

describe('a dashboard', () => {
  it('[R266] [R270] belongs to its maker, has a name in any case, and no description instead of an empty one', async () => {
    const made = await team.owner.call(createDashboard, { body: { description: '  ' } });
    expect(made).toMatchObject({
      orgId: team.orgId,
      userId: team.ada.userId,
      ownerName: 'Ada',
      name: 'My Dashboard',
      description: null,
      config: '[]',
      isPublished: false,
      isPublic: false,
      publishedToUsers: [],
      sharedWith: [],
      version: 1,
    });
    expect(await team.owner.call(getDashboard, at(made))).toEqual(made);
  });

  it('[R269] is refused without a name', async () => {
    for (const name of ['', '   ', null]) {
      const { status, body } = await create({ name });
      expect([status, body.details]).toEqual([400, [{ path: 'name', message: 'Dashboard must have a name' }]]);
    }
    const made = await aDashboard(team.owner);
    for (const name of ['', null]) {
      const { status, body } = await team.owner.send<ErrorReply>('PUT', pathOf(made), { name });
      expect([status, body.message]).toEqual([400, 'Dashboard must have a name']);
    }
    expect((await create({ name: 'two\nlines' })).status).toBe(400);
  });

  it('[R277] has its widgets as JSON text, and takes them as text and as a list', async () => {
    const widgets = [aWidget(), aWidget({ gridOptions: { x: 6, y: 0, width: 6, height: 3, minWidth: 4 } })];
    for (const config of [widgets, JSON.stringify(widgets)]) {
      const made = await aDashboard(team.owner, { config });
      expect(typeof made.config).toBe('string');
      expect(widgetsOf(made)).toEqual(widgets);
    }
  });

  it('[R951] keeps what another program wrote: unknown types, options and fields, in their order', async () => {
    const entry = {
      zeta: { deep: [1, { 'a b': null }] },
      gridOptions: { x: 0, y: 0, width: 4, height: 4, autoPosition: 'yes' },
      alpha: 1.5,
    };
    const foreign = { ...aWidget(), widgetType: 'hologram', dataOptions: { q: { b: 1, a: 2 } }, extra: 'ü' };
    const made = await aDashboard(team.owner, { config: [entry, foreign] });
    const [first, second] = widgetsOf(made);
    expect(first).toEqual({
      ...entry,
      widgetId: expect.any(String) as string,
      widgetType: 'unknown',
      dataOptions: {},
      clientOptions: {},
    });
    expect(Object.keys(first!).slice(0, 3)).toEqual(['zeta', 'gridOptions', 'alpha']);
    expect(JSON.stringify(second)).toBe(JSON.stringify(foreign));
    const again = await team.owner.call(updateDashboard, { ...at(made), body: { config: made.config } });
    expect(again).toEqual(made);
  });

  it('[R952] refuses widgets that no grid can show, and says where', async () => {
    const cases: [unknown, string, string][] = [
      ['no JSON', 'config', dashboardTexts.notAList],
      ['{}', 'config', dashboardTexts.notAList],
      [[1], 'config.0', dashboardTexts.options],
      [[aWidget(), { widgetType: 'value' }], 'config.1.gridOptions', dashboardTexts.options],
      [[aWidget({ gridOptions: { x: 8, y: 0, width: 6, height: 3 } })], 'config.0.gridOptions', dashboardTexts.place],
      [[{ ...aWidget(), gridOptions: { x: 0, y: 0 } }], 'config.0.gridOptions', dashboardTexts.place],
      [[{ ...aWidget(), widgetId: 'mine' }], 'config.0.widgetId', dashboardTexts.id],
      [[{ ...aWidget(), widgetType: 7 }], 'config.0.widgetType', dashboardTexts.type],
      [[{ ...aWidget(), dataOptions: [] }], 'config.0.dataOptions', dashboardTexts.options],
      [JSON.stringify([{ ...aWidget(), clientOptions: { a: 'x\0' } }]), 'config', dashboardTexts.unreadable],
      [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'config', dashboardTexts.unreadable],
      [[{ ...aWidget(), clientOptions: { a: 'x'.repeat(maxConfigBytes) } }], 'config', dashboardTexts.tooLarge],
      [
        Array.from({ length: 101 }, (_, y) => aWidget({ gridOptions: { x: 0, y, width: 1, height: 1 } })),
        'config',
        dashboardTexts.tooMany,
      ],
    ];
    const twin = aWidget();
    cases.push([[twin, twin], 'config', dashboardTexts.twice]);
    for (const [config, path, message] of cases) {
      const { status, body } = await create({ config });
      expect([status, body.details]).toEqual([400, [{ path, message }]]);
    }
    expect((await create({ config: [], color: 'red' })).body.details).toMatchObject([{ path: 'color' }]);
  });

  it('[R953] changes only for someone who has seen its version', async () => {
    const made = await aDashboard(team.owner);
    const put = (ifMatch: string, name: string) =>
      team.owner.send('PUT', pathOf(made), { name }, { 'if-match': ifMatch });
    expect((await put('1', 'One')).body).toMatchObject({ name: 'One', version: 2 });
    expect((await put('1', 'Two')).status).toBe(412);
    expect((await put('2', 'One')).body).toMatchObject({ version: 2 });
    expect((await put('*', 'Three')).body).toMatchObject({ name: 'Three', version: 3 });
    const gone = await team.owner.send('DELETE', pathOf(made), undefined, { 'if-match': '1' });
    expect([gone.status, await statusOf(team.owner, made)]).toEqual([412, 200]);
  });

  it('is listed by name, found by a part of it, and gone once it is deleted', async () => {
    const { owner } = await dashboardTeam(world);
    const made = [];
    for (const name of ['bravo', 'Alpha', 'Charlie']) made.push(await aDashboard(owner, { name }));
    const names = async (query = {}) => (await owner.call(listDashboards, { query })).map(({ name }) => name);
    expect(await names()).toEqual(['Alpha', 'bravo', 'Charlie']);
    expect(await names({ order: '-name', limit: 2 })).toEqual(['Charlie', 'bravo']);
    expect(await names({ search: 'LPH' })).toEqual(['Alpha']);
    await owner.call(deleteDashboard, at(made[0]!));
    expect(await names()).toEqual(['Alpha', 'Charlie']);
    expect(await statusOf(owner, made[0]!)).toBe(404);
  });
});

describe('[R954] someone else', () => {
  it('does not know of a private dashboard, whatever their role', async () => {
    const made = await aDashboard(team.owner);
    for (const client of [team.reader, team.admin]) {
      expect(await statusOf(client, made)).toBe(404);
      expect((await client.send('PUT', pathOf(made), { name: 'x' })).status).toBe(404);
      expect((await client.send('DELETE', pathOf(made))).status).toBe(404);
      expect((await client.call(listDashboards)).map(({ dashboardId }) => dashboardId)).not.toContain(made.dashboardId);
    }
    const staff = await world.signIn(await world.staff());
    expect((await staff.get(`${pathOf(made)}?orgId=${team.orgId}`)).status).toBe(404);
  });

  it('[R264] reads what is published, changes nothing of it and does not learn who else reads it', async () => {
    const made = await aDashboard(team.owner, { config: [aWidget()] });
    await team.owner.call(shareDashboard, {
      params: { ...made, userId: team.boss.userId },
      body: {},
    });
    await team.owner.call(publishDashboard, { ...at(made), body: { publishedToUsers: [team.ben.userId] } });
    const seen = await team.reader.call(getDashboard, at(made));
    expect(seen).toMatchObject({ isPublished: true, publishedToUsers: [], sharedWith: [], ownerName: 'Ada' });
    expect(await team.owner.call(getDashboard, at(made))).toMatchObject({
      publishedToUsers: [team.ben.userId],
      sharedWith: [team.boss.userId],
    });
    const path = pathOf(made);
    const writes: [string, string, unknown?][] = [
      ['PUT', path, { name: 'Mine' }],
      ['DELETE', path],
      [
        'POST',
        `${path}/edits`,
        { batchId: randomUUID(), operations: [{ kind: 'rename', name: 'x', description: null }] },
      ],
      ['GET', `${path}/edits?after=0`],
      ['GET', `${path}/revisions`],
      ['GET', `${path}/revisions/1`],
      ['POST', `${path}/revisions/1/restore`],
      ['POST', `${path}/share/${team.boss.userId}`, {}],
      ['PUT', `${path}/publish`, { isPublic: true }],
      ['PUT', `${path}/unpublish`],
      ['DELETE', `${path}/share/${team.boss.userId}`],
    ];
    for (const [method, address, body] of writes) {
      for (const client of [team.reader, team.admin])
        if (client !== team.admin || !address.endsWith(team.boss.userId) || method !== 'DELETE')
          expect([method, address, (await client.send(method, address, body)).status]).toEqual([method, address, 403]);
    }
    expect(await team.owner.call(getDashboard, at(made))).toMatchObject({ name: 'Stores', version: 1 });
  });

  it('[R268] sees what is published to everyone, until it is unpublished; shares remain', async () => {
    const made = await aDashboard(team.owner);
    const staff = await world.signIn(await world.staff());
    const staffStatus = async () => (await staff.get(`${pathOf(made)}?orgId=${team.orgId}`)).status;
    await team.owner.call(shareDashboard, { params: { ...made, userId: team.ben.userId }, body: {} });
    expect(await team.owner.call(publishDashboard, { ...at(made), body: { isPublic: true } })).toMatchObject({
      isPublished: true,
      isPublic: true,
      version: 1,
    });
    expect([await statusOf(team.reader, made), await statusOf(team.admin, made), await staffStatus()]).toEqual([
      200, 200, 200,
    ]);
    const neighbor = await dashboardTeam(world);
    expect(await statusOf(neighbor.admin, made)).toBe(404);
    expect(await team.owner.call(unpublishDashboard, at(made))).toMatchObject({ isPublished: false, isPublic: false });
    expect([await statusOf(team.reader, made), await statusOf(team.admin, made), await staffStatus()]).toEqual([
      200, 404, 404,
    ]);
  });

  it('[R268] is named when a dashboard is published to chosen people', async () => {
    const made = await aDashboard(team.owner);
    const publish = (body: unknown) => team.owner.send<ErrorReply>('PUT', `${pathOf(made)}/publish`, body);
    for (const body of [{}, { publishedToUsers: [] }, { publishedToUsers: [team.ada.userId] }]) {
      const { status, body: refused } = await publish(body);
      expect([status, refused.details]).toEqual([400, [{ path: 'publishedToUsers', message: dashboardTexts.nobody }]]);
    }
    const neighbor = await dashboardTeam(world);
    for (const userId of [neighbor.ada.userId, randomUUID(), 'nonsense'])
      expect((await publish({ publishedToUsers: [team.ben.userId, userId] })).status).toBe(404);
    expect((await publish({ publishedToUsers: [team.ben.userId] })).status).toBe(200);
    expect((await publish({ publishedToUsers: [team.boss.userId] })).status).toBe(200);
    expect([await statusOf(team.reader, made), await statusOf(team.admin, made)]).toEqual([404, 200]);
  });

  it('[R273] is given a share: the list of the body wins over the address', async () => {
    const made = await aDashboard(team.owner);
    const share = (userId: string, body: unknown) => team.owner.post(`${pathOf(made)}/share/${userId}`, body);
    expect((await share('undefined', { dashboardId: made.dashboardId, userId: [team.ben.userId] })).status).toBe(200);
    expect((await share(team.boss.userId, {})).status).toBe(200);
    const { sharedWith } = await team.owner.call(getDashboard, at(made));
    expect(new Set(sharedWith)).toEqual(new Set([team.ben.userId, team.boss.userId]));
    expect((await share('undefined', {})).status).toBe(404);
    expect((await share(team.ada.userId, {})).status).toBe(400);
    expect((await share(team.ben.userId, { dashboardId: randomUUID() })).status).toBe(400);
  });

  it('[R1105] can give a share back, and lose it to the owner', async () => {
    const made = await aDashboard(team.owner);
    for (const { userId } of [team.ben, team.boss])
      await team.owner.call(shareDashboard, { params: { ...made, userId }, body: {} });
    expect((await team.reader.call(getDashboard, at(made))).sharedWith).toEqual([team.ben.userId]);
    await team.reader.call(unshareDashboard, { params: { ...made, userId: team.ben.userId } });
    await team.owner.call(unshareDashboard, { params: { ...made, userId: team.boss.userId } });
    expect([await statusOf(team.reader, made), await statusOf(team.admin, made)]).toEqual([404, 404]);
    const again = await team.owner.send('DELETE', `${pathOf(made)}/share/${team.ben.userId}`);
    expect(again.status).toBe(404);
  });

  it('[R956] looks at it in their own way, at first as the sharer does unless filters are cleared', async () => {
    const made = await aDashboard(team.owner);
    const state = { dateOverride: '2026-03-01', filter: { entityType: 'location' } };
    const viewOf = async (client: Client) => (await client.call(getDashboardView, at(made))).state;
    await team.owner.call(putDashboardView, { ...at(made), body: { state } });
    const share = (userId: string, clearFilterState: 'true' | 'false') =>
      team.owner.call(shareDashboard, { params: { ...made, userId }, query: { clearFilterState }, body: {} });
    await share(team.ben.userId, 'false');
    await share(team.boss.userId, 'true');
    expect([await viewOf(team.reader), await viewOf(team.admin)]).toEqual([state, {}]);
    await team.reader.call(putDashboardView, { ...at(made), body: { state: { sort: 'name' } } });
    expect([await viewOf(team.owner), await viewOf(team.reader)]).toEqual([state, { sort: 'name' }]);
    const large = { ...state, x: 'x'.repeat(60_000) };
    expect((await team.owner.send('PUT', `${pathOf(made)}/view`, { state: large })).status).toBe(400);
    expect(await team.owner.call(getDashboard, at(made))).toMatchObject({ version: 1 });
  });

  it('of the provider makes dashboards in the organization they chose', async () => {
    const user = await world.staff({ name: 'Sam' });
    const staff = await world.signIn(user);
    const made = await staff.post<{ dashboardId: string }>(`/api/dashboard?orgId=${team.orgId}`, { name: 'Help' });
    expect(made.body).toMatchObject({ orgId: team.orgId, userId: user.userId, ownerName: 'System Administrator' });
    const address = `${pathOf(made.body)}/publish?orgId=${team.orgId}`;
    expect((await staff.send('PUT', address, { isPublic: true })).status).toBe(200);
    expect(await statusOf(team.reader, made.body)).toBe(200);
    const elsewhere = await world.organization();
    expect((await staff.get(`${pathOf(made.body)}?orgId=${elsewhere.orgId}`)).status).toBe(404);
    expect((await staff.get('/api/dashboard')).status).toBe(400);
  });
});

describe('[R957] when a person is removed', () => {
  it('what others see passes to the first administrator, and the rest is deleted', async () => {
    const { orgId, boss, ada, ben, admin, owner, reader } = await dashboardTeam(world);
    await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Later', createdAt: new Date('2100-01-01') });
    const [hidden, shared, published, toBoss] = [
      await aDashboard(owner, { name: 'Private' }),
      await aDashboard(owner, { name: 'Shared' }),
      await aDashboard(owner, { name: 'Published' }),
      await aDashboard(owner, { name: 'To the boss' }),
    ];
    const fromBen = await aDashboard(reader, { name: 'From Ben' });
    await owner.call(shareDashboard, { params: { ...shared, userId: ben.userId }, body: {} });
    await owner.call(publishDashboard, { ...at(published), body: { isPublic: true } });
    await owner.call(publishDashboard, { ...at(toBoss), body: { publishedToUsers: [boss.userId] } });
    await reader.call(publishDashboard, { ...at(fromBen), body: { publishedToUsers: [ada.userId] } });
    await admin.call(disableLogin, { params: { userId: ada.userId } });
    expect(await admin.call(getDashboard, at(published))).toMatchObject({ userId: ada.userId });
    await admin.call(deleteUser, { params: { userId: ada.userId } });
    for (const each of [shared, published])
      expect(await reader.call(getDashboard, at(each))).toMatchObject({ userId: boss.userId, ownerName: 'Boss' });
    expect(await admin.call(getDashboard, at(toBoss))).toMatchObject({
      userId: boss.userId,
      isPublished: false,
      publishedToUsers: [],
    });
    expect(await reader.call(getDashboard, at(fromBen))).toMatchObject({ isPublished: false, publishedToUsers: [] });
    expect(await statusOf(admin, hidden)).toBe(404);
    await admin.call(updateDashboard, { ...at(published), body: { name: 'Taken over' } });
    const entries = (await auditOf(world, orgId)).map(({ action, detail }) => [action, detail?.['name']]);
    expect(entries).toContainEqual(['dashboard-deleted', 'Private']);
    expect(entries).toContainEqual(['dashboard-handed-over', 'Shared']);
  });

  it('a whole organization takes its dashboards with it', async () => {
    const { orgId, owner } = await dashboardTeam(world);
    await aDashboard(owner);
    const staff = await world.signIn(await world.staff());
    await staff.call(deleteOrganization, { params: { orgId } });
    const { rows } = await world.registry.owner.query(
      'SELECT dashboard_id FROM dashboard WHERE org_id = $1 AND deleted_at IS NULL',
      [orgId],
    );
    expect(rows).toEqual([]);
    world.pass({ days: 31 });
    await world.dashboards.purge();
    const left = await world.registry.owner.query('SELECT 1 FROM dashboard WHERE org_id = $1', [orgId]);
    expect(left.rows).toEqual([]);
  });
});

it('[R959] every action is an audit entry, with the people it concerns', async () => {
  const { orgId, owner, ben } = await dashboardTeam(world);
  const made = await aDashboard(owner, { name: 'Log' });
  await owner.call(updateDashboard, { ...at(made), body: { name: 'Logged' } });
  await owner.call(shareDashboard, { params: { ...made, userId: ben.userId }, body: {} });
  await owner.call(unshareDashboard, { params: { ...made, userId: ben.userId } });
  await owner.call(publishDashboard, { ...at(made), body: { isPublic: true } });
  await owner.call(unpublishDashboard, at(made));
  await owner.call(deleteDashboard, at(made));
  const entries = (await auditOf(world, orgId)).filter(({ entityType }) => entityType === 'dashboard');
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['dashboard-created', { name: 'Log' }],
    ['dashboard-changed', { name: 'Logged', changed: { name: ['Log', 'Logged'] } }],
    ['dashboard-shared', { name: 'Logged', people: [{ userId: ben.userId, name: 'Ben' }] }],
    ['dashboard-unshared', { name: 'Logged', people: [{ userId: ben.userId, name: 'Ben' }] }],
    ['dashboard-published', { name: 'Logged', people: ['everyone'] }],
    ['dashboard-unpublished', { name: 'Logged' }],
    ['dashboard-deleted', { name: 'Logged' }],
  ]);
});
