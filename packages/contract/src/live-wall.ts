import * as z from 'zod/mini';
import type { BoundAccess } from './access.ts';
import { id, orgBound } from './envelope.ts';
import { defineTopic } from './topic.ts';

const access = {
  kind: 'session',
  organization: 'bound',
  capability: ['canViewTraffic', 'canViewOccupancy'],
  kiosk: true,
} as const satisfies BoundAccess;

/** A location or a space on the wall. */
const row = z.object({
  entityType: z.enum(['location', 'space']),
  entityId: id,
  /** Where a space is; a location's own id. */
  locationId: id,
  name: z.string(),
  /** Whether its location is in its opening hours. */
  isOpen: z.boolean(),
  /** Start of the newest minute with a reading; null when there never was one. */
  lastReadingAt: z.nullable(z.iso.datetime()),
  /** Its sensors that are offline. */
  offline: z.number(),
  /** Its active alarms. A location has those of its zones too. */
  alarms: z.number(),
  /** People who entered a location today, in its time zone; null when nothing has been received today. */
  ins: z.optional(z.nullable(z.number())),
  /** People inside now; null until it is known. Of a location, those in its spaces that count toward it. */
  occupancy: z.optional(z.nullable(z.number())),
  maxCapacity: z.optional(z.nullable(z.number())),
  /** Of the capacity, in whole percent; null without one. */
  percent: z.optional(z.nullable(z.number())),
  /** Someone has stopped the count: readings leave the number alone. */
  stopped: z.optional(z.boolean()),
  /**
   * The last hour in steps of five minutes: people inside a space, people who entered a location. Null where nothing was received;
   * empty while it is not known.
   */
  trend: z.array(z.nullable(z.number())),
});

const numbers = z.object({
  entityType: z.literal('organization'),
  entityId: id,
  /** Whether `rows` is everything; otherwise it is what changed since the last message. */
  isWhole: z.boolean(),
  rows: z.array(row),
  /** Ids of rows that are no longer there. */
  gone: z.array(id),
  asOf: z.iso.datetime(),
});

export type LiveRow = z.output<typeof row>;
export type LiveNumbers = z.output<typeof numbers>;
/** How many steps a trend has, and how long each is in seconds. */
export const trendSteps = 12;
export const trendStep = 300;

/** Everything of an organization that moves. */
export const liveWall = defineTopic({
  name: 'live',
  summary: 'All live numbers of an organization, as far as the subscriber may see them',
  events: { subscribe: 'live:subscribe', unsubscribe: 'live:unsubscribe', message: 'live:numbers' },
  access,
  subscription: z.object({ ...orgBound, entityType: z.literal('organization'), entityId: z.uuid() }),
  message: numbers,
  entityOf: ({ entityType, entityId }) => ({ entityType, entityId }),
  ageWhenSent: () => 0,
  merge: (known, change) => (change.isWhole || !known?.isWhole ? change : applied(known, change)),
});

/** Rows that did not change stay the same objects. */
function applied(known: LiveNumbers, change: LiveNumbers): LiveNumbers {
  const rows = new Map(known.rows.map((each) => [each.entityId, each]));
  for (const each of change.rows) rows.set(each.entityId, each);
  for (const entityId of change.gone) rows.delete(entityId);
  return { ...change, isWhole: true, gone: [], rows: [...rows.values()] };
}
