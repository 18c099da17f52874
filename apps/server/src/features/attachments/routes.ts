import { attachmentCalls } from '@atrium/contract/attachments';
import { type AttachableType, attachableTypes } from '@atrium/rules/attachable';
import { getSensorImage } from '@atrium/contract/sensors';
import type { Files } from '../../files/files.ts';
import { servedFile } from '../../files/served.ts';
import type { Http } from '../../http/server.ts';
import type { Scope } from '../../scope.ts';
import type { Attachments, Named } from './attachments.ts';

const ok = { ok: true } as const;

export function bindAttachments(http: Http, attachments: Attachments, files: Files): void {
  for (const type of attachableTypes) {
    const { list, upload, download, update, remove } = attachmentCalls[type];
    http.bind(list, ({ scope, params }) => attachments.list(scope, named(type, scope, params)));
    http.upload(upload, ({ scope, params, parts }) => attachments.upload(scope, named(type, scope, params), parts));
    http.stream(download, async ({ scope, params, reply }) => {
      const file = await attachments.find(scope, named(type, scope, params), params.attachmentId);
      const content = await files.open(file.fileId);
      for (const [name, value] of Object.entries(servedFile(file, 'attachment'))) reply.header(name, value);
      return content;
    });
    http.bind(update, ({ scope, params, body }) =>
      attachments.update(scope, named(type, scope, params), params.attachmentId, body),
    );
    http.bind(remove, async ({ scope, params }) => {
      await attachments.remove(scope, named(type, scope, params), params.attachmentId);
      return ok;
    });
  }
  http.stream(getSensorImage, async ({ scope, params, reply }) => {
    const file = await attachments.sensorImage(scope, params.sensorId);
    const content = await files.open(file.fileId);
    for (const [name, value] of Object.entries(servedFile(file, 'inline'))) reply.header(name, value);
    return content;
  });
}

function named(entityType: AttachableType, scope: Scope, { entityId }: { entityId?: string | undefined }): Named {
  return { entityType, entityId: entityType === 'org' ? scope.orgId : (entityId ?? '') };
}
