import * as contract from '@atrium/contract/dashboard-templates';
import { getTemplateCategories } from '@atrium/contract/reference';
import { templateCategories } from '@atrium/contract/reference-lists';
import { allRelativeDates } from '@atrium/calendar/relative-dates';
import { metricWords } from '@atrium/metrics/catalog';
import { groupingOf, type SourceName, sources } from '@atrium/metrics/sources';
import { gridColumns, type Widget, widgetProblems } from '@atrium/rules/dashboard';
import { overlaps } from '@atrium/rules/dashboard-grid';
import { firstTemplateId, firstTemplateIds, templateProblems } from '@atrium/rules/dashboard-template';
import { isEntityRole } from '@atrium/rules/template-roles';
import { isWidgetType, widgetSizes } from '@atrium/rules/widget-types';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productTemplates } from '../src/features/dashboard-templates/gallery/templates.ts';
import { keepProductTemplates } from '../src/features/dashboard-templates/store.ts';
import { imageForm, pixel } from './access-templates.ts';
import type { Client } from './client.ts';
import { countingIn } from './counting.ts';
import type { Location, Organization, User } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let org: Organization;
let north: Location;
let south: Location;
let people: Record<'user' | 'limited' | 'admin', User>;
let user: Client;
let limited: Client;
let admin: Client;
let staff: Client;
let neighbor: User;
const { count } = countingIn(() => world);

beforeAll(async () => {
  world = await openWorld();
  org = await world.organization({ name: 'Northgate', canViewOccupancy: true });
  const { orgId } = org;
  north = await world.location({ orgId, name: 'North' });
  south = await world.location({ orgId, name: 'South' });
  people = {
    user: await world.user({ orgId }),
    limited: await world.user({ orgId, locations: [north] }),
    admin: await world.user({ orgId, role: 'OrganizationAdministrator' }),
  };
  neighbor = await world.user();
  user = await world.signIn(people.user);
  limited = await world.signIn(people.limited);
  admin = await world.signIn(people.admin);
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

const create = (body: contract.TemplateBody, client = staff) => client.call(contract.createTemplate, { body });
const named = (dashboardTemplateId: string) => ({ dashboardTemplateId });
const everyTemplate = { query: { limit: 1000 } } as const;
const namesSeenBy = async (client: Client) =>
  (await client.call(contract.listTemplates, everyTemplate)).map(({ name }) => name);
const cardsOf = ({ config }: { config: string }) => JSON.parse(config) as Widget[];
const refusal = async (client: Client, method: string, path: string, body?: unknown) => {
  const answer = await client.send<{ message: string }>(method, path, body);
  return [answer.status, answer.body.message] as const;
};
const card = (widgetType: string, x: number, dataOptions: object, text = ''): Widget => ({
  widgetId: randomUUID(),
  widgetType,
  gridOptions: { x, y: 0, width: 4, height: 3 },
  dataOptions: { ...dataOptions },
  clientOptions: { widgetOptions: { title: { enable: true, text } } },
});

async function use(templateId: string, client: Client, body: object = {}, query: { orgId?: string } = {}) {
  const made = await client.call(contract.createDashboardFromTemplate, { params: named(templateId), body, query });
  return { ...made, widgets: cardsOf(made) };
}

const newTemplate = async (...config: Widget[]) =>
  (await create({ name: 'Doors', description: 'By door', publishToGallery: true, config })).dashboardTemplateId;

const titleOf = ({ widgets }: { widgets: readonly Widget[] }) =>
  JSON.stringify(widgets.map(({ clientOptions }) => clientOptions));
const pathTo = (id = '') => `/api/dashboardtemplate/${id}`;

async function zoneAt({ orgId, locationId }: Location, name: string) {
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId });
  return world.zone({ orgId, sensorId, name });
}

