import * as z from 'zod/mini';
import { id } from './envelope.ts';

export const zone = z.object({
  zoneId: id,
  orgId: id,
  sensorId: id,
  name: z.string(),
  deviceId: z.string(),
  countType: z.number(),
  /** Made for a logic nobody had announced; somebody should look at it. */
  needsReview: z.boolean(),
  /** The settings in force now; null for a zone that has none. */
  scaleFactor: z.nullable(z.number()),
  countFilter: z.nullable(z.number()),
  countApplication: z.nullable(z.number()),
  perimeter: z.nullable(z.boolean()),
  disabled: z.nullable(z.boolean()),
  minDwell: z.nullable(z.number()),
  maxDwell: z.nullable(z.number()),
});
export type Zone = z.output<typeof zone>;
