import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { LiveFeed } from '../api/socket.ts';
import { useScope } from '../api/scope.tsx';
import { useNow } from '../ui/use-now.ts';
import { type LiveEntity, type LiveState, liveState } from './live-reading.ts';

export const LiveFeedContext = createContext<LiveFeed | null>(null);

/** Today's figures of an entity, moving by themselves. Watching begins and ends with the component. */
export function useLiveReading({ entityType, entityId }: LiveEntity): LiveState {
  const feed = use(LiveFeedContext);
  if (!feed) throw new Error('Outside of the signed-in shell');
  const { isStaff, orgId } = useScope();
  useEffect(
    () => feed.watch({ entityType, entityId, ...(isStaff && orgId && { orgId }) }),
    [feed, entityType, entityId, isStaff, orgId],
  );
  const sight = useSyncExternalStore(feed.onChange, () => feed.sight(entityId));
  const connection = useSyncExternalStore(feed.onChange, () => feed.connection);
  return liveState(sight, connection, useNow(1000));
}
