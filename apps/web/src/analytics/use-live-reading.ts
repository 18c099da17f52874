import type { EntityType } from '@atrium/contract/data';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { useScope } from '../api/scope.tsx';
import type { LiveFeed } from '../api/socket.ts';
import { useNow } from '../ui/use-now.ts';
import { type LiveState, liveState } from './live-reading.ts';

export const LiveFeedContext = createContext<LiveFeed | null>(null);

/** Today's figures of an entity, moving by themselves. Watching begins and ends with the component. */
export function useLiveReading(entityType: EntityType, entityId: string): LiveState {
  const feed = useFeed();
  useWatch(feed, entityType, [entityId]);
  const sight = useSyncExternalStore(feed.onChange, () => feed.sight(entityId));
  const connection = useSyncExternalStore(feed.onChange, () => feed.connection);
  return liveState(sight, connection, useNow(1000));
}

/** The same for a table of entities, looked at once a second: many rows must not draw the page many times. */
export function useLiveReadings(entityType: EntityType, entityIds: readonly string[]): Map<string, LiveState> {
  const feed = useFeed();
  useWatch(feed, entityType, entityIds);
  const now = useNow(1000);
  return new Map(entityIds.map((id) => [id, liveState(feed.sight(id), feed.connection, now)]));
}

function useFeed(): LiveFeed {
  const feed = use(LiveFeedContext);
  if (!feed) throw new Error('Outside of the signed-in shell');
  return feed;
}

function useWatch(feed: LiveFeed, entityType: EntityType, entityIds: readonly string[]): void {
  const { isStaff, orgId } = useScope();
  const list = entityIds.join();
  useEffect(() => {
    const ids = list === '' ? [] : list.split(',');
    const ends = ids.map((entityId) => feed.watch({ entityType, entityId, ...(isStaff && orgId && { orgId }) }));
    return () => {
      for (const end of ends) end();
    };
  }, [feed, entityType, list, isStaff, orgId]);
}