describe('templates', () => {
  it('[R965] are written by staff, with a version', async () => {
    const template = await create({
      name: ' Stores ',
      description: '',
      templateCategory: 'Traffic',
      templateTags: ['Retail', 'retail '],
      config: JSON.stringify([{ gridOptions: { x: 0, y: 0, width: 4, height: 3 }, other: 'kept' }]),
    });
    expect(template).toMatchObject({
      name: 'Stores',
      description: null,
      templateTags: ['Retail'],
      publishToGallery: false,
      templateImage: null,
      version: 1,
    });
    expect(cardsOf(template)).toMatchObject([{ widgetType: 'unknown', other: 'kept' }]);
    const path = `/api/dashboardtemplate/${template.dashboardTemplateId}`;
    const changed = await staff.send<contract.DashboardTemplate>('PUT', path, { name: 'Shops' }, { 'if-match': '1' });
    expect(changed.body).toMatchObject({ name: 'Shops', templateCategory: 'Traffic', version: 2 });
    expect((await staff.send('PUT', path, { name: 'Late' }, { 'if-match': '1' })).status).toBe(412);
    expect((await staff.send<contract.DashboardTemplate>('PUT', path, { name: 'Shops' })).body.version).toBe(2);
    expect((await staff.send('DELETE', path)).status).toBe(200);
    expect((await staff.get(path)).status).toBe(404);
    expect(await refusal(admin, 'POST', '/api/dashboardtemplate', { name: 'Ours' })).toEqual([
      403,
      'Your role does not allow this.',
    ]);
  });

  it('[R323] [R965] are refused with what is wrong', async () => {
    const path = '/api/dashboardtemplate';
    expect(await refusal(staff, 'POST', path, {})).toEqual([400, 'Template must have a name']);
    expect(await refusal(staff, 'POST', path, { name: 'x', templateCategory: 'Other' })).toEqual([
      400,
      'Choose one of the categories',
    ]);
    expect(await refusal(staff, 'POST', path, { name: 'x', config: '{}' })).toEqual([
      400,
      'config must be a list of widgets.',
    ]);
    expect(await refusal(staff, 'POST', path, { name: 'x', publishToGallery: true })).toEqual([
      400,
      'A template in the gallery needs at least one card',
    ]);
    expect(await admin.call(getTemplateCategories)).toEqual([...templateCategories]);
  });

  it('[R322] are seen by others than staff only in the gallery', async () => {
    const config = [card('value', 0, {})];
    const shown = await create({ name: 'In the gallery', publishToGallery: true, config });
    const hidden = await create({ name: 'A draft', config });
    expect(await namesSeenBy(staff)).toEqual(expect.arrayContaining(['In the gallery', 'A draft']));
    for (const client of [user, limited, admin]) {
      const names = await namesSeenBy(client);
      expect(names).toContain('In the gallery');
      expect(names).not.toContain('A draft');
    }
    const draft = `/api/dashboardtemplate/${hidden.dashboardTemplateId}`;
    expect((await admin.get(draft)).status).toBe(404);
    expect((await admin.get(`/api/dashboardtemplate/${shown.dashboardTemplateId}`)).status).toBe(200);
    expect((await admin.post(`/api/dashboard/template/${hidden.dashboardTemplateId}`, {})).status).toBe(404);
    const found = await staff.call(contract.listTemplates, { query: { search: 'RETAIL', order: '-name', limit: 2 } });
    expect(found).toHaveLength(2);
    expect(found.every(({ templateTags }) => templateTags.includes('Retail'))).toBe(true);
  });

  it('[R324] have one image, of the usual types, for everyone who sees them', async () => {
    const { dashboardTemplateId: id } = await create({ name: 'Illustrated', config: [card('value', 0, {})] });
    const path = `/api/dashboardtemplate/${id}`;
    const upload = (form: FormData) => staff.send<{ url: string; id: string }[]>('POST', `${path}/attachment`, form);
    for (const [name, content] of [
      ['plan.svg', '<svg/>'],
      ['plan.pdf', '%PDF-1.7'],
      ['plan.png', 'no image'],
    ] as const)
      expect([name, (await upload(imageForm(name, content))).status]).toEqual([name, 400]);
    expect((await staff.get<contract.DashboardTemplate>(path)).body.templateImage).toBeNull();
    const first = (await upload(imageForm())).body[0]!;
    const second = (await upload(imageForm('new.png'))).body[0]!;
    expect((await staff.get<contract.DashboardTemplate>(path)).body.templateImage).toBe(second.url);
    expect((await staff.get(first.url)).status).toBe(404);
    const image = await staff.get(second.url);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(image.headers.get('content-length')).toBe(String(pixel.length));
    expect((await admin.get(second.url)).status).toBe(404);
    await staff.send('PUT', path, { publishToGallery: true });
    expect((await admin.get(second.url)).status).toBe(200);
    expect((await admin.send('DELETE', second.url)).status).toBe(403);
    expect((await staff.send('DELETE', second.url)).status).toBe(200);
    expect((await staff.get<contract.DashboardTemplate>(path)).body.templateImage).toBeNull();
    expect((await staff.get(second.url)).status).toBe(404);
  });

  it('[R1104] take back what they give, with their image or without it', async () => {
    const { dashboardTemplateId: id } = await create({ name: 'Round trip', config: [card('value', 0, {})] });
    const path = pathTo(id);
    const { url } = (await staff.send<{ url: string }[]>('POST', `${path}/attachment`, imageForm())).body[0]!;
    const { body: given } = await staff.get<contract.DashboardTemplate>(path);
    const { name, description, templateCategory, templateTags, publishToGallery, config, templateImage } = given;
    const body = { name, description, templateCategory, templateTags, publishToGallery, config, templateImage };
    expect(templateImage).toBe(url);
    expect((await staff.send('PUT', path, body)).body).toEqual(given);
    const elsewhere = { ...body, templateImage: 'https://example.com/image.png' };
    expect((await refusal(staff, 'PUT', path, elsewhere))[0]).toBe(400);
    expect((await refusal(staff, 'POST', '/api/dashboardtemplate', elsewhere))[0]).toBe(400);
    const bare = await staff.send<contract.DashboardTemplate>('PUT', path, { ...body, templateImage: null });
    expect(bare.body).toMatchObject({ templateImage: null, version: given.version + 1 });
    expect((await staff.get(url)).status).toBe(404);
    expect((await staff.send<contract.DashboardTemplate>('POST', pathTo().slice(0, -1), bare.body)).status).toBe(400);
    const copy = await staff.send<contract.DashboardTemplate>('POST', pathTo().slice(0, -1), {
      ...body,
      templateImage: null,
    });
    expect(copy.body).toMatchObject({ name: 'Round trip', templateImage: null });
  });

  it('[R965] write what staff did to the audit log', async () => {
    const { dashboardTemplateId: id } = await create({ name: 'Audited' });
    await staff.send('PUT', `/api/dashboardtemplate/${id}`, { description: 'New', config: [card('value', 0, {})] });
    await staff.send('DELETE', `/api/dashboardtemplate/${id}`);
    const { rows } = await world.registry.owner.query<{ action: string; detail: object }>(
      'SELECT action, detail FROM audit_entry WHERE entity_id = $1 ORDER BY audit_entry_id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'dashboard-template-created',
      'dashboard-template-changed',
      'dashboard-template-deleted',
    ]);
    expect(rows[1]?.detail).toEqual({ name: 'Audited', changed: { description: [null, 'New'], cards: [0, 1] } });
  });
});

