import * as z from 'zod/mini';
import { staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery } from './envelope.ts';

export const organizationSummary = z.object({ orgId: id, name: z.string(), isEnabled: z.boolean() });
export type OrganizationSummary = z.output<typeof organizationSummary>;

export const listOrganizations = defineEndpoint({
  name: 'listOrganizations',
  area: 'organizations',
  summary: 'All organizations, for staff',
  method: 'GET',
  path: '/api/org',
  access: staff,
  query: z.object({ ...listQuery, include: z.optional(z.string()) }),
  reply: z.array(organizationSummary),
  list: true,
});
