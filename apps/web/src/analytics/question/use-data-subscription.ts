import type { WeekStart } from '@atrium/calendar/civil';
import { type Accessible, type Capability, capabilitiesOf, mayCall } from '@atrium/contract/access';
import { dataCalls } from '@atrium/contract/data';
import { getOrganization } from '@atrium/contract/organizations';
import { listSpaces } from '@atrium/contract/spaces';
import { type SourceName, sourceNames } from '@atrium/metrics/sources';
import { useMemo } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** What the organization on screen has subscribed to, and how it counts weeks and money. */
export interface DataSubscription {
  /** The sources that the user may ask. */
  sources: readonly SourceName[];
  capabilities: ReadonlySet<Capability>;
  /** Whether the user may see spaces. */
  hasSpaces: boolean;
  /** Whether the organization may be compared with all others of it. */
  permitsAllOthers: boolean;
  weekStart: WeekStart;
  currency: string;
}

/** `data` is undefined until the organization is loaded. It is not loaded for those who do not need it. */
export function useDataSubscription(isNeeded = true) {
  const { profile, orgId, wall } = useScope();
  const { roles } = profile;
  const organization = useEndpoint(
    getOrganization,
    { params: { orgId: orgId ?? '' } },
    { enabled: isNeeded && orgId !== null && !wall },
  );
  const { data: loaded } = organization;
  const data = useMemo((): DataSubscription | undefined => {
    const known = wall ?? (loaded && { ...loaded, capabilities: capabilitiesOf(loaded) });
    if (!known) return undefined;
    const { capabilities, weekStart, currency, permitComparisonViews: permitsAllOthers } = known;
    const may = (wanted: Accessible) => roles.some((role) => mayCall(wanted, { role, capabilities }));
    return {
      sources: sourceNames.filter((name) => may(dataCalls[name].detail)),
      capabilities,
      hasSpaces: may(listSpaces),
      permitsAllOthers,
      weekStart,
      currency,
    };
  }, [wall, loaded, roles]);
  return { data, error: organization.error, retry: () => void organization.refetch() };
}
