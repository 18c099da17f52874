import * as z from 'zod/mini';
import { entityTypes } from './data.ts';

export const socketPath = '/veart/socket.io';
export const connectTimeout = 10_000;
export const reconnectEvery = 1_000;

export const socketEvents = {
  'traffic:subscribe': z.object({
    entityType: z.enum(entityTypes),
    entityId: z.uuid(),
    /** Staff name the organization, as on every call. */
    orgId: z.optional(z.string()),
  }),
  'traffic:unsubscribe': z.uuid(),
  'traffic:realtimedata': z.object({
    entityType: z.enum(entityTypes),
    entityId: z.uuid(),
    /** Today, in the entity's zone; null when nothing has been received today. */
    ins: z.nullable(z.number()),
    outs: z.nullable(z.number()),
    /** Start of today's newest minute with a reading. */
    minute: z.nullable(z.iso.datetime()),
    /** Start of the newest minute with a reading, of whatever day; null when there never was one. */
    lastReadingAt: z.nullable(z.iso.datetime()),
    /** Whether the location is in its opening hours now; for an organization, whether any of its locations is. */
    isOpen: z.boolean(),
    /** Received over expected seconds of today so far. */
    completeness: z.nullable(z.number()),
    /** When this was computed. It says nothing about how fresh the counts are. */
    asOf: z.iso.datetime(),
  }),
} as const;

export type LiveReading = z.output<(typeof socketEvents)['traffic:realtimedata']>;
export type Subscription = z.output<(typeof socketEvents)['traffic:subscribe']>;
/** Every client event is acknowledged. */
export type Acknowledgement = { ok: true } | { error: string };

/** The typed maps that socket.io takes on both ends. */
export interface ClientToServer {
  'traffic:subscribe': (subscription: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
  'traffic:unsubscribe': (entityId: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
}
export interface ServerToClient {
  'traffic:realtimedata': (reading: LiveReading) => void;
}
