import * as dashboards from '@atrium/contract/dashboards';
import { getSensorImage } from '@atrium/contract/sensors';
import { dashboardShare } from '../src/registry/schema/dashboards.ts';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';
import { aWidget } from './dashboard-world.ts';
import type { World } from './world.ts';

const version = 1;
/** Of every dashboard, once. */
const batchId = '00000000-0000-4000-8000-000000000001';
/** Only owners write: each caller asks about a dashboard of their own. */
const own: { fresh: Fresh } = {
  fresh: (world, { orgId }, { userId }) => createDashboardOf(world, { orgId, userId }),
};
const withImage: { fresh: Fresh } = {
  async fresh(world, ids, caller) {
    const { dashboardId } = await own.fresh(world, ids, caller);
    const { id } = await anImage(world, { ...ids, entityType: 'dashboard', entityId: dashboardId! });
    return { dashboardId: dashboardId!, attachmentId: id };
  },
};

/** The requests of the access matrix about dashboards. */
export const dashboardEntries: readonly Entry[] = [
  entry(dashboards.listDashboards, () => ({}), own),
  entry(dashboards.createDashboard, () => ({ body: { name: 'x', config: '[]' } })),
  entry(dashboards.getDashboard, ofDashboard, own),
  entry(dashboards.updateDashboard, (ids) => ({ ...ofDashboard(ids), body: { description: 'x' } }), own),
  entry(dashboards.deleteDashboard, ofDashboard, own),
  entry(
    dashboards.shareDashboard,
    {
      'with the person of the address': ({ dashboardId, userId }) => ({ params: { dashboardId, userId }, body: {} }),
      'with a list of people': ({ dashboardId, userId }) => ({
        params: { dashboardId, userId: 'x' },
        body: { userId: [userId] },
      }),
    },
    own,
  ),
  entry(dashboards.unshareDashboard, ({ dashboardId, userId }) => ({ params: { dashboardId, userId } }), {
    async fresh(world, ids, caller) {
      const { dashboardId } = await own.fresh(world, ids, caller);
      await world.registry.system(({ sql }) =>
        sql.insert(dashboardShare).values({
          orgId: ids.orgId,
          dashboardId: dashboardId!,
          userId: ids.userId,
          createdAt: world.now(),
        }),
      );
      return { dashboardId: dashboardId! };
    },
  }),
  entry(
    dashboards.publishDashboard,
    {
      'to everyone': (ids) => ({ ...ofDashboard(ids), body: { isPublic: true } }),
      'to chosen people': (ids) => ({ ...ofDashboard(ids), body: { publishedToUsers: [ids.userId] } }),
    },
    own,
  ),
  entry(dashboards.unpublishDashboard, ofDashboard, own),
  entry(dashboards.uploadWidgetImages, (ids) => ({ ...ofDashboard(ids), form: aPixel }), own),
  entry(dashboards.getWidgetImage, ofImage, withImage),
  entry(dashboards.deleteWidgetImage, ofImage, withImage),
  entry(
    dashboards.editDashboard,
    (ids) => ({
      ...ofDashboard(ids),
      body: { batchId, operations: [{ kind: 'rename' as const, name: 'x', description: null }] },
    }),
    own,
  ),
  entry(dashboards.listDashboardEdits, (ids) => ({ ...ofDashboard(ids), query: { after: 0 } }), own),
  entry(dashboards.listDashboardRevisions, ofDashboard, own),
  entry(dashboards.getDashboardRevision, ofRevision, own),
  entry(dashboards.restoreDashboard, ofRevision, own),
  entry(dashboards.listDashboardPeople, ofDashboard, own),
  entry(dashboards.getDashboardView, ofDashboard, own),
  entry(dashboards.putDashboardView, (ids) => ({ ...ofDashboard(ids), body: { state: { sort: 'x' } } }), own),
  entry(getSensorImage, ({ sensorId }) => ({ params: { sensorId } }), {
    async fresh(world, { orgId, sensorId }) {
      await anImage(world, { orgId, entityType: 'sensor', entityId: sensorId });
      return {};
    },
  }),
];

/** A dashboard with the name of its organization, so that a leak can be read in an answer. */
export async function createDashboardOf(world: World, { orgId, userId }: { orgId: string; userId: string }) {
  const { rows } = await world.registry.owner.query<{ name: string }>(
    'SELECT name FROM organization WHERE org_id = $1',
    [orgId],
  );
  const values = { orgId, userId, name: rows[0]?.name ?? 'x', description: null, widgets: [aWidget()] };
  const { dashboardId } = await world.registry.tenant({ orgId }, (tx) => world.dashboards.dashboards.open(tx, values));
  return { dashboardId };
}

function anImage(
  world: World,
  { orgId, entityType, entityId }: { orgId: string; entityType: string; entityId: string },
) {
  return world.attachment({ orgId, entityType, entityId, name: 'x.png', isImage: true });
}

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function aPixel(): FormData {
  const form = new FormData();
  form.append('file', new Blob([pixel]), 'pixel.png');
  return form;
}

function ofDashboard({ dashboardId }: Ids) {
  return { params: { dashboardId } };
}

function ofRevision({ dashboardId }: Ids) {
  return { params: { dashboardId, version } };
}

function ofImage({ dashboardId, attachmentId }: Ids) {
  return { params: { dashboardId, attachmentId } };
}
