import { engines, queues, tracks, warningKinds } from '@atrium/rules/system-health';
import * as z from 'zod/mini';
import { staff } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './envelope.ts';

const count = z.number();

export const systemWarning = z.object({
  kind: z.enum(warningKinds),
  isCritical: z.boolean(),
  subject: z.nullable(z.enum([...engines, ...tracks])),
  value: z.number(),
});

/** The running installation for its operator. Null means currently unknown. */
export const systemState = z.object({
  at: instant,
  status: z.enum(['ok', 'degraded']),
  warnings: z.array(systemWarning),
  server: z.object({
    version: z.string(),
    startedAt: instant,
    /** By the supervisor since it was started; null without a supervisor. */
    restarts: z.nullable(count),
    memoryBytes: z.number(),
    heapBytes: z.number(),
    /** Of the last ten seconds; seconds. */
    eventLoopDelay: z.object({ p99: z.number(), max: z.number() }),
  }),
  /** Of the data folder. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
  /** Seconds that readings have waited while none reached the facts. */
  stalledSeconds: z.number(),
  tracks: z.array(
    z.object({
      track: z.enum(tracks),
      waiting: count,
      /** Age of the oldest unapplied body. */
      lagSeconds: z.number(),
    }),
  ),
  /** Refused pushes since the server started, by HTTP status. */
  refusedPushes: z.array(z.object({ status: z.number(), count })),
  quarantine: z.array(
    z.object({
      reason: z.string(),
      /** Devices, and shapes of bodies. */
      groups: count,
      bodies: count,
    }),
  ),
  engines: z.array(
    z.object({
      engine: z.enum(engines),
      isUp: z.boolean(),
      version: z.nullable(z.string()),
      /** Null for the operator's own server if it does not report it. */
      upSince: z.nullable(instant),
      /** Since the server started; null for the operator's own servers. */
      restarts: z.nullable(count),
      restartedAt: z.nullable(instant),
    }),
  ),
  queues: z.array(
    z.object({
      queue: z.enum(queues),
      waiting: count,
      running: z.nullable(count),
      /** Emails: given up in the last 24 hours. Jobs: failed and waiting for a retry. */
      failed: z.nullable(count),
    }),
  ),
  /** Null for what has not happened; null as a whole while it cannot be read. */
  backup: z.nullable(
    z.object({
      /** Since when backups are scheduled. */
      scheduledSince: z.nullable(instant),
      last: z.nullable(z.object({ at: instant, folder: z.string(), bytes: z.number() })),
      /** The last scheduled one, if it failed. */
      failed: z.nullable(z.object({ at: instant, reason: z.string() })),
    }),
  ),
  damage: z.array(
    z.object({
      table: z.string(),
      month: z.nullable(z.string()),
      parts: count,
      rows: z.nullable(count),
      foundAt: instant,
      rebuiltAt: z.nullable(instant),
      rebuild: z.enum(['automatic', 'from-received', 'no']),
    }),
  ),
});
export type SystemState = z.output<typeof systemState>;

export const getSystem = defineEndpoint({
  name: 'getSystem',
  area: 'diagnostics',
  summary: "The health of the installation: disk, engines, queues, quarantine, and what needs the operator's attention",
  method: 'GET',
  path: '/api/system',
  access: staff,
  reply: systemState,
});
