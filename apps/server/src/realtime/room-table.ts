import type { LiveReading, Subscription } from '@atrium/contract/socket-events';
import { createHash } from 'node:crypto';
import type { Estate } from '../registry/directory/estate.ts';
import { type Entity, plainTraffic, resolve } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';

export type Visibility = Pick<Scope, 'orgId' | 'locationIds'>;

/** An entity as some people see it, and who of them listens. */
export interface Room {
  readonly key: string;
  readonly subscription: Subscription;
  readonly visibility: Visibility;
  readonly listeners: Set<string>;
  estate: Estate;
  entity: Entity;
  latest: LiveReading | undefined;
  /** Epoch seconds: looked at again then even if no reading comes. Set when the first number is worked out. */
  nextLook: number;
}

/** All open rooms, found by key and by the series that make their numbers. */
export class RoomTable {
  readonly #rooms = new Map<string, Room>();
  readonly #ofSeries = new Map<number, Set<Room>>();

  /** Refuses an entity that is unknown within the walls. */
  enter(listener: string, subscription: Subscription, visibility: Visibility, estate: Estate): Room {
    const entity = seenEntity(estate, visibility, subscription);
    const key = keyOf(subscription, visibility);
    let room = this.#rooms.get(key);
    if (!room) {
      room = {
        key,
        subscription,
        visibility,
        listeners: new Set(),
        estate,
        entity,
        latest: undefined,
        nextLook: Infinity,
      };
      this.#rooms.set(key, room);
      this.#index(room);
    }
    room.listeners.add(listener);
    return room;
  }

  /** The last one out closes the room. */
  leave(listener: string, room: Room): void {
    room.listeners.delete(listener);
    if (room.listeners.size === 0) this.remove(room);
  }

  get(key: string): Room | undefined {
    return this.#rooms.get(key);
  }

  all(): Iterable<Room> {
    return this.#rooms.values();
  }

  ofSeries(series: number): Iterable<Room> {
    return this.#ofSeries.get(series) ?? [];
  }

  isOpen(room: Room): boolean {
    return this.#rooms.get(room.key) === room;
  }

  /** Places and series have changed. Refuses, and leaves the room as it was, when its entity is gone. */
  follow(room: Room, estate: Estate): void {
    const entity = seenEntity(estate, room.visibility, room.subscription);
    this.#unindex(room);
    room.estate = estate;
    room.entity = entity;
    this.#index(room);
  }

  remove(room: Room): void {
    this.#rooms.delete(room.key);
    this.#unindex(room);
  }

  #index(room: Room): void {
    for (const { series } of room.entity.members) {
      const rooms = this.#ofSeries.get(series);
      if (rooms) rooms.add(room);
      else this.#ofSeries.set(series, new Set([room]));
    }
  }

  #unindex(room: Room): void {
    for (const { series } of room.entity.members) {
      const rooms = this.#ofSeries.get(series);
      if (rooms?.delete(room) && rooms.size === 0) this.#ofSeries.delete(series);
    }
  }
}

/** People who see different locations may see different series of the same entity, so they never share a room. */
function keyOf({ entityType, entityId }: Subscription, { orgId, locationIds }: Visibility): string {
  const seen =
    locationIds === 'all'
      ? 'all'
      : createHash('sha256')
          .update([...locationIds].toSorted(byCode).join())
          .digest('hex');
  return `${orgId}/${entityType}/${entityId}/${seen}`;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function seenEntity(estate: Estate, visibility: Visibility, { entityType, entityId }: Subscription): Entity {
  const [entity] = resolve(estate, visibility, { ...plainTraffic, entityType, entityIds: [entityId] });
  if (!entity) throw new Error(`No entity came back for ${entityType} ${entityId}.`);
  return entity;
}
