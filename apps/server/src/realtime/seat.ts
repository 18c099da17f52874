import { getTraffic } from '@atrium/contract/data';
import { type Subscription, socketEvents } from '@atrium/contract/socket-events';
import * as z from 'zod/mini';
import { admit, requireCapability } from '../http/access.ts';
import type { Actor, Identity } from '../http/actor.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { LiveFeed } from './live-feed.ts';

interface Surroundings {
  readonly identity: Identity;
  readonly feed: LiveFeed;
  readonly clock: () => Date;
}

/** The connection of a seat, as far as the seat is concerned. */
interface Place {
  readonly id: string;
  readonly cookies: string | undefined;
  isConnected(): boolean;
  join(room: string): void;
  leave(room: string): void;
}

const mostSubscriptions = 500;

/** One signed-in socket: who sits there, and what is listened to. Its calls must not overlap. */
export class Seat {
  readonly #surroundings: Surroundings;
  readonly #place: Place;
  #actor: Actor;
  readonly #rooms = new Map<string, { readonly subscription: Subscription; readonly room: string }>();

  constructor(surroundings: Surroundings, place: Place, actor: Actor) {
    this.#surroundings = surroundings;
    this.#place = place;
    this.#actor = actor;
  }

  get actor(): Actor {
    return this.#actor;
  }

  async subscribe(payload: unknown): Promise<void> {
    const subscription = read(socketEvents['traffic:subscribe'], payload);
    if (this.#rooms.size >= mostSubscriptions && !this.#rooms.has(subscription.entityId)) {
      throw new Refusal('too_many', `One connection can follow at most ${mostSubscriptions} entities.`);
    }
    await this.#enter(subscription);
  }

  unsubscribe(payload: unknown): void {
    this.#leave(read(socketEvents['traffic:unsubscribe'], payload));
  }

  /** Looks at everything again after a change of access. False when the session has ended. */
  async recheck(): Promise<boolean> {
    const actor = await this.#surroundings.identity.authenticate(this.#place.cookies);
    if (!actor) return false;
    this.#actor = actor;
    for (const [entityId, { subscription }] of this.#rooms) {
      try {
        await this.#enter(subscription);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
        this.#leave(entityId);
      }
    }
    return true;
  }

  /** A subscription of an organization runs out by the clock, without anything being changed. */
  leaveIfClosed(): void {
    try {
      admit(getTraffic.access, this.#actor, this.#surroundings.clock());
    } catch {
      this.leaveAll();
    }
  }

  leaveAll(): void {
    for (const entityId of this.#rooms.keys()) this.#leave(entityId);
  }

  /** Leaves a room whose entity is gone. */
  closed(room: string): void {
    for (const [entityId, held] of this.#rooms) if (held.room === room) this.#leave(entityId);
  }

  async #enter(subscription: Subscription): Promise<void> {
    const { feed } = this.#surroundings;
    const scope = await this.#walls(subscription.orgId);
    const room = await feed.enter(this.#place.id, subscription, scope);
    if (!this.#place.isConnected()) {
      feed.leave(this.#place.id, room);
      return;
    }
    const held = this.#rooms.get(subscription.entityId);
    if (held && held.room !== room) this.#leave(subscription.entityId);
    this.#rooms.set(subscription.entityId, { subscription, room });
    this.#place.join(room);
  }

  #leave(entityId: string): void {
    const held = this.#rooms.get(entityId);
    if (!held) return;
    this.#rooms.delete(entityId);
    this.#place.leave(held.room);
    this.#surroundings.feed.leave(this.#place.id, held.room);
  }

  /** The same door as the data call: what somebody may not ask for, they may not listen to. */
  async #walls(orgId: string | undefined): Promise<Scope> {
    const { identity, clock } = this.#surroundings;
    admit(getTraffic.access, this.#actor, clock());
    const scope = await identity.scopeFor(this.#actor, orgId);
    requireCapability(scope, getTraffic.access.capability);
    return scope;
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalidField(
    path || 'message',
    path === '' ? 'The message cannot be read.' : `The field ${path} is not valid.`,
  );
}
