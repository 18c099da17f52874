import type { BoundAccess } from '@atrium/contract/access';
import type { EntityReference, Topic } from '@atrium/contract/topic';
import * as z from 'zod/mini';
import { admit, scopeOf } from '../http/access.ts';
import type { Identity, LiveActor } from '../http/actor.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { Outgoing } from './outgoing.ts';
import type { Room } from './rooms.ts';
import type { TopicFeed } from './topic-feed.ts';

interface Dependencies {
  readonly identity: Identity;
  readonly clock: () => Date;
}

/** The connection, as far as its subscriptions need it. */
interface Subscriber {
  readonly id: string;
  /** Whose connection it is now; null once their session or link has ended. */
  readonly authenticate: () => Promise<LiveActor | null>;
  isConnected(): boolean;
  join(room: Room): void;
  leave(room: Room): void;
  send(outgoing: Outgoing): void;
}

interface Subscription {
  readonly feed: TopicFeed;
  readonly entity: EntityReference;
  readonly orgId: string | undefined;
  readonly room: Room;
}

/** What a connection may not follow for now. */
type Refused = Pick<Subscription, 'feed' | 'orgId'>;

const maxSubscriptions = 500;

/** The user of a connection, and its subscriptions. Its calls must not overlap. */
export class Subscriptions {
  readonly #dependencies: Dependencies;
  readonly #subscriber: Subscriber;
  #actor: LiveActor;
  readonly #held = new Map<string, Subscription>();
  /** Asked for and refused by the subscription of the organization; they are told when it includes them again. */
  readonly #refused = new Map<string, Refused>();

  constructor(dependencies: Dependencies, subscriber: Subscriber, actor: LiveActor) {
    this.#dependencies = dependencies;
    this.#subscriber = subscriber;
    this.#actor = actor;
  }

  get actor(): LiveActor {
    return this.#actor;
  }

  async subscribe(feed: TopicFeed, payload: unknown): Promise<void> {
    const asked = readSubscription(feed.topic, payload);
    if (this.#held.size >= maxSubscriptions && !this.#held.has(keyOf(feed, asked.entity.entityId))) {
      throw new Refusal('too_many', `One connection can follow at most ${maxSubscriptions} entities.`);
    }
    const key = keyOf(feed, asked.entity.entityId);
    try {
      await this.#join({ feed, ...asked });
      this.#refused.delete(key);
    } catch (error) {
      const isTold = feed.accessNews && isForbidden(error) && this.#refused.size < maxSubscriptions;
      if (isTold) this.#refused.set(key, { feed, orgId: asked.orgId });
      throw error;
    }
  }

  unsubscribe(feed: TopicFeed, payload: unknown): void {
    const key = keyOf(feed, read(z.uuid(), payload));
    this.#refused.delete(key);
    this.#leave(key);
  }

  /** Checks everything again after a change of access. False when the session has ended. */
  async recheck(): Promise<boolean> {
    const actor = await this.#subscriber.authenticate();
    if (!actor) return false;
    this.#actor = actor;
    for (const [key, subscription] of this.#held) {
      try {
        await this.#join(subscription);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
        this.#leave(key);
        if (error.code === 'forbidden') this.#refuse(key, subscription);
      }
    }
    for (const [key, refused] of this.#refused) await this.#sayIfAllowed(key, refused);
    return true;
  }

  /** The subscription of an organization can expire by the clock, which announces nothing. */
  leaveExpired(): void {
    const topics = new Set<Topic>([...this.#held.values()].map(({ feed }) => feed.topic));
    for (const topic of topics) {
      if (this.#isAdmitted(topic)) continue;
      const ended = [...this.#held].filter(([, { feed }]) => feed.topic === topic);
      this.#leaveWhere(({ feed }) => feed.topic === topic);
      for (const [key, subscription] of ended) this.#refuse(key, subscription);
    }
  }

  /** Where an action of this user works; refused like a subscription. */
  scopeFor(access: BoundAccess, orgId: string | undefined): Promise<Scope> {
    admit({ access }, this.#actor, this.#dependencies.clock());
    return scopeOf(this.#dependencies.identity, access, this.#actor, orgId);
  }

  /** The entity of the room was deleted. */
  leaveRoom(room: Room): void {
    this.#leaveWhere((subscription) => subscription.room === room);
  }

  leaveAll(): void {
    this.#refused.clear();
    this.#leaveWhere(() => true);
  }

  async #join({ feed, entity, orgId }: Omit<Subscription, 'room'>): Promise<void> {
    const { id } = this.#subscriber;
    const scope = await this.scopeFor(feed.topic.access, orgId);
    const room = await feed.join(id, entity, scope);
    if (!this.#subscriber.isConnected()) {
      feed.leave(id, room);
      return;
    }
    const key = keyOf(feed, entity.entityId);
    const held = this.#held.get(key);
    if (held && held.room !== room) this.#leave(key);
    this.#held.set(key, { feed, entity, orgId, room });
    this.#subscriber.join(room);
  }

  #leave(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    this.#held.delete(key);
    this.#subscriber.leave(held.room);
    held.feed.leave(this.#subscriber.id, held.room);
  }

  #leaveWhere(matches: (subscription: Subscription) => boolean): void {
    for (const [key, subscription] of this.#held) if (matches(subscription)) this.#leave(key);
  }

  #refuse(key: string, { feed, orgId, room }: Subscription): void {
    if (!feed.accessNews) return;
    this.#refused.set(key, { feed, orgId });
    this.#sayAccess(feed, room.visibility.orgId, false);
  }

  /** The page subscribes again when it hears this. */
  async #sayIfAllowed(key: string, { feed, orgId }: Refused): Promise<void> {
    try {
      const scope = await this.scopeFor(feed.topic.access, orgId);
      this.#refused.delete(key);
      this.#sayAccess(feed, scope.orgId, true);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
      if (error.code !== 'forbidden') this.#refused.delete(key);
    }
  }

  #sayAccess(feed: TopicFeed, orgId: string, enabled: boolean): void {
    const news = feed.accessNews?.(orgId, enabled);
    if (news) this.#subscriber.send(news);
  }

  #isAdmitted({ access }: Topic): boolean {
    try {
      admit({ access }, this.#actor, this.#dependencies.clock());
      return true;
    } catch {
      return false;
    }
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'forbidden';
}

/** A page unsubscribes by the id alone. */
function keyOf({ topic }: TopicFeed, entityId: string): string {
  return `${topic.name}/${entityId}`;
}

function readSubscription(topic: Topic, payload: unknown): Pick<Subscription, 'entity' | 'orgId'> {
  const subscription = read(topic.subscription, payload);
  return { entity: topic.entityOf(subscription), orgId: subscription.orgId };
}

/** A message of a page, or a refusal that names the field. */
export function read<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalidField(
    path || 'message',
    path === '' ? 'The message cannot be read.' : `The field ${path} is not valid.`,
  );
}
