import * as z from 'zod/mini';
import { entityTypes, getTraffic } from './data.ts';
import { orgBound } from './envelope.ts';
import { defineTopic, type MessageOf } from './topic.ts';

/** What messages about spaces add. */
const ofSpaces = {
  /** People inside now; null until its readings are counted. */
  occupancy: z.optional(z.nullable(z.number())),
  maxCapacity: z.optional(z.nullable(z.number())),
  /** Of the capacity, in whole percent; null without one. */
  percent: z.optional(z.nullable(z.number())),
  /** Someone has stopped the count: readings leave the number alone. */
  stopped: z.optional(z.boolean()),
  /** Only in the one message after what was known of the past has changed: the number moved although nobody did. */
  corrected: z.optional(z.literal(true)),
};

/** What messages about zones add where people wait, are served or stay. Times are seconds; null where nothing is known. */
const ofZones = {
  /** People in the zone now. */
  queueLength: z.optional(z.nullable(z.number())),
  /** Of the last 15 minutes. */
  avgQueueWaitTime: z.optional(z.nullable(z.number())),
  maxQueueWaitTime: z.optional(z.nullable(z.number())),
  /** People now divided by the throughput of the last 15 minutes. */
  expectedQueueWaitTime: z.optional(z.nullable(z.number())),
  /** Since local midnight. */
  totalNumberServed: z.optional(z.nullable(z.number())),
  /** With someone in the zone, since local midnight. */
  occupiedTime: z.optional(z.nullable(z.number())),
};

export const liveTraffic = defineTopic({
  name: 'traffic',
  summary:
    'Ins and outs of an entity today, the people in a space and the queue of a zone now; `corrected` is in the one message ' +
    'after the number of people in a space was corrected',
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
    name: z.optional(z.string()),
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
    ...ofSpaces,
    ...ofZones,
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
