import type { EntityReference, MessageOf } from '@atrium/contract/topic';
import type { AnyTopic } from '@atrium/contract/topics';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Notifications } from '../registry/notifications.ts';
import { createConflation } from './conflation.ts';
import { dayEnd } from './day-end.ts';
import type { Outgoing } from './outgoing.ts';
import { type Room, Rooms } from './rooms.ts';
import type { Scope } from '../scope.ts';
import type { TopicReader, Visibility } from './topic-reader.ts';

/** Maintains the rooms of one topic: reads their messages when something changes, and sends them. */
export interface TopicFeed {
  readonly topic: AnyTopic;
  /** The subscriber gets the current message at once. Refuses an entity that the subscriber cannot see. */
  join(subscriber: string, reference: EntityReference, scope: Scope): Promise<Room>;
  /** What someone hears who may no longer follow entities of an organization, or may again. */
  readonly accessNews: TopicReader['accessNews'] | undefined;
  leave(subscriber: string, room: Room): void;
  close(): void;
}

interface Dependencies {
  readonly directory: Directory;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly send: (room: Room, outgoing: Outgoing, recipients: readonly string[] | 'all') => void;
  /** Something that happened once: it also reaches connections that do not keep up, because no later message replaces it. */
  readonly announce: (room: Room, outgoing: Outgoing) => void;
  /** The entity was deleted, and with it the room. */
  readonly closed: (room: Room) => void;
  readonly failed: (error: unknown) => void;
}

/** A room gets at most ten messages a second, unless its topic says otherwise. */
const messageIntervalMs = 100;
/** Changes in quick succession are read together. */
const gatherMs = 20;
const retryMs = 1_000;
const scanMs = 1_000;
/** Seconds. Time changes messages too: without readings completeness falls. */
const maxSilence = 60;

/** Rooms whose message goes to everyone, some of them corrected, and rooms whose message goes only to new subscribers. */
interface Batch {
  readonly changed: ReadonlySet<Room>;
  readonly corrected: ReadonlySet<Room>;
  readonly newSubscribers: ReadonlyMap<Room, ReadonlySet<string>>;
}

export function createTopicFeed(topic: AnyTopic, reader: TopicReader<AnyTopic>, dependencies: Dependencies): TopicFeed {
  const { directory, notifications, clock, failed } = dependencies;
  const rooms = new Rooms(topic.name, reader);
  const changed = createConflation<Room>(reader.interval ?? messageIntervalMs);
  const newSubscribers = new Map<Room, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  let open = true;

  /** One batch at a time: changes accumulate while it is read. */
  const schedule = (soonest: number) => {
    if (!open || reading || timer) return;
    const now = performance.now();
    const next = newSubscribers.size > 0 ? now : changed.nextAt(now);
    if (next === undefined) return;
    timer = setTimeout(() => void readBatch(), Math.max(soonest, next - now));
  };

  const readBatch = async () => {
    timer = undefined;
    reading = true;
    const taken = changed.take(performance.now());
    const batch = {
      changed: new Set(taken),
      corrected: new Set(taken.filter(({ isCorrected }) => isCorrected)),
      newSubscribers: new Map(newSubscribers),
    };
    for (const room of batch.corrected) room.isCorrected = false;
    newSubscribers.clear();
    let pause = gatherMs;
    try {
      await sendBatch(topic, reader, rooms, batch, dependencies);
    } catch (error) {
      failed(error);
      pause = retryMs;
      for (const room of batch.corrected) room.isCorrected = true;
      for (const room of batch.changed) if (rooms.isOpen(room)) changed.mark(room);
      for (const [room, subscribers] of batch.newSubscribers)
        for (const subscriber of subscribers) addNewSubscriber(room, subscriber);
    }
    reading = false;
    schedule(pause);
  };

  const addNewSubscriber = (room: Room, subscriber: string) => {
    if (!room.subscribers.has(subscriber) || !rooms.isOpen(room)) return;
    newSubscribers.set(room, (newSubscribers.get(room) ?? new Set()).add(subscriber));
  };

  const markWhere = (isDue: (room: Room) => boolean) => {
    for (const room of rooms.all()) if (isDue(room)) changed.mark(room);
    schedule(gatherMs);
  };

  const markEntities = (ids: readonly string[]) => {
    for (const id of ids) for (const room of rooms.byEntity(id)) changed.mark(room);
    schedule(gatherMs);
  };

  const stops = [
    notifications.on('readings', (series) => {
      for (const id of series) for (const room of rooms.bySeries(id)) changed.mark(room);
      schedule(gatherMs);
    }),
    notifications.on('spaces', markEntities),
    notifications.on('corrections', (spaceIds) => {
      if (!reader.corrected) return;
      for (const id of spaceIds) for (const room of rooms.byEntity(id)) room.isCorrected = true;
      markEntities(spaceIds);
    }),
    notifications.on('zones', markEntities),
    notifications.on('alarms', () => markWhere(() => reader.followsWholeOrganization === true)),
    notifications.on('estate', (orgId) => markWhere((room) => room.visibility.orgId === orgId)),
    notifications.onResync(() => markWhere(() => true)),
  ];
  const scan = setInterval(() => {
    const now = clock().getTime() / 1000;
    markWhere((room) => room.nextReadAt <= now);
  }, scanMs);

  return {
    topic,
    accessNews: reader.accessNews,
    async join(subscriber, reference, scope) {
      const { orgId, locationIds, capabilities } = scope;
      const visibility: Visibility = { orgId, locationIds, capabilities };
      const estate = await directory.estate(visibility.orgId);
      await reader.check?.(scope, reference.entityId);
      const room = rooms.join(subscriber, reference, visibility, estate);
      addNewSubscriber(room, subscriber);
      schedule(0);
      return room;
    },
    leave(subscriber, room) {
      newSubscribers.get(room)?.delete(subscriber);
      rooms.leave(subscriber, room);
    },
    close() {
      open = false;
      clearTimeout(timer);
      clearInterval(scan);
      for (const stop of stops) stop();
    },
  };
}