describe('a dashboard from a template', () => {
  it('[R321] takes name and description, for oneself or for someone of the organization', async () => {
    const id = await newTemplate(card('value', 0, { entityRole: 'organization' }));
    const { orgId } = org;
    const own = await use(id, user);
    expect(own).toMatchObject({ orgId, userId: people.user.userId, name: 'Doors', description: 'By door' });
    expect(await use(id, user, { assignToUserId: people.user.userId })).toMatchObject({ userId: people.user.userId });
    expect(await use(id, admin, { assignToUserId: people.user.userId })).toMatchObject({ userId: people.user.userId });
    expect(await use(id, staff, { assignToUserId: people.user.userId }, { orgId })).toMatchObject({
      orgId,
      userId: people.user.userId,
    });
    const path = `/api/dashboard/template/${id}`;
    expect(await refusal(user, 'POST', path, { assignToUserId: people.admin.userId })).toEqual([
      403,
      'Only administrators can create dashboards for other people.',
    ]);
    for (const assignToUserId of [neighbor.userId, randomUUID(), 'nonsense'])
      expect(await refusal(admin, 'POST', path, { assignToUserId })).toEqual([404, 'The user was not found.']);
    expect((await staff.post(path, {})).status).toBe(400);
    expect((await admin.post(`/api/dashboard/template/${randomUUID()}`, {})).status).toBe(404);
  });

  it('[R963] [R964] has the places of the organization, and no card that it has nothing for', async () => {
    const { zoneId: quiet, ...main } = await zoneAt(north, 'Main');
    const side = await zoneAt(north, 'Side');
    const far = await zoneAt(south, 'Far');
    await count(org, { ...main, zoneId: quiet }, '2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z');
    await count(org, side, '2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z', () => 9);
    await count(org, far, '2026-03-02T10:00:00Z', '2026-03-02T10:05:00Z', () => 50);
    const { spaceId } = await world.space({ orgId: org.orgId, locationId: north.locationId, name: 'Hall' });
    const id = await newTemplate(
      card('value', 0, { entityRole: 'busiest-door', dataSourceType: 'traffic' }, 'At {name}'),
      card('value', 4, { entityRole: 'organization', dataSourceType: 'pos' }),
      card('gauge', 8, { entityRole: 'largest-space', dataSourceType: 'occupancy' }, 'In {name}'),
    );
    const { widgets } = await use(id, admin);
    expect(widgets).toMatchObject([
      {
        gridOptions: { x: 0, y: 0, width: 6, height: 3 },
        dataOptions: { entityType: 'zone', entityIds: [far.zoneId] },
        clientOptions: { widgetOptions: { title: { text: 'At Far' } } },
      },
      {
        gridOptions: { x: 6, y: 0, width: 6, height: 3 },
        dataOptions: { entityType: 'space', entityId: spaceId },
        clientOptions: { widgetOptions: { title: { text: 'In Hall' } } },
      },
    ]);
    expect(JSON.stringify(widgets)).not.toContain('entityRole');
  });

  it('[R966] has only places that its owner may see, no matter who makes it', async () => {
    const id = await newTemplate(
      card('value', 0, { entityRole: 'busiest-door' }, '{name}'),
      card('value', 4, { entityRole: 'several-locations' }),
    );
    for (const mine of [
      await use(id, limited),
      await use(id, admin, { assignToUserId: people.limited.userId }),
      await use(id, staff, { assignToUserId: people.limited.userId }, { orgId: org.orgId }),
    ]) {
      expect(mine.widgets).toHaveLength(1);
      expect(titleOf(mine)).toContain('Side');
      expect(titleOf(mine)).not.toContain('Far');
    }
    expect((await use(id, admin)).widgets).toHaveLength(2);
  });

  it('[R964] is made from every template of the product, without holes', async () => {
    for (const { dashboardTemplateId, name } of productTemplates) {
      const { widgets } = await use(dashboardTemplateId, admin);
      expect([name, widgetProblems(widgets)]).toEqual([name, []]);
      expect([name, holesIn(widgets)]).toEqual([name, 0]);
    }
    expect((await use(firstTemplateId, admin)).widgets.length).toBeGreaterThan(5);
  });
});

