import * as z from 'zod/mini';
import { isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './envelope.ts';

export const getProductInfo = defineEndpoint({
  name: 'getProductInfo',
  area: 'shell',
  summary:
    'Data for every page: version, billing phone number, planned maintenance, whether setup is complete, whether there is weather',
  method: 'GET',
  path: '/api/product',
  access: isPublic,
  reply: z.object({
    name: z.string(),
    version: z.string(),
    production: z.boolean(),
    billingPhone: z.nullable(z.string()),
    maintenance: z.nullable(z.object({ from: instant, to: instant })),
    /** There is no staff user yet: nobody can sign in before the setup link is used. */
    needsSetup: z.boolean(),
    /** Whether locations have weather: a provider is set, or this is the demo. */
    weather: z.boolean(),
  }),
});

export const getTerms = defineEndpoint({
  name: 'getTerms',
  area: 'session-login',
  summary: 'The terms of service, as plain paragraphs',
  method: 'GET',
  path: '/api/reference/terms',
  access: isPublic,
  reply: z.object({ version: z.string(), title: z.string(), paragraphs: z.array(z.string()) }),
});