async function sendBatch(
  topic: AnyTopic,
  reader: TopicReader<AnyTopic>,
  rooms: Rooms,
  batch: Batch,
  dependencies: Dependencies,
): Promise<void> {
  const { clock, send, announce } = dependencies;
  const due = new Set([...batch.changed, ...batch.newSubscribers.keys()].filter((room) => rooms.isOpen(room)));
  if (reader.change)
    for (const [room, newSubscribers] of batch.newSubscribers) {
      // Changes are relative to the latest message, so nobody may get a newer one alone.
      if (batch.changed.has(room) || !room.latest || !due.delete(room)) continue;
      send(room, room.latest, [...newSubscribers]);
    }
  await updateRooms(reader, rooms, due, dependencies);
  const open = [...due].filter((room) => rooms.isOpen(room));
  if (open.length === 0) return;
  const startedAt = clock().getTime() / 1000;
  let count = 0;
  for await (const message of reader.read(open)) {
    const room = open[count];
    count += 1;
    // Everyone may have left while it was read.
    if (!room || !rooms.isOpen(room)) continue;
    const before = room.latest?.message as MessageOf<AnyTopic> | undefined;
    room.latest = { event: topic.events.message, message };
    room.nextReadAt = Math.min(dayEnd(room.entity, startedAt), startedAt + maxSilence);
    const newSubscribers = [...(batch.newSubscribers.get(room) ?? [])];
    if (!batch.changed.has(room)) {
      send(room, room.latest, newSubscribers);
      continue;
    }
    const isCorrected = before && batch.corrected.has(room);
    const shown = isCorrected ? { ...room.latest, message: reader.corrected!(message) } : room.latest;
    const change = before && reader.change?.(before, message);
    send(room, change ? { event: topic.events.message, message: change } : shown, 'all');
    if (change) send(room, room.latest, newSubscribers);
    if (before) for (const each of reader.news?.(before, message) ?? []) announce(room, each);
  }
  if (count !== open.length) throw new Error(`The reader of ${topic.name} returned ${count} of ${open.length}.`);
}

async function updateRooms(
  reader: TopicReader<AnyTopic>,
  rooms: Rooms,
  due: ReadonlySet<Room>,
  { directory, announce, closed }: Dependencies,
): Promise<void> {
  for (const room of due) {
    try {
      const estate = await directory.estate(room.visibility.orgId);
      if (rooms.isOpen(room) && room.estate !== estate) rooms.update(room, estate);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      rooms.close(room);
      const farewell = reader.farewell?.(room.reference.entityId);
      if (farewell) announce(room, farewell);
      closed(room);
    }
  }
}
