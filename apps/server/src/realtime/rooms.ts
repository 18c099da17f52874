import type { Capability } from '@atrium/contract/access';
import type { EntityReference } from '@atrium/contract/topic';
import { createHash } from 'node:crypto';
import type { Estate } from '../registry/directory/estate.ts';
import { type Entity, resolve } from '../registry/directory/resolve.ts';
import { maySeeLocation } from '../scope.ts';
import type { Outgoing } from './outgoing.ts';
import type { TopicReader, VisibleEntity, Visibility } from './topic-reader.ts';

/** One entity of one topic, as some people may see it, and its subscribed connections. */
export interface Room extends VisibleEntity {
  readonly key: string;
  readonly reference: EntityReference;
  readonly subscribers: Set<string>;
  estate: Estate;
  entity: Entity;
  latest: Outgoing | undefined;
  /** The next message to everyone is about a corrected number. */
  isCorrected: boolean;
  /** Epoch seconds: when it is reread even if nothing changed. Set by the first reading. */
  nextReadAt: number;
}

type Following = Pick<TopicReader, 'series' | 'followsWholeOrganization' | 'capabilities'>;

/** The open rooms of a topic, found by key, by the series behind their messages, and by the spaces and zones they show. */
export class Rooms {
  readonly #topicName: string;
  readonly #reader: Following;
  readonly #rooms = new Map<string, Room>();
  readonly #bySeries = new Map<number, Set<Room>>();
  readonly #byEntity = new Map<string, Set<Room>>();

  constructor(topicName: string, reader: Following) {
    this.#topicName = topicName;
    this.#reader = reader;
  }

  /** Refuses an entity that the subscriber cannot see. The first subscriber opens the room. */
  join(subscriber: string, reference: EntityReference, visibility: Visibility, estate: Estate): Room {
    const entity = this.#find(reference, visibility, estate);
    const key = `${this.#topicName}/${keyOf(reference, visibility, this.#reader.capabilities ?? [])}`;
    let room = this.#rooms.get(key);
    if (!room) {
      const subscribers = new Set<string>();
      const empty = { latest: undefined, isCorrected: false, nextReadAt: Infinity };
      room = { key, reference, visibility, subscribers, estate, entity, ...empty };
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

  byEntity(entityId: string): Iterable<Room> {
    return this.#byEntity.get(entityId) ?? [];
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
    const [entity] = resolve(estate, visibility, { ...this.#reader.series, entityType, entityIds: [entityId] });
    if (!entity) throw new Error(`The lookup returned no entity for ${entityType} ${entityId}.`);
    return entity;
  }

  #index(room: Room): void {
    for (const { series } of room.entity.members) add(this.#bySeries, series, room);
    for (const id of this.#watchedBy(room)) add(this.#byEntity, id, room);
  }

  #unindex(room: Room): void {
    for (const { series } of room.entity.members) remove(this.#bySeries, series, room);
    for (const id of this.#watchedBy(room)) remove(this.#byEntity, id, room);
  }

  /** Spaces and zones have numbers that change without a reading of their series. */
  #watchedBy({ reference: { entityType, entityId }, estate, visibility }: Room): string[] {
    if (entityType === 'space' || entityType === 'zone') return [entityId];
    if (!this.#reader.followsWholeOrganization) return [];
    return [...estate.spaces.values()]
      .filter(({ locationId }) => maySeeLocation(visibility, locationId))
      .map(({ spaceId }) => spaceId);
  }
}

function add<Key>(index: Map<Key, Set<Room>>, key: Key, room: Room): void {
  const rooms = index.get(key);
  if (rooms) rooms.add(room);
  else index.set(key, new Set([room]));
}

function remove<Key>(index: Map<Key, Set<Room>>, key: Key, room: Room): void {
  const rooms = index.get(key);
  if (rooms?.delete(room) && rooms.size === 0) index.delete(key);
}

/** People who see different locations may see different series of the same entity, so they never share a room. */
function keyOf(
  { entityType, entityId }: EntityReference,
  { orgId, locationIds, capabilities }: Visibility,
  shown: readonly Capability[],
): string {
  const isShown = shown.filter((capability) => capabilities.has(capability)).join();
  const visible =
    locationIds === 'all'
      ? 'all'
      : createHash('sha256')
          .update([...locationIds].toSorted(byCode).join())
          .digest('hex');
  return `${orgId}/${entityType}/${entityId}/${visible}/${isShown}`;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
