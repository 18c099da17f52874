import * as z from 'zod/mini';
import type { BoundAccess } from './access.ts';
import { id, instant, orgBound } from './envelope.ts';
import { space } from './spaces.ts';
import { defineTopic, type MessageOf } from './topic.ts';

const access = {
  kind: 'session',
  organization: 'bound',
  capability: ['canViewOccupancy', 'headroomEnabled'],
} as const satisfies BoundAccess;

/** People in a space, for those who count them by hand. */
export const manualOccupancy = defineTopic({
  name: 'manual-occupancy',
  summary: 'People in a space now, counted by sensors and by hand',
  events: {
    subscribe: 'manual-occupancy:subscribe',
    unsubscribe: 'manual-occupancy:unsubscribe',
    message: 'manual-occupancy:data',
  },
  access,
  subscription: z.object({ ...orgBound, spaceId: z.uuid() }),
  message: z.object({
    spaceId: id,
    name: z.string(),
    /** Null until the readings of the space are counted. */
    occupancy: z.nullable(z.number()),
    maxCapacity: z.nullable(z.number()),
    /** How many more may enter; null without a capacity. */
    remaining: z.nullable(z.number()),
    /** Whole percent of the capacity; null without one. */
    percent: z.nullable(z.number()),
    /** Readings leave the number alone until someone restarts the count. */
    stopped: z.boolean(),
    /** When the number changed. */
    updatedAt: z.nullable(z.iso.datetime()),
  }),
  entityOf: ({ spaceId }) => ({ entityType: 'space', entityId: spaceId }),
  ageWhenSent: () => null,
});

export type ManualOccupancy = MessageOf<typeof manualOccupancy>;

/** Further events that subscribers receive. */
export const counterNews = {
  /** Someone stopped or restarted the count. */
  intervene: {
    event: 'manual-occupancy:intervene',
    message: z.object({ spaceId: id, stopped: z.boolean(), by: z.nullable(z.string()) }),
  },
  spaceUpdate: { event: 'manual-occupancy:spaceupdate', message: z.object({ space }) },
  spaceDelete: { event: 'manual-occupancy:spacedelete', message: z.object({ spaceId: id }) },
  /** Whether the organization may use live occupancy. */
  orgEnabledUpdate: {
    event: 'manual-occupancy:org-enabled-update',
    message: z.object({ orgId: id, enabled: z.boolean() }),
  },
} as const;

const action = {
  ...orgBound,
  spaceId: z.uuid(),
  /** Made up by the counter: what is sent again counts once. */
  actionId: z.uuid(),
  /** When someone pressed. */
  at: instant,
};

/** What people do at a counter. Each is acknowledged with the number of people after it. */
export const counterActions = {
  increment: { event: 'manual-occupancy:increment', payload: z.object(action) },
  decrement: { event: 'manual-occupancy:decrement', payload: z.object(action) },
  reset: { event: 'manual-occupancy:reset', payload: z.object({ ...action, value: z.number() }) },
  stop: { event: 'manual-occupancy:intervene-stop', payload: z.object(action) },
  restart: { event: 'manual-occupancy:intervene-restart', payload: z.object(action) },
} as const;
export type CounterAction = keyof typeof counterActions;
export type CounterEvent = (typeof counterActions)[CounterAction]['event'];
export type CounterPayload = z.output<typeof counterActions.increment.payload> & { readonly value?: number };

export const counterAccess = access;
/** How often a counter asks again whether it may be used, in milliseconds. */
export const counterRecheckEvery = 3_600_000;
