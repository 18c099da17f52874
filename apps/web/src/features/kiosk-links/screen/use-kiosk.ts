import { getKiosk, type KioskState } from '@atrium/contract/kiosk-links';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useNow } from '../../../ui/use-now.ts';

/** What a wall screen knows of its link. */
export type Kiosk =
  | { readonly kind: 'loading' }
  /** The link was revoked, has expired, or its owner is gone. */
  | { readonly kind: 'ended' }
  /** The organization cannot use the product now. */
  | { readonly kind: 'closed' }
  /** The server has not been reached yet. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'shown'; readonly state: KioskState; readonly offlineSince: number | undefined };

/** A revoked link goes blank within this time. */
const askEveryMs = 4_000;
/** A link that has ended may come back with its owner; nobody waits for it. */
const askEndedEveryMs = 60_000;
const patienceMs = 10_000;
/** One lost answer is no outage. */
const offlineAfterMs = 12_000;

/** Asks about the link all the time, also without a network: that is how a screen recovers on its own. */
export function useKiosk(secret: string): Kiosk {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: [getKiosk.name, secret],
    queryFn: ({ signal }) => call(getKiosk, { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) }),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (isEnded(state.error) ? askEndedEveryMs : askEveryMs),
    refetchIntervalInBackground: true,
  });
  const now = useNow(1000);
  if (isEnded(error)) return { kind: 'ended' };
  if (isRefusal(error, 403)) return { kind: 'closed' };
  if (!data) return { kind: error ? 'unreachable' : 'loading' };
  const isOffline = error !== null && now - dataUpdatedAt >= offlineAfterMs;
  return { kind: 'shown', state: data, offlineSince: isOffline ? dataUpdatedAt : undefined };
}

function isEnded(error: Error | null): boolean {
  return isRefusal(error, 401);
}

function isRefusal(error: Error | null, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
