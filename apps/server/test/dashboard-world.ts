import { createDashboard, type Dashboard } from '@atrium/contract/dashboards';
import type { Widget } from '@atrium/rules/dashboard';
import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** An organization with an owner of dashboards, a colleague, an administrator and someone else's staff. */
export async function dashboardTeam(world: World) {
  const { orgId } = await world.organization({ name: 'Acme' });
  const boss = await world.user({ orgId, role: 'OrganizationAdministrator', name: 'Boss' });
  const ada = await world.user({ orgId, name: 'Ada' });
  const ben = await world.user({ orgId, name: 'Ben' });
  const [admin, owner, reader] = [await world.signIn(boss), await world.signIn(ada), await world.signIn(ben)];
  return { orgId, boss, ada, ben, admin, owner, reader };
}

export function aWidget(values: Partial<Widget> = {}): Widget {
  return {
    widgetId: randomUUID(),
    widgetType: 'value',
    gridOptions: { x: 0, y: 0, width: 6, height: 3 },
    dataOptions: {},
    clientOptions: {},
    ...values,
  };
}

export function aDashboard(
  client: Client,
  values: { name?: string; description?: string; config?: readonly unknown[] | string } = {},
): Promise<Dashboard> {
  return client.call(createDashboard, { body: { name: 'Stores', ...values } as never });
}

export const widgetsOf = ({ config }: Pick<Dashboard, 'config'>) => JSON.parse(config) as Widget[];

export const at = ({ dashboardId }: Pick<Dashboard, 'dashboardId'>) => ({ params: { dashboardId } });
