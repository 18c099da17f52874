import { type Attachments, shown } from '../features/attachments/attachments.ts';
import { attach, detachAll, findFile } from '../features/attachments/store.ts';
import type { CopyImage } from '../features/dashboards/copied-images.ts';
import { createDashboards, type Dashboards } from '../features/dashboards/dashboards.ts';
import { purgeDashboards } from '../features/dashboards/purge.ts';
import { bindDashboards, type Images } from '../features/dashboards/routes.ts';
import { createSharing } from '../features/dashboards/sharing.ts';
import type { Files } from '../files/files.ts';
import { servedFile } from '../files/served.ts';
import type { Core } from './core.ts';

interface Parts {
  readonly attachments: Attachments;
  readonly files: Files;
}

export interface OpenedDashboards {
  readonly dashboards: Dashboards;
  /** Call it daily. */
  purge(): Promise<void>;
}

const entityType = 'dashboard';

/** Dashboards, with the images of their widgets. */
export function openDashboards(core: Core, parts: Parts): OpenedDashboards {
  const { http, registry, clock } = core;
  const dashboards = createDashboards({ registry, clock, copyImage: copyImageAt(clock) });
  bindDashboards(http, { registry, dashboards, sharing: createSharing({ registry, clock }), images: imagesIn(parts) });
  return {
    dashboards,
    purge: () =>
      purgeDashboards({
        registry,
        clock,
        removeImages: (tx, { orgId, dashboardId }, now) =>
          detachAll(tx, { orgId, entityType, entityId: dashboardId }, now),
      }),
  };
}

function imagesIn({ attachments, files }: Parts): Images {
  return {
    upload: (scope, owner, parts) => attachments.upload(scope, { ...owner, entityType }, parts),
    remove: (scope, owner, id) => attachments.remove(scope, { ...owner, entityType }, id),
    async open(scope, owner, id, reply) {
      const file = await attachments.find(scope, { ...owner, entityType }, id);
      const content = await files.open(file.fileId);
      for (const [name, value] of Object.entries(servedFile(file, 'inline'))) reply.header(name, value);
      return content;
    },
  };
}

/** The content is stored once, for as long as one of them is there. */
export function copyImageAt(clock: () => Date): CopyImage {
  return async (tx, { orgId, from, attachmentId, to, userId }) => {
    const file = await findFile(tx, { orgId, entityType, entityId: from }, attachmentId);
    if (!file) return undefined;
    const owner = { orgId, entityType, entityId: to } as const;
    const { fileId, notes, isImage } = file;
    const id = await attach(tx, owner, { fileId, notes, isImage, createdBy: userId }, clock());
    return shown(owner, { ...file, id }).url;
  };
}
