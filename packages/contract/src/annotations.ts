import { annotationTexts, isAnnotationDay } from '@atrium/rules/annotations';
import * as z from 'zod/mini';
import { dashboardReaders, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'dashboards';

/** A text about a day or a range of days, drawn on the charts of that time. `version` goes back as If-Match. */
export const annotationReply = z.object({
  annotationId: id,
  orgId: id,
  /** Null for the whole organization. */
  locationId: z.nullable(id),
  locationName: z.nullable(z.string()),
  /** Local days, both included; the same twice for a single day. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  text: z.string(),
  createdAt: instant,
  /** The name of the person, while known; staff are not named. */
  createdBy: z.nullable(z.string()),
  version: z.number(),
});
export type Annotation = z.output<typeof annotationReply>;

/** `packages/rules/src/annotations.ts` says what each field allows. */
const written = z.nullable(z.string().check(z.maxLength(10_000)));
const fields = {
  ...orgBound,
  /** Null or absent for the whole organization. */
  locationId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  startDate: z.optional(written),
  /** Null for a single day. */
  endDate: z.optional(written),
  text: z.optional(written),
};
const annotationBody = z.strictObject(fields);
export type AnnotationBody = z.output<typeof annotationBody>;

const path = '/api/annotation/{annotationId}';
const params = z.object({ annotationId: z.string().check(z.maxLength(100)) });
const query = z.object(orgBound);
const day = z.iso.date().check(z.refine(isAnnotationDay, annotationTexts.day));

export const listAnnotations = defineEndpoint({
  name: 'listAnnotations',
  area,
  summary:
    'Annotations of the organization and of the locations that the caller may see, newest first: those that touch the days from startDate to endDate, and with locationId those of the location and of the whole organization',
  method: 'GET',
  path: '/api/annotation',
  access: dashboardReaders,
  query: z.object({
    ...listQuery,
    ...orgBound,
    startDate: z.optional(day),
    endDate: z.optional(day),
    locationId: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.array(annotationReply),
  list: true,
});

export const getAnnotation = defineEndpoint({
  name: 'getAnnotation',
  area,
  summary: 'One annotation',
  method: 'GET',
  path,
  access: members,
  params,
  query,
  reply: annotationReply,
});

export const createAnnotation = defineEndpoint({
  name: 'createAnnotation',
  area,
  summary: 'A new annotation; people who are limited to some locations annotate those',
  method: 'POST',
  path: '/api/annotation',
  access: members,
  query,
  body: annotationBody,
  reply: annotationReply,
});

export const updateAnnotation = defineEndpoint({
  name: 'updateAnnotation',
  area,
  summary: 'Changes an annotation',
  method: 'PUT',
  path,
  access: members,
  params,
  query,
  body: annotationBody,
  reply: annotationReply,
});

export const deleteAnnotation = defineEndpoint({
  name: 'deleteAnnotation',
  area,
  summary: 'Deletes an annotation',
  method: 'DELETE',
  path,
  access: members,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});
