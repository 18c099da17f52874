import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'attachments-csv';

/** What files can be fastened to. */
export const attachableTypes = ['org', 'location', 'site', 'space', 'sensor'] as const;
export type AttachableType = (typeof attachableTypes)[number];

/** Fewer than ten files at once. */
export const mostFiles = 9;
export const maximumFileBytes = 20 * 1024 * 1024;
export const imageTypes = ['jpg', 'png', 'jpeg', 'bmp', 'gif'] as const;
export const defaultNotes = 'no notes';

export const attachment = z.object({
  id,
  originalName: z.string(),
  /** Where the file is served from, on this origin, as a download. */
  url: z.string(),
  notes: z.string(),
  bytes: z.number(),
  contentType: z.string(),
  createdAt: instant,
});
export type Attachment = z.output<typeof attachment>;

const ofEntity = z.object({ entityType: z.enum(attachableTypes), entityId: z.string() });
const oneFile = z.object({ entityType: z.enum(attachableTypes), entityId: z.string(), attachmentId: z.string() });

export const listAttachments = defineEndpoint({
  name: 'listAttachments',
  area,
  summary: 'The files of an entity, newest first',
  method: 'GET',
  path: '/api/{entityType}/{entityId}/attachments',
  aliases: ['/api/{entityType}/{entityId}/attachment'],
  access: members,
  params: ofEntity,
  query: z.object(orgBound),
  reply: z.array(attachment),
});

/** Multipart: each file in a part `file`, the note of the n-th file in a field `notes` before or after it. */
export const uploadAttachments = defineEndpoint({
  name: 'uploadAttachments',
  area,
  summary: 'Uploads up to nine files with a note each',
  method: 'POST',
  path: '/api/{entityType}/{entityId}/attachment',
  access: members,
  params: ofEntity,
  query: z.object(orgBound),
  reply: z.array(attachment),
});

export const getAttachment = defineEndpoint({
  name: 'getAttachment',
  area,
  summary: 'The file itself, always as a download of a fixed type',
  method: 'GET',
  path: '/api/{entityType}/{entityId}/attachment/{attachmentId}',
  access: members,
  params: oneFile,
  query: z.object(orgBound),
  reply: z.unknown(),
  streamed: true,
});

export const deleteAttachment = defineEndpoint({
  name: 'deleteAttachment',
  area,
  summary: 'Deletes a file',
  method: 'DELETE',
  path: '/api/{entityType}/{entityId}/attachment/{attachmentId}',
  access: members,
  params: oneFile,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});
