import { customFieldTypes, type CustomFieldType, mayEditCustomFields } from '@atrium/rules/custom-field';
import * as z from 'zod/mini';
import { members, roles } from './access.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const area = 'custom-fields';

/** `version` goes back as If-Match. */
export const customField = z.object({ metaPropertyId: id, name: z.string(), value: z.string(), version: z.number() });
export type CustomField = z.output<typeof customField>;

/** Validated by `customFieldProblems` (packages/rules). */
const text = z.optional(z.nullable(z.string()));

/** An organization is named by its own parameter, a zone also by its sensor. */
const addresses: Record<CustomFieldType, string> = {
  org: '/api/org/{orgId}/meta',
  location: '/api/location/{entityId}/meta',
  site: '/api/site/{entityId}/meta',
  space: '/api/space/{entityId}/meta',
  sensor: '/api/sensor/{entityId}/meta',
  zone: '/api/sensor/{sensorId}/zone/{entityId}/meta',
};

const owner = z.object({
  entityId: z.optional(z.string()),
  orgId: z.optional(z.string()),
  sensorId: z.optional(z.string()),
});
const oneField = z.object({ ...owner.shape, metaPropertyId: z.string() });

const callsFor = (type: CustomFieldType) => {
  const writers = { ...members, roles: roles.filter((role) => mayEditCustomFields(type, role)) } as const;
  return {
    list: defineEndpoint({
      name: `listCustomFields:${type}`,
      area,
      summary: `The custom fields of a ${type}, by name`,
      method: 'GET',
      path: addresses[type],
      access: members,
      params: owner,
      query: z.object(orgBound),
      reply: z.array(customField),
    }),
    create: defineEndpoint({
      name: `createCustomField:${type}`,
      area,
      summary: `A new custom field of a ${type}`,
      method: 'POST',
      path: addresses[type],
      access: writers,
      params: owner,
      query: z.object(orgBound),
      body: z.strictObject({ name: text, value: text }),
      reply: customField,
    }),
    update: defineEndpoint({
      name: `updateCustomField:${type}`,
      area,
      summary: 'Changes the value; the name is fixed',
      method: 'PUT',
      path: `${addresses[type]}/{metaPropertyId}`,
      access: writers,
      params: oneField,
      query: z.object(orgBound),
      body: z.strictObject({ value: text }),
      reply: customField,
    }),
    remove: defineEndpoint({
      name: `deleteCustomField:${type}`,
      area,
      summary: 'Deletes a custom field',
      method: 'DELETE',
      path: `${addresses[type]}/{metaPropertyId}`,
      access: writers,
      params: oneField,
      query: z.object(orgBound),
      reply: z.object({ ok: z.literal(true) }),
    }),
  };
};

export const customFieldCalls = Object.fromEntries(customFieldTypes.map((type) => [type, callsFor(type)])) as Record<
  CustomFieldType,
  ReturnType<typeof callsFor>
>;

export const customFieldEndpoints: readonly Endpoint[] = Object.values(customFieldCalls).flatMap((calls) =>
  Object.values(calls),
);

export const listFieldNames = defineEndpoint({
  name: 'listFieldNames',
  area,
  summary: 'Names of custom fields in use for an entity type',
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
  summary: 'Values in use of a custom field for an entity type',
  method: 'GET',
  path: '/api/meta/value/{name}/{type}',
  access: members,
  params: z.object({ name: z.string().check(z.maxLength(100)), type: z.enum(customFieldTypes) }),
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
  params: z.object({ name: z.string().check(z.maxLength(100)) }),
  query: z.object(orgBound),
  reply: z.array(z.string()),
});
