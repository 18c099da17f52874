import { getProfile } from '@atrium/contract/profile';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { viewFrom } from '../format/zones.ts';
import { LiveSocketContext } from '../analytics/use-topic.ts';
import { call } from '../api/client.ts';
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
  const staff = profile.data !== undefined && isStaff(profile.data);
  const orgId = staff ? chosen : (profile.data?.orgId ?? null);
  useForgetOtherOrganizations(orgId);

  if (profile.isError) return <ErrorState message={profile.error.message} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return null;
  if (profile.data.owesSecondFactor) return <LeadTo page="/second-factor" />;
  // Before anything below formats a time.
  viewFrom(profile.data.timezone);
  const scope: Scope = { userId, profile: profile.data, isStaff: staff, orgId, chooseOrganization };
  return (
    <ScopeContext value={scope}>
      <Frame key={profile.data.timezone} />
    </ScopeContext>
  );
}

/** Nothing of one organization stays in memory when another one is shown. */
function useForgetOtherOrganizations(orgId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== null && queryKey[1] !== orgId });
  }, [queryClient, orgId]);
}