/** Cells of the grid above the last row that no card covers; negative where cards overlap. */
function holesIn(widgets: readonly Widget[]): number {
  const places = widgets.map(({ gridOptions }) => gridOptions);
  if (places.some((one, i) => places.some((other, j) => i < j && overlaps(one, other)))) return -1;
  const bottom = Math.max(0, ...places.map(({ y, height }) => y + height));
  return gridColumns * bottom - places.reduce((sum, { width, height }) => sum + width * height, 0);
}

describe('the templates of the product', () => {
  it('[R967] are in the gallery from the first start', async () => {
    expect(productTemplates).toHaveLength(15);
    const names = await namesSeenBy(user);
    expect(names).toEqual(expect.arrayContaining(productTemplates.map(({ name }) => name)));
    const categories = new Set(productTemplates.map(({ templateCategory }) => templateCategory));
    expect(categories).toEqual(new Set(templateCategories));
  });

  it('[R1119] have one for the acceptance of an installation', () => {
    const { widgets } = productTemplates.find(({ templateTags }) => templateTags.includes('Acceptance'))!;
    const types = (role: string) =>
      widgets.filter(({ dataOptions }) => dataOptions['entityRole'] === role).map(({ widgetType }) => widgetType);
    expect(types('busiest-doors')).toEqual(expect.arrayContaining(['line', 'table']));
    expect(types('busiest-location')).toContain('realtime-value');
    expect(types('busiest-door')).toContain('realtime-value');
  });

  it.each(Object.entries(firstTemplateIds))('[R1126] have one for organizations with %s alone', (source, id) => {
    const { widgets } = productTemplates.find(({ dashboardTemplateId }) => dashboardTemplateId === id)!;
    const about = widgets.filter(({ dataOptions }) => dataOptions['dataSourceType'] === source);
    expect(about.length).toBeGreaterThanOrEqual(4);
  });

  it.each(productTemplates)('[R967] $name asks only for what exists, on a grid without holes', (template) => {
    const { widgets, description, templateTags } = template;
    expect(templateProblems(template, templateCategories)).toEqual([]);
    expect(description).toMatch(/\.$/);
    expect(templateTags.length).toBeGreaterThan(0);
    expect(holesIn(widgets)).toBe(0);
    for (const { widgetType, gridOptions, dataOptions } of widgets) {
      if (!isWidgetType(widgetType)) throw new Error(`No card ${widgetType}`);
      const { minWidth, minHeight } = widgetSizes[widgetType];
      expect(gridOptions.width).toBeGreaterThanOrEqual(minWidth);
      expect(gridOptions.height).toBeGreaterThanOrEqual(minHeight);
      const { entityRole, dataSourceType, metrics, relativeDate, dateGroupings } = dataOptions;
      expect([widgetType, entityRole === undefined || isEntityRole(entityRole)]).toEqual([widgetType, true]);
      if (dataSourceType === undefined || dataSourceType === 'weather') continue;
      const source = dataSourceType as SourceName;
      expect(Object.keys(sources)).toContain(source);
      for (const metric of (metrics ?? []) as string[]) expect(metricWords(source)).toContain(metric);
      if (relativeDate !== undefined) expect(allRelativeDates).toContain(relativeDate);
      if (dateGroupings !== undefined) groupingOf(sources[source], dateGroupings as string);
    }
  });

  it('[R967] come back up to date at a start, except those that staff edited or deleted', async () => {
    const [edited, deleted, outdated, untouched] = productTemplates.slice(1).map((each) => each.dashboardTemplateId);
    await staff.send('PUT', pathTo(edited), { name: 'Edited' });
    await staff.send('DELETE', pathTo(deleted));
    await world.registry.owner.query(
      `UPDATE dashboard_template SET name = 'Old', widgets = '[]' WHERE dashboard_template_id = $1`,
      [outdated],
    );
    const before = await staff.get(pathTo(untouched));
    world.pass({ hours: 1 });
    await world.registry.system((tx) => keepProductTemplates(tx, productTemplates, world.now()));
    expect((await staff.get<contract.DashboardTemplate>(pathTo(edited))).body.name).toBe('Edited');
    expect((await staff.get(pathTo(deleted))).status).toBe(404);
    const current = productTemplates.find(({ dashboardTemplateId }) => dashboardTemplateId === outdated)!;
    const renewed = (await staff.get<contract.DashboardTemplate>(pathTo(outdated))).body;
    expect(renewed).toMatchObject({ name: current.name, version: 1, config: JSON.stringify(current.widgets) });
    expect((await staff.get(pathTo(untouched))).body).toEqual(before.body);
  });
});
