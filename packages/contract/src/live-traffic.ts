import * as z from 'zod/mini';
import { entityTypes, getTraffic } from './data.ts';
import { orgBound } from './envelope.ts';
import { defineTopic, type MessageOf } from './topic.ts';

export const liveTraffic = defineTopic({
  name: 'traffic',
  summary: 'Ins and outs of an entity today',
  events: {
    subscribe: 'traffic:subscribe',
    unsubscribe: 'traffic:unsubscribe',
    message: 'traffic:realtimedata',
  },
  access: getTraffic.access,
  subscription: z.object({
    ...orgBound,
    entityType: z.enum(entityTypes),
    entityId: z.uuid(),
  }),
  message: z.object({
    entityType: z.enum(entityTypes),
    entityId: z.uuid(),
    /** Today, in the entity's time zone; null when nothing has been received today. */
    ins: z.nullable(z.number()),
    outs: z.nullable(z.number()),
    /** Start of today's newest minute with a reading. */
    minute: z.nullable(z.iso.datetime()),
    /** Start of the newest minute with a reading, on any day; null when there never was one. */
    lastReadingAt: z.nullable(z.iso.datetime()),
    /** Whether the location is in its opening hours now; for an organization, whether any of its locations is. */
    isOpen: z.boolean(),
    /** Received over expected seconds of today so far. */
    completeness: z.nullable(z.number()),
    /** When this was computed, regardless of how fresh the counts are. */
    asOf: z.iso.datetime(),
  }),
  entityOf: ({ entityType, entityId }) => ({ entityType, entityId }),
  ageWhenSent({ asOf, lastReadingAt }) {
    if (lastReadingAt === null) return null;
    // A reading covers time up to the end of its minute, or up to now while that minute is still open.
    return Math.max(0, Date.parse(asOf) - Date.parse(lastReadingAt) - 60_000);
  },
});

export type LiveReading = MessageOf<typeof liveTraffic>;
