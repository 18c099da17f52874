import type * as z from 'zod/mini';
import type { BoundAccess } from './access.ts';
import type { EntityType } from './data.ts';

/**
 * A topic that a page can follow over the socket. A subscription names one entity; from then on every new state of that
 * entity arrives as a message, the current one first. The server binds a reader to it, the web app follows it with
 * `useTopic`, and the API page describes it.
 */
export interface Topic<
  Subscription extends z.ZodMiniType<SubscriptionBase> = z.ZodMiniType<SubscriptionBase>,
  Message extends z.ZodMiniType<object> = z.ZodMiniType<object>,
  Name extends string = string,
  Events extends TopicEvents = TopicEvents,
> {
  readonly name: Name;
  readonly summary: string;
  /** The names of the specification. */
  readonly events: Events;
  /** Checked like an endpoint: on subscribing, and again whenever the rights of the subscriber change. */
  readonly access: BoundAccess;
  readonly subscription: Subscription;
  readonly message: Message;
  /** The entity that a subscription or a message is about. */
  entityOf(about: z.output<Subscription> | z.output<Message>): EntityReference;
  /** The age of the newest reading behind a message when it was sent, in milliseconds; null when there was none. */
  ageWhenSent(message: z.output<Message>): number | null;
  /** What is known after a message; without it, each message is the whole state. */
  merge?(known: z.output<Message> | undefined, message: z.output<Message>): z.output<Message>;
}

export interface TopicEvents {
  /** Sent by the page, with a subscription. */
  readonly subscribe: string;
  /** Sent by the page, with the id of the entity. */
  readonly unsubscribe: string;
  /** Sent by the server, with a message. */
  readonly message: string;
}

export interface EntityReference {
  readonly entityType: EntityType;
  readonly entityId: string;
}

/** Staff name the organization in every subscription, as in every call. */
interface SubscriptionBase {
  orgId?: string | undefined;
}

export function defineTopic<
  Subscription extends z.ZodMiniType<SubscriptionBase>,
  Message extends z.ZodMiniType<object>,
  const Name extends string,
  const Events extends TopicEvents,
>(topic: Topic<Subscription, Message, Name, Events>): Topic<Subscription, Message, Name, Events> {
  return topic;
}

export type SubscriptionOf<T extends Topic> = z.output<T['subscription']>;
export type MessageOf<T extends Topic> = z.output<T['message']>;
