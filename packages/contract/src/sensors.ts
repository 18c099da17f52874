import * as z from 'zod/mini';
import { id, instant } from './envelope.ts';
import { zone } from './zones.ts';

export const sensor = z.object({
  sensorId: id,
  orgId: id,
  name: z.string(),
  sensorType: z.string(),
  macAddress: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  active: z.boolean(),
  periodicUse: z.boolean(),
  timeZone: z.nullable(z.string()),
  updatedAt: instant,
  commissionedDate: z.nullable(instant),
  nodeSensors: z.nullable(z.array(z.string())),
  deviceId: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  zone: z.optional(z.array(zone)),
  /** Who commissioned it. */
  localuser: z.optional(z.nullable(z.object({ userId: id, name: z.string() }))),
});
export type Sensor = z.output<typeof sensor>;
