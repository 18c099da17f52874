import * as contract from '@atrium/contract/dashboard-templates';
import type { Files } from '../../files/files.ts';
import { servedFile } from '../../files/served.ts';
import type { UserActor } from '../../http/actor.ts';
import type { Http } from '../../http/server.ts';
import { createTemplateImages } from './images.ts';
import { shownTemplate, templatePage } from './store.ts';
import { createTemplates, existingTemplate, type TemplateDependencies } from './templates.ts';

const ok = { ok: true } as const;

export function bindDashboardTemplates(http: Http, dependencies: TemplateDependencies & { files: Files }): void {
  const { registry, files } = dependencies;
  const templates = createTemplates(dependencies);
  const images = createTemplateImages(dependencies);

  http.bind(contract.listTemplates, async ({ actor, query, reply }) => {
    const { rows, total } = await registry.system((tx) => templatePage(tx, isStaff(actor), query));
    reply.total(total);
    return rows.map(shownTemplate);
  });
  http.bind(contract.getTemplate, ({ actor, params }) =>
    registry.system(async (tx) =>
      shownTemplate(await existingTemplate(tx, isStaff(actor), params.dashboardTemplateId)),
    ),
  );
  http.bind(contract.createTemplate, ({ actor, body }) => templates.create(actor, body));
  http.bind(contract.updateTemplate, ({ actor, params, body, seenVersion }) =>
    templates.update(actor, params.dashboardTemplateId, body, seenVersion),
  );
  http.bind(contract.deleteTemplate, async ({ actor, params, seenVersion }) => {
    await templates.remove(actor, params.dashboardTemplateId, seenVersion);
    return ok;
  });

  http.upload(contract.uploadTemplateImage, ({ actor, params, parts }) =>
    images.upload(actor, params.dashboardTemplateId, parts),
  );
  http.stream(contract.getTemplateImage, async ({ actor, params, reply }) => {
    const image = await images.find(isStaff(actor), params.dashboardTemplateId, params.attachmentId);
    const content = await files.open(image.fileId);
    for (const [name, value] of Object.entries(servedFile(image, 'inline'))) reply.header(name, value);
    return content;
  });
  http.bind(contract.deleteTemplateImage, async ({ actor, params }) => {
    await images.remove(actor, params.dashboardTemplateId, params.attachmentId);
    return ok;
  });

  http.bind(contract.createDashboardFromTemplate, ({ scope, params, body }) =>
    templates.use(scope, params.dashboardTemplateId, body.assignToUserId ?? undefined),
  );
}

function isStaff({ role }: UserActor): boolean {
  return role === 'SenSourceUser';
}
