import type { EntityReference, MessageOf } from '@atrium/contract/topic';
import type { AnyTopic, ServerToClient } from '@atrium/contract/topics';
import { createHash } from 'node:crypto';
import type { Estate } from '../registry/directory/estate.ts';
import { type Entity, resolve } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import type { TopicReader, VisibleEntity } from './topic-reader.ts';

export type Visibility = Pick<Scope, 'orgId' | 'locationIds'>;

/** A message under the name of its event. */
export interface Outgoing {
  readonly event: keyof ServerToClient;
  readonly message: MessageOf<AnyTopic>;
}

/** The feed of a topic pairs event and message, so sockets need not know which message goes with which event. */
export type OutgoingEvents = { [Event in Outgoing['event']]: (message: Outgoing['message']) => void };

/** One entity of one topic, as some people may see it, and its subscribed connections. */
export interface Room extends VisibleEntity {
  readonly key: string;
  readonly reference: EntityReference;
  readonly visibility: Visibility;
  readonly subscribers: Set<string>;
  estate: Estate;
  entity: Entity;
  latest: Outgoing | undefined;
  /** Epoch seconds: when it is reread even if nothing changed. Set by the first reading. */
  nextReadAt: number;
}

/** The open rooms of a topic, found by entity and by the series behind their messages. */
export class Rooms {
  readonly #topicName: string;
  readonly #selection: TopicReader['series'];
  readonly #rooms = new Map<string, Room>();
  readonly #bySeries = new Map<number, Set<Room>>();

  constructor(topicName: string, selection: TopicReader['series']) {
    this.#topicName = topicName;
    this.#selection = selection;
  }

  /** Refuses an entity that the subscriber cannot see. The first subscriber opens the room. */
  join(subscriber: string, reference: EntityReference, visibility: Visibility, estate: Estate): Room {
    const entity = this.#find(reference, visibility, estate);
    const key = `${this.#topicName}/${keyOf(reference, visibility)}`;
    let room = this.#rooms.get(key);
    if (!room) {
      const subscribers = new Set<string>();
      room = { key, reference, visibility, subscribers, estate, entity, latest: undefined, nextReadAt: Infinity };
      this.#rooms.set(key, room);
      this.#index(room);
    }
    room.subscribers.add(subscriber);
    return room;
  }

  /** The last subscriber closes the room. */
  leave(subscriber: string, room: Room): void {
    room.subscribers.delete(subscriber);
    if (room.subscribers.size === 0) this.close(room);
  }

  all(): Iterable<Room> {
    return this.#rooms.values();
  }

  bySeries(series: number): Iterable<Room> {
    return this.#bySeries.get(series) ?? [];
  }

  isOpen(room: Room): boolean {
    return this.#rooms.get(room.key) === room;
  }

  /** Places or series have changed. Refuses, and leaves the room unchanged, if its entity was deleted. */
  update(room: Room, estate: Estate): void {
    const entity = this.#find(room.reference, room.visibility, estate);
    this.#unindex(room);
    room.estate = estate;
    room.entity = entity;
    this.#index(room);
  }

  close(room: Room): void {
    if (!this.isOpen(room)) return;
    this.#rooms.delete(room.key);
    this.#unindex(room);
  }

  #find({ entityType, entityId }: EntityReference, visibility: Visibility, estate: Estate): Entity {
    const [entity] = resolve(estate, visibility, { ...this.#selection, entityType, entityIds: [entityId] });
    if (!entity) throw new Error(`The lookup returned no entity for ${entityType} ${entityId}.`);
    return entity;
  }

  #index(room: Room): void {
    for (const { series } of room.entity.members) {
      const rooms = this.#bySeries.get(series);
      if (rooms) rooms.add(room);
      else this.#bySeries.set(series, new Set([room]));
    }
  }

  #unindex(room: Room): void {
    for (const { series } of room.entity.members) {
      const rooms = this.#bySeries.get(series);
      if (rooms?.delete(room) && rooms.size === 0) this.#bySeries.delete(series);
    }
  }
}

/** People who see different locations may see different series of the same entity, so they never share a room. */
function keyOf({ entityType, entityId }: EntityReference, { orgId, locationIds }: Visibility): string {
  const visible =
    locationIds === 'all'
      ? 'all'
      : createHash('sha256')
          .update([...locationIds].toSorted(byCode).join())
          .digest('hex');
  return `${orgId}/${entityType}/${entityId}/${visible}`;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
