import * as z from 'zod/mini';
import { anyone, members, staff } from './access.ts';
import { attachment } from './attachment.ts';
import { dashboardReply } from './dashboards.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'templates';

/** A dashboard to begin with. Its widgets name entities by role; they are resolved when it is used. */
const template = {
  dashboardTemplateId: id,
  name: z.string(),
  description: z.nullable(z.string()),
  /** An entry of `/api/reference/templatecategories`. */
  templateCategory: z.nullable(z.string()),
  templateTags: z.array(z.string()),
  /** Only these are seen by others than staff. */
  publishToGallery: z.boolean(),
  /** The widgets, as JSON text. */
  config: z.string(),
  /** The address of an image; null for none. */
  templateImage: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
};
export const templateReply = z.object(template);
export type DashboardTemplate = z.output<typeof templateReply>;

const path = '/api/dashboardtemplate/{dashboardTemplateId}';
const params = z.object({ dashboardTemplateId: z.string().check(z.maxLength(100)) });
const ok = z.object({ ok: z.literal(true) });
const text = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))));
const body = z.strictObject({
  name: text(1_000),
  description: text(10_000),
  templateCategory: text(200),
  templateTags: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100))),
  publishToGallery: z.optional(z.boolean()),
  config: z.optional(z.union([z.string().check(z.maxLength(2_000_000)), z.array(z.unknown())])),
  /** Null removes the image; its own address leaves it. An image is uploaded with a call of its own. */
  templateImage: text(1_000),
});
export type TemplateBody = z.output<typeof body>;
const maxBytes = 3_000_000;

export const listTemplates = defineEndpoint({
  name: 'listTemplates',
  area,
  summary: 'The templates of the gallery; for staff, all templates',
  method: 'GET',
  path: '/api/dashboardtemplate',
  access: anyone,
  query: z.object(listQuery),
  reply: z.array(templateReply),
  list: true,
});

export const getTemplate = defineEndpoint({
  name: 'getTemplate',
  area,
  summary: 'A template',
  method: 'GET',
  path,
  access: anyone,
  params,
  reply: templateReply,
});

export const createTemplate = defineEndpoint({
  name: 'createTemplate',
  area,
  summary: 'A new template',
  method: 'POST',
  path: '/api/dashboardtemplate',
  access: staff,
  body,
  maxBytes,
  reply: templateReply,
});

export const updateTemplate = defineEndpoint({
  name: 'updateTemplate',
  area,
  summary: 'Changes a template; dashboards made from it stay as they are',
  method: 'PUT',
  path,
  access: staff,
  params,
  body,
  maxBytes,
  reply: templateReply,
});

export const deleteTemplate = defineEndpoint({
  name: 'deleteTemplate',
  area,
  summary: 'Deletes a template',
  method: 'DELETE',
  path,
  access: staff,
  params,
  reply: ok,
});

const files = `${path}/attachment`;
const oneFile = z.object({ ...params.shape, attachmentId: z.string().check(z.maxLength(100)) });

export const uploadTemplateImage = defineEndpoint({
  name: 'uploadTemplateImage',
  area,
  summary: 'Uploads the image of a template',
  method: 'POST',
  path: files,
  access: staff,
  params,
  multipart: true,
  reply: z.array(attachment),
});

export const getTemplateImage = defineEndpoint({
  name: 'getTemplateImage',
  area,
  summary: 'The image of a template',
  method: 'GET',
  path: `${files}/{attachmentId}`,
  access: anyone,
  params: oneFile,
  reply: z.unknown(),
  streamed: true,
});

export const deleteTemplateImage = defineEndpoint({
  name: 'deleteTemplateImage',
  area,
  summary: 'Deletes the image of a template',
  method: 'DELETE',
  path: `${files}/{attachmentId}`,
  access: staff,
  params: oneFile,
  reply: ok,
});

export const createDashboardFromTemplate = defineEndpoint({
  name: 'createDashboardFromTemplate',
  area,
  summary: 'A dashboard made from a template, with the entities of the organization, for oneself or someone else',
  method: 'POST',
  path: '/api/dashboard/template/{dashboardTemplateId}',
  access: members,
  params,
  query: z.object(orgBound),
  body: z.strictObject({ ...orgBound, assignToUserId: z.optional(z.nullable(z.string().check(z.maxLength(100)))) }),
  reply: dashboardReply,
});
