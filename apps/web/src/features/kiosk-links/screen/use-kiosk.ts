import { getKiosk, type KioskState } from '@atrium/contract/kiosk-links';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';

/** What the server says about a link. */
type Verdict =
  | { readonly kind: 'shown'; readonly state: KioskState }
  /** The link was revoked, has expired, or its owner is gone. */
  | { readonly kind: 'ended' }
  /** The organization cannot use the product now. */
  | { readonly kind: 'closed' };

/** What a wall screen knows of its link. */
export type Kiosk =
  | Exclude<Verdict, { kind: 'shown' }>
  | { readonly kind: 'loading' }
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
  const { data, error, dataUpdatedAt, errorUpdateCount } = useQuery({
    queryKey: [getKiosk.name, secret],
    queryFn: ({ signal }) => verdictOf(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.kind === 'ended' ? askEndedEveryMs : askEveryMs),
    refetchIntervalInBackground: true,
  });
  const isOffline = useOffline(error !== null, dataUpdatedAt);
  if (!data) return { kind: errorUpdateCount > 0 ? 'unreachable' : 'loading' };
  return data.kind === 'shown' ? { ...data, offlineSince: isOffline ? dataUpdatedAt : undefined } : data;
}

/** Whatever is no answer about the link is thrown: an outage. */
async function verdictOf(signal: AbortSignal): Promise<Verdict> {
  try {
    return { kind: 'shown', state: await call(getKiosk, { signal }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'ended' };
    if (error instanceof ApiError && error.status === 403) return { kind: 'closed' };
    throw error;
  }
}

function useOffline(isFailing: boolean, lastAnswerAt: number): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (!isFailing) return undefined;
    const timer = setTimeout(() => setOffline(true), Math.max(0, lastAnswerAt + offlineAfterMs - Date.now()));
    return () => {
      clearTimeout(timer);
      setOffline(false);
    };
  }, [isFailing, lastAnswerAt]);
  return isFailing && isOffline;
}
