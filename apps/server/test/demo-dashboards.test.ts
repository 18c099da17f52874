import { listAnnotations } from '@atrium/contract/annotations';
import { listDashboards } from '@atrium/contract/dashboards';
import { dataCalls } from '@atrium/contract/data';
import { isOptions, type Options, type Widget } from '@atrium/rules/dashboard';
import { overlaps } from '@atrium/rules/dashboard-grid';
import { isWidgetType, widgetSizes, widgetTypes } from '@atrium/rules/widget-types';
import { sourceNames } from '@atrium/metrics/sources';
import { demoWorld, sensorsOf } from '@atrium/simulator/demo-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoData } from '../src/demo/demo.ts';
import { type Client, queryOf } from './client.ts';
import { widgetsOf } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

const { organizations, users, password } = demoWorld();
let world: World;
beforeAll(async () => {
  world = await openWorld();
  const { registry, secrets } = world;
  const withoutHistory = { appendHistories: async () => '', isWaiting: async () => false };
  await createDemoData({ registry, secrets, clock: () => world.now(), ...withoutHistory });
});
afterAll(() => world.close());

const names = async (client: Client) => (await client.call(listDashboards)).map(({ name }) => name);
const noted = async (email: string) =>
  (await (await as(email)).call(listAnnotations)).map(({ text, locationName }) => [text, locationName]);
const as = (email: string) => world.signIn({ email, password });

type Listed = Options & { metrics?: string[]; entityIds?: string[]; entityId?: string };

/** The query of a card that asks a data call; undefined for others. */
function questionOf({ dataOptions, widgetType }: Widget): { source: string; query: Options } | undefined {
  const { dataSourceType: source, isRealTime, trendComparison, inputFormatType: _, ...options } = dataOptions;
  if (typeof source !== 'string' || !(sourceNames as readonly string[]).includes(source) || isRealTime)
    return undefined;
  const { metrics = [], entityIds = [], entityId, ...rest } = options as Listed;
  const isTotal = widgetType === 'value' || widgetType === 'pie' || widgetType === 'map';
  return {
    source,
    query: {
      ...rest,
      metrics: metrics.join(','),
      ...(entityIds.length > 0 && { entityIds: entityIds.join(',') }),
      ...(entityId !== undefined && { entityIds: entityId }),
      ...(isOptions(trendComparison) && { trendComparison: trendComparison['nLength'] }),
      isTotal,
    },
  };
}

describe('[R955] the demo', () => {
  it('has five published dashboards, which everyone of their organization reads', async () => {
    const stores = ['All stores', 'New York Flatiron', 'Tills and queues'];
    const rooms = ['Libraries today', 'Reading rooms'];
    expect(await names(await as('admin@northgate.demo'))).toEqual(stores);
    expect(await names(await as('user@northgate.demo'))).toEqual(stores);
    expect(await names(await as('user@lakeside.demo'))).toEqual(rooms);
    const own = await (await as('admin@lakeside.demo')).call(listDashboards);
    expect(own.map(({ ownerName, isPublic }) => [ownerName, isPublic])).toEqual(rooms.map(() => ['Lena Marsh', true]));
  });

  it('shows most kinds of cards on them, each in its place, about places that exist', async () => {
    const known = new Set(
      organizations.flatMap((organization) => [
        ...organization.locations.flatMap(({ locationId, spaces }) => [
          locationId,
          ...spaces.map(({ spaceId }) => spaceId),
        ]),
        ...sensorsOf(organization).flatMap(({ zones }) => zones.map(({ zoneId }) => zoneId)),
      ]),
    );
    const types = new Set<string>();
    for (const { email } of users.filter(({ role }) => role === 'OrganizationAdministrator')) {
      for (const dashboard of await (await as(email)).call(listDashboards)) {
        const widgets = widgetsOf(dashboard);
        for (const [index, { widgetType, gridOptions, dataOptions }] of widgets.entries()) {
          types.add(widgetType);
          if (!isWidgetType(widgetType)) throw new Error(`${widgetType} is not a card`);
          const { minWidth, minHeight } = widgetSizes[widgetType];
          expect(gridOptions.width).toBeGreaterThanOrEqual(minWidth);
          expect(gridOptions.height).toBeGreaterThanOrEqual(minHeight);
          const others = widgets.slice(index + 1).filter((other) => overlaps(other.gridOptions, gridOptions));
          expect([dashboard.name, index, others]).toEqual([dashboard.name, index, []]);
          const { entityIds = [], entityId } = dataOptions as { entityIds?: string[]; entityId?: string };
          for (const id of [...entityIds, ...(entityId ? [entityId] : [])]) expect(known.has(id)).toBe(true);
        }
      }
    }
    expect(widgetTypes.filter((type) => !types.has(type))).toEqual(['image', 'sensor-image', 'spacer']);
  });

  it('asks on them only what is answered', async () => {
    let asked = 0;
    for (const { email } of users.filter(({ role }) => role === 'OrganizationAdministrator')) {
      const client = await as(email);
      for (const { name, config } of await client.call(listDashboards)) {
        const questions = (JSON.parse(config) as Widget[]).flatMap((widget) => questionOf(widget) ?? []);
        const answers = await Promise.all(
          questions.map(({ source, query: { isTotal, ...query } }) => {
            const { detail, total } = dataCalls[source as keyof typeof dataCalls];
            return client.get(`${(isTotal ? total : detail).path}${queryOf(query)}`);
          }),
        );
        expect([name, answers.filter(({ status }) => status !== 200).map(({ body }) => body)]).toEqual([name, []]);
        asked += answers.length;
      }
    }
    expect(asked).toBeGreaterThan(20);
  });

  it('[R1014] has three annotations on the charts of its dashboards', async () => {
    expect(await noted('admin@northgate.demo')).toEqual([
      ['Broadway closed for a street fair', 'New York Flatiron'],
      ['Loyalty week: double points in all stores', null],
    ]);
    expect(await noted('admin@lakeside.demo')).toEqual([
      ['Holiday party in the reading hall', 'Lakeside Central Library'],
    ]);
  });
});
