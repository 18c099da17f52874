import type { Attachment } from '@atrium/contract/attachment';
import * as contract from '@atrium/contract/dashboards';
import type { Widget } from '@atrium/rules/dashboard';
import type { Readable } from 'node:stream';
import type { FormPart, Outgoing } from '../../http/call.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { type Dashboards, existing, ownExisting, ownLocked, reread, shownAll } from './dashboards.ts';
import { editsAfter, findRevision, revisionPage, type RevisionRow } from './history-store.ts';
import { otherPeople } from './people-store.ts';
import type { Sharing } from './sharing.ts';
import { dashboardPage } from './store.ts';

/** Files of a dashboard, for callers whose right to it `check` has confirmed. */
export interface Images {
  upload(scope: Scope, owner: ImageOwner, parts: AsyncIterable<FormPart>): Promise<Attachment[]>;
  open(scope: Scope, owner: ImageOwner, id: string, reply: Outgoing): Promise<Readable>;
  remove(scope: Scope, owner: ImageOwner, id: string): Promise<void>;
}

interface ImageOwner {
  readonly entityId: string;
  /** Throws for callers who may not do this. */
  readonly check: (tx: Transaction) => Promise<{ readonly name: string }>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly dashboards: Dashboards;
  readonly sharing: Sharing;
  readonly images: Images;
}

const ok = { ok: true } as const;

export function bindDashboards(http: Http, { registry, dashboards, sharing, images }: Dependencies): void {
  http.bind(contract.listDashboards, ({ scope, query, reply }) =>
    registry.tenant(scope, async (tx) => {
      const { rows, total } = await dashboardPage(tx, scope, query);
      reply.total(total);
      return shownAll(tx, scope, rows);
    }),
  );
  http.bind(contract.getDashboard, ({ scope, params }) =>
    registry.tenant(scope, (tx) => reread(tx, scope, params.dashboardId)),
  );
  http.bind(contract.createDashboard, ({ scope, body }) => dashboards.create(scope, body));
  http.bind(contract.updateDashboard, ({ scope, params, body, seenVersion }) =>
    dashboards.update(scope, params.dashboardId, body, seenVersion),
  );
  http.bind(contract.deleteDashboard, async ({ scope, params, seenVersion }) => {
    await dashboards.remove(scope, params.dashboardId, seenVersion);
    return ok;
  });
  bindSharing(http, sharing);
  http.bind(contract.listDashboardPeople, ({ scope, params, query, reply }) =>
    registry.tenant(scope, async (tx) => {
      await ownExisting(tx, scope, params.dashboardId);
      const { rows, total } = await otherPeople(tx, scope, query);
      reply.total(total);
      return rows;
    }),
  );
  bindHistory(http, registry, dashboards);
  bindImages(http, images);
}

function bindSharing(http: Http, sharing: Sharing): void {
  http.bind(contract.shareDashboard, async ({ scope, params, query, body }) => {
    await sharing.share(scope, { ...params, body, clearFilterState: query.clearFilterState === 'true' });
    return ok;
  });
  http.bind(contract.unshareDashboard, async ({ scope, params }) => {
    await sharing.unshare(scope, params.dashboardId, params.userId);
    return ok;
  });
  http.bind(contract.publishDashboard, ({ scope, params, body }) => sharing.publish(scope, params.dashboardId, body));
  http.bind(contract.unpublishDashboard, ({ scope, params }) => sharing.unpublish(scope, params.dashboardId));
  http.bind(contract.getDashboardView, async ({ scope, params }) => ({
    state: await sharing.view(scope, params.dashboardId),
  }));
  http.bind(contract.putDashboardView, async ({ scope, params, body }) => {
    await sharing.putView(scope, params.dashboardId, body.state);
    return ok;
  });
}

function bindHistory(http: Http, registry: Registry, dashboards: Dashboards): void {
  http.bind(contract.editDashboard, ({ scope, params, body, seenVersion }) =>
    dashboards.edit(scope, params.dashboardId, body, seenVersion),
  );
  http.bind(contract.listDashboardEdits, ({ scope, params, query: { after } }) =>
    registry.tenant(scope, async (tx) => {
      const { dashboardId, version } = await ownExisting(tx, scope, params.dashboardId);
      const edits = await editsAfter(tx, dashboardId, after);
      return {
        isComplete: after === version || edits[0]?.version === after + 1,
        edits: edits.map(({ at, operations, ...edit }) => ({
          ...edit,
          at: at.toISOString(),
          operations: operations as contract.DashboardEdit['operations'],
        })),
      };
    }),
  );
  http.bind(contract.listDashboardRevisions, ({ scope, params, query, reply }) =>
    registry.tenant(scope, async (tx) => {
      const { dashboardId } = await ownExisting(tx, scope, params.dashboardId);
      const { rows, total } = await revisionPage(tx, dashboardId, query);
      reply.total(total);
      return rows.map((row) => ({ ...revisionOf(row), layout: row.widgets.map(placeOf) }));
    }),
  );
  http.bind(contract.getDashboardRevision, ({ scope, params }) =>
    registry.tenant(scope, async (tx) => {
      const { dashboardId } = await ownExisting(tx, scope, params.dashboardId);
      const row = await findRevision(tx, dashboardId, params.version);
      if (!row) throw notFound('The revision');
      return { ...revisionOf(row), description: row.description, config: JSON.stringify(row.widgets) };
    }),
  );
  http.bind(contract.restoreDashboard, ({ scope, params, seenVersion }) =>
    dashboards.restore(scope, params.dashboardId, params.version, seenVersion),
  );
}

function bindImages(http: Http, images: Images): void {
  http.upload(contract.uploadWidgetImages, ({ scope, params, parts }) =>
    images.upload(scope, own(scope, params), parts),
  );
  http.stream(contract.getWidgetImage, ({ scope, params, reply }) => {
    const owner = { entityId: params.dashboardId, check: (tx: Transaction) => existing(tx, scope, params.dashboardId) };
    return images.open(scope, owner, params.attachmentId, reply);
  });
  http.bind(contract.deleteWidgetImage, async ({ scope, params }) => {
    await images.remove(scope, own(scope, params), params.attachmentId);
    return ok;
  });
}

/** Locked, so that no image is added to a dashboard that is being deleted. */
function own(scope: Scope, { dashboardId }: { dashboardId: string }): ImageOwner {
  return { entityId: dashboardId, check: (tx) => ownLocked(tx, scope, dashboardId) };
}

function revisionOf({ version, userId, userName, at, name }: RevisionRow) {
  return { version, userId, userName, at: at.toISOString(), name };
}

function placeOf({ widgetType, gridOptions: { x, y, width, height } }: Widget) {
  return { widgetType, x, y, width, height };
}
