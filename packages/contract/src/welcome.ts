import * as z from 'zod/mini';
import { administratorsOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const named = z.object({ id, name: z.string() });

/** The progress of an organization from nothing to its first reading. */
export const firstSteps = z.object({
  organization: z.nullable(named),
  administrator: z.enum(['none', 'invited', 'registered']),
  /** The first of each, for a link. */
  location: z.nullable(named),
  site: z.nullable(named),
  /** At least one that is not revoked. */
  hasPushKey: z.boolean(),
  /** Assigned to a site; `commissioned` tells whether it counts. */
  sensor: z.nullable(z.object({ ...named.shape, commissioned: z.boolean() })),
  hasReading: z.boolean(),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const getFirstSteps = defineEndpoint({
  name: 'getFirstSteps',
  area: 'shell',
  summary: 'Setup progress of an organization; for staff who name none, the furthest along',
  method: 'GET',
  path: '/api/first-steps',
  access: administratorsOrAll,
  query: z.object(orgBound),
  reply: firstSteps,
});
