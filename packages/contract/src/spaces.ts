import * as z from 'zod/mini';
import { id } from './envelope.ts';

export const space = z.object({
  spaceId: id,
  orgId: id,
  locationId: id,
  name: z.string(),
  maxCapacity: z.nullable(z.number()),
  targetOccupancy: z.nullable(z.number()),
  isHeadroom: z.boolean(),
  disabled: z.boolean(),
});
export type Space = z.output<typeof space>;
