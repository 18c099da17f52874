import type { LiveReading, Subscription } from '@atrium/contract/socket-events';
import type { Facts } from '@atrium/facts/face';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { createConflation } from './conflation.ts';
import { earlierParts } from './earlier-parts.ts';
import { dayEnd, liveReading } from './live-reading.ts';
import { type Room, RoomTable, type Visibility } from './room-table.ts';
import { daysOf } from './store.ts';

/** Works out the numbers of the rooms when something about them changes, and hands them on. */
export interface LiveFeed {
  /** The current number is handed to the listener at once. Refuses an entity that is unknown within the walls. */
  enter(listener: string, subscription: Subscription, visibility: Visibility): Promise<string>;
  leave(listener: string, room: string): void;
  latest(room: string): LiveReading | undefined;
  close(): void;
}

interface Surroundings {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'sums'>;
  readonly directory: Directory;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly deliver: (room: string, reading: LiveReading, listeners: readonly string[] | 'all') => void;
  /** The entity is gone; the room is closed. */
  readonly closed: (room: string, listeners: ReadonlySet<string>) => void;
  readonly failed: (error: unknown) => void;
}

/** A room gets at most four messages a second. */
const messageIntervalMs = 250;
/** Changes that come close together are answered by one statement. */
const gatherMs = 20;
const retryMs = 1_000;
const scanMs = 1_000;
/** Seconds. Without readings completeness falls, and that is news too. */
const longestSilence = 60;

/** Rooms to tell everybody, and rooms to tell only those who have just come. */
interface Batch {
  readonly changed: ReadonlySet<Room>;
  readonly newcomers: ReadonlyMap<Room, ReadonlySet<string>>;
}

export function createLiveFeed(surroundings: Surroundings): LiveFeed {
  const { directory, notifications, clock, failed } = surroundings;
  const rooms = new RoomTable();
  const changed = createConflation<Room>(messageIntervalMs);
  const newcomers = new Map<Room, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let answering = false;
  let open = true;

  /** One statement at a time: while it runs, changes gather. */
  const schedule = (soonest: number) => {
    if (!open || answering || timer) return;
    const now = performance.now();
    const next = newcomers.size > 0 ? now : changed.nextAt(now);
    if (next === undefined) return;
    timer = setTimeout(() => void answerBatch(), Math.max(soonest, next - now));
  };

  const answerBatch = async () => {
    timer = undefined;
    answering = true;
    const batch = { changed: new Set(changed.take(performance.now())), newcomers: new Map(newcomers) };
    newcomers.clear();
    let pause = gatherMs;
    try {
      await answer(surroundings, rooms, batch);
    } catch (error) {
      failed(error);
      pause = retryMs;
      for (const room of batch.changed) if (rooms.isOpen(room)) changed.mark(room);
      for (const [room, listeners] of batch.newcomers) for (const listener of listeners) welcome(room, listener);
    }
    answering = false;
    schedule(pause);
  };

  const welcome = (room: Room, listener: string) => {
    if (!room.listeners.has(listener) || !rooms.isOpen(room)) return;
    newcomers.set(room, (newcomers.get(room) ?? new Set()).add(listener));
  };

  const markWhere = (isDue: (room: Room) => boolean) => {
    for (const room of rooms.all()) if (isDue(room)) changed.mark(room);
    schedule(gatherMs);
  };

  const stops = [
    notifications.on('readings', (series) => {
      for (const id of series) for (const room of rooms.ofSeries(id)) changed.mark(room);
      schedule(gatherMs);
    }),
    notifications.on('estate', (orgId) => markWhere((room) => room.visibility.orgId === orgId)),
    notifications.onResync(() => markWhere(() => true)),
  ];
  const scan = setInterval(() => {
    const now = clock().getTime() / 1000;
    markWhere((room) => room.nextLook <= now);
  }, scanMs);

  return {
    async enter(listener, subscription, visibility) {
      const estate = await directory.estate(visibility.orgId);
      const room = rooms.enter(listener, subscription, visibility, estate);
      welcome(room, listener);
      schedule(0);
      return room.key;
    },
    leave(listener, key) {
      const room = rooms.get(key);
      if (!room) return;
      newcomers.get(room)?.delete(listener);
      rooms.leave(listener, room);
    },
    latest: (key) => rooms.get(key)?.latest,
    close() {
      open = false;
      clearTimeout(timer);
      clearInterval(scan);
      for (const stop of stops) stop();
    },
  };
}

async function answer(surroundings: Surroundings, rooms: RoomTable, batch: Batch): Promise<void> {
  const asked = new Set([...batch.changed, ...batch.newcomers.keys()].filter((room) => rooms.isOpen(room)));
  await followEstates(surroundings, rooms, asked);
  const present = [...asked].filter((room) => rooms.isOpen(room));
  if (present.length === 0) return;
  const series = new Set(present.flatMap(({ entity }) => entity.members.map((member) => member.series)));
  const days = await surroundings.registry.system((tx) => daysOf(tx, [...series]));
  const now = surroundings.clock().getTime() / 1000;
  for (const room of present) {
    const earlier = await earlierParts(surroundings.facts, room.estate.factOrg, room.entity, now);
    // Everybody may have left while the days were read.
    if (!rooms.isOpen(room)) continue;
    room.latest = liveReading(room.estate, room.entity, days, now, earlier);
    room.nextLook = Math.min(dayEnd(room.entity, now), now + longestSilence);
    const listeners = batch.changed.has(room) ? 'all' : [...(batch.newcomers.get(room) ?? [])];
    surroundings.deliver(room.key, room.latest, listeners);
  }
}

async function followEstates({ directory, closed }: Surroundings, rooms: RoomTable, asked: ReadonlySet<Room>) {
  for (const room of asked) {
    try {
      const estate = await directory.estate(room.visibility.orgId);
      if (rooms.isOpen(room) && room.estate !== estate) rooms.follow(room, estate);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      rooms.remove(room);
      closed(room.key, room.listeners);
    }
  }
}
