import { getOrganization } from '@atrium/contract/organizations';
import { screenAt } from '@atrium/contract/screens';
import { useScope } from '../api/scope.tsx';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useMay } from '../api/use-may.ts';
import type { Crumb } from '../ui/trail.ts';

interface Places {
  orgId: string;
  location?: { locationId: string; name: string } | undefined;
  site?: { siteId: string; name: string } | undefined;
}

/** The parents of a page, by name: its organization, then its location and site if it has them. */
export function usePlaceTrail(): (places: Places) => readonly Crumb[] {
  const { profile, orgId: current } = useScope();
  const asked = useEndpoint(getOrganization, { params: { orgId: current ?? '' } }, { enabled: current !== null });
  const mayOpenOrganization = useMay(screenAt('/app/org/{orgId}'));
  return ({ orgId, location, site }) => {
    const name = asked.data?.orgId === orgId ? asked.data.name : profile.org?.name;
    const trail: Crumb[] = [];
    if (name !== undefined) trail.push({ text: name, ...(mayOpenOrganization && toOrganization(orgId)) });
    if (!location) return trail;
    const { locationId } = location;
    trail.push({ text: location.name, to: '/app/org/$orgId/location/$locationId', params: { orgId, locationId } });
    if (!site) return trail;
    const params = { orgId, locationId, siteId: site.siteId };
    return [...trail, { text: site.name, to: '/app/org/$orgId/location/$locationId/site/$siteId', params }];
  };
}

function toOrganization(orgId: string) {
  return { to: '/app/org/$orgId', params: { orgId } };
}
