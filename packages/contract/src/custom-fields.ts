import * as z from 'zod/mini';
import { members } from './access.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const area = 'custom-fields';

export const customFieldTypes = ['org', 'location', 'site', 'space', 'sensor', 'zone'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customField = z.object({ metaPropertyId: id, name: z.string(), value: z.string() });
export type CustomField = z.output<typeof customField>;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const value = z.string().check(z.trim(), z.maxLength(1_000));

/** Zones are reached through their sensor. */
const paths: Record<CustomFieldType, string> = {
  org: '/api/org/{entityId}/meta',
  location: '/api/location/{entityId}/meta',
  site: '/api/site/{entityId}/meta',
  space: '/api/space/{entityId}/meta',
  sensor: '/api/sensor/{entityId}/meta',
  zone: '/api/sensor/{sensorId}/zone/{entityId}/meta',
};

const entity = z.object({ entityId: z.string(), sensorId: z.optional(z.string()) });
const oneField = z.object({ entityId: z.string(), sensorId: z.optional(z.string()), metaPropertyId: z.string() });
const done = z.object({ ok: z.literal(true) });

/** The four calls of one kind of entity. Who may write is told by `mayEditCustomFields` (packages/rules). */
const callsFor = (type: CustomFieldType) => ({
  list: defineEndpoint({
    name: `listCustomFields:${type}`,
    area,
    summary: `The custom fields of a ${type}`,
    method: 'GET',
    path: paths[type],
    access: members,
    params: entity,
    query: z.object(orgBound),
    reply: z.array(customField),
  }),
  create: defineEndpoint({
    name: `createCustomField:${type}`,
    area,
    summary: `A new custom field of a ${type}`,
    method: 'POST',
    path: paths[type],
    access: members,
    params: entity,
    query: z.object(orgBound),
    body: z.strictObject({ name, value }),
    reply: customField,
  }),
  update: defineEndpoint({
    name: `updateCustomField:${type}`,
    area,
    summary: 'Changes the value; the name is fixed',
    method: 'PUT',
    path: `${paths[type]}/{metaPropertyId}`,
    access: members,
    params: oneField,
    query: z.object(orgBound),
    body: z.strictObject({ value }),
    reply: customField,
  }),
  remove: defineEndpoint({
    name: `deleteCustomField:${type}`,
    area,
    summary: 'Deletes a custom field',
    method: 'DELETE',
    path: `${paths[type]}/{metaPropertyId}`,
    access: members,
    params: oneField,
    query: z.object(orgBound),
    reply: done,
  }),
});

export const customFieldCalls = Object.fromEntries(customFieldTypes.map((type) => [type, callsFor(type)])) as Record<
  CustomFieldType,
  ReturnType<typeof callsFor>
>;

/** For the catalogue, which lists endpoints by value. */
export const customFieldEndpoints: readonly Endpoint[] = customFieldTypes.flatMap((type) =>
  Object.values(customFieldCalls[type]),
);

export const listFieldNames = defineEndpoint({
  name: 'listFieldNames',
  area,
  summary: 'Names of custom fields in use for a kind of entity',
  method: 'GET',
  path: '/api/meta/name/{type}',
  access: members,
  params: z.object({ type: z.enum(customFieldTypes) }),
  query: z.object(orgBound),
  reply: z.array(z.string()),
});

export const listFieldValuesOfType = defineEndpoint({
  name: 'listFieldValuesOfType',
  area,
  summary: 'Values in use of a custom field for a kind of entity',
  method: 'GET',
  path: '/api/meta/value/{name}/{type}',
  access: members,
  params: z.object({ name: z.string(), type: z.enum(customFieldTypes) }),
  query: z.object(orgBound),
  reply: z.array(z.string()),
});

export const listFieldValues = defineEndpoint({
  name: 'listFieldValues',
  area,
  summary: 'Values in use of a custom field',
  method: 'GET',
  path: '/api/meta/value/{name}',
  access: members,
  params: z.object({ name: z.string() }),
  query: z.object(orgBound),
  reply: z.array(z.string()),
});
