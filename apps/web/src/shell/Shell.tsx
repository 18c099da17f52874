import { getProfile } from '@atrium/contract/profile';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useMatches } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { viewFrom } from '../format/zones.ts';
import { LiveSocketContext } from '../analytics/use-topic.ts';
import { call } from '../api/client.ts';
import { offlineProfile } from '../api/offline-profile.ts';
import { LiveSocket } from '../api/socket.ts';
import { createQueryClient } from '../api/query-client.ts';
import { isStaff, type Scope, ScopeContext } from '../api/scope.tsx';
import { ErrorState } from '../ui/Notice.tsx';
import { Frame } from './Frame.tsx';
import { LeadTo } from './LeadTo.tsx';
import { texts } from './texts.ts';
import { useOrganization } from './use-organization.ts';
import { usePing } from './use-ping.ts';

const route = getRouteApi('/app');

/** Everything around a page of a signed-in user. Cache and socket live and end with it. */
export function Shell() {
  const { userId } = route.useRouteContext();
  return <SignedIn key={userId} userId={userId} />;
}

function SignedIn({ userId }: { userId: string }) {
  const [queryClient] = useState(createQueryClient);
  const [socket] = useState(() => new LiveSocket(window.location.origin));
  useEffect(() => () => socket.close(), [socket]);
  usePing();
  return (
    <QueryClientProvider client={queryClient}>
      <LiveSocketContext value={socket}>
        <Scoped userId={userId} />
      </LiveSocketContext>
    </QueryClientProvider>
  );
}

function Scoped({ userId }: { userId: string }) {
  const profile = useQuery({
    queryKey: [userId, null, getProfile.name],
    queryFn: ({ signal }) => call(getProfile, { query: { include: 'organization,roleassignment' }, signal }),
    meta: texts.profile,
  });
  const [chosen, chooseOrganization] = useOrganization(userId);
  const kept = useKeptProfile(userId, profile.isError || profile.fetchStatus === 'paused');
  const known = profile.data ?? kept;
  const staff = known !== undefined && isStaff(known);
  const orgId = staff ? chosen : (known?.orgId ?? null);
  useForgetOtherOrganizations(orgId);

  if (profile.isError && !known)
    return <ErrorState message={profile.error.message} onRetry={() => void profile.refetch()} />;
  if (!known) return null;
  if (known.owesSecondFactor) return <LeadTo page="/second-factor" />;
  // Before anything below formats a time.
  viewFrom(known.timezone);
  const scope: Scope = { userId, profile: known, isStaff: staff, orgId, chooseOrganization };
  return (
    <ScopeContext value={scope}>
      <Frame key={known.timezone} />
    </ScopeContext>
  );
}

/** A counter opens without a connection, for the person who used it on this device. */
function useKeptProfile(userId: string, isUnreachable: boolean) {
  const isCounter = useMatches({ select: (matches) => matches.at(-1)?.staticData.fillsScreen === true });
  return useMemo(
    () => (isUnreachable && isCounter ? offlineProfile(userId) : undefined),
    [userId, isUnreachable, isCounter],
  );
}

/** Nothing of one organization stays in memory when another one is shown. */
function useForgetOtherOrganizations(orgId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== null && queryKey[1] !== orgId });
  }, [queryClient, orgId]);
}
