import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

/** Background work that continues after the request that started it. */
export const job = z.object({
  jobId: id,
  /** The kind of work, such as `purge-readings`. */
  kind: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  /** Null while the total is unknown. */
  total: z.nullable(z.number()),
  message: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Job = z.output<typeof job>;

export const getJob = defineEndpoint({
  name: 'getJob',
  area: 'sensors',
  summary: 'The progress of a job',
  method: 'GET',
  path: '/api/job/{jobId}',
  access: administrators,
  params: z.object({ jobId: z.string() }),
  query: z.object(orgBound),
  reply: job,
});
