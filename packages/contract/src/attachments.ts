import { type AttachableType, attachableTypes } from '@atrium/rules/attachable';
import * as z from 'zod/mini';
import { administrators, members, staffOfOrganization } from './access.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { attachment } from './attachment.ts';
import { orgBound } from './envelope.ts';

const area = 'attachments-csv';

const owner = z.object({ entityId: z.optional(z.string()), orgId: z.optional(z.string()) });
const oneFile = z.object({ ...owner.shape, attachmentId: z.string() });

/** An organization is named by its own parameter. */
const entityPath = (type: AttachableType) => `/api/${type}/{${type === 'org' ? 'orgId' : 'entityId'}}` as const;

const callsFor = (type: AttachableType) => {
  // Details of an installation and its wiring are for installers only.
  const readers = type === 'site' ? staffOfOrganization : members;
  const writers = type === 'site' ? staffOfOrganization : administrators;
  const files = `${entityPath(type)}/attachment`;
  return {
    list: defineEndpoint({
      name: `listAttachments:${type}`,
      area,
      summary: `The files of a ${type}, newest first`,
      method: 'GET',
      path: `${files}s`,
      aliases: [files],
      access: readers,
      params: owner,
      query: z.object(orgBound),
      reply: z.array(attachment),
    }),
    upload: defineEndpoint({
      name: `uploadAttachments:${type}`,
      area,
      summary: 'Uploads fewer than ten files; the n-th field `notes` belongs to the n-th file',
      method: 'POST',
      path: files,
      access: writers,
      params: owner,
      query: z.object(orgBound),
      multipart: true,
      reply: z.array(attachment),
    }),
    download: defineEndpoint({
      name: `getAttachment:${type}`,
      area,
      summary: 'The file itself, always as a download with a fixed type',
      method: 'GET',
      path: `${files}/{attachmentId}`,
      access: readers,
      params: oneFile,
      query: z.object(orgBound),
      reply: z.unknown(),
      streamed: true,
    }),
    update: defineEndpoint({
      name: `updateAttachment:${type}`,
      area,
      summary: 'Renames a file or changes its notes',
      method: 'PUT',
      path: `${files}/{attachmentId}`,
      access: writers,
      params: oneFile,
      query: z.object(orgBound),
      body: z.strictObject({
        originalName: z.optional(z.nullable(z.string())),
        notes: z.optional(z.nullable(z.string())),
      }),
      reply: attachment,
    }),
    remove: defineEndpoint({
      name: `deleteAttachment:${type}`,
      area,
      summary: 'Deletes a file',
      method: 'DELETE',
      path: `${files}/{attachmentId}`,
      access: writers,
      params: oneFile,
      query: z.object(orgBound),
      reply: z.object({ ok: z.literal(true) }),
    }),
  };
};

export const attachmentCalls = Object.fromEntries(attachableTypes.map((type) => [type, callsFor(type)])) as Record<
  AttachableType,
  ReturnType<typeof callsFor>
>;

export const attachmentEndpoints: readonly Endpoint[] = Object.values(attachmentCalls).flatMap((calls) =>
  Object.values(calls),
);
