import { screenAt } from '@atrium/contract/screens';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { useMay } from '../../api/use-may.ts';
import type { Recent } from '../../analytics/recents.ts';

/** Opens a result on its screen; a record without a screen opens at its location. Staff switch to its organization. */
export function useOpenResult(): (result: Recent) => void {
  const navigate = useNavigate();
  const { isStaff, orgId: current, chooseOrganization } = useScope();
  const runsOrganization = useMay(screenAt('/app/org/{orgId}'));
  return ({ type, id, orgId, locationId }) => {
    if (isStaff && orgId !== null && orgId !== current) chooseOrganization(orgId);
    if (type === 'user') void navigate({ to: '/app/user', search: { userId: id } });
    else if (type === 'dashboard') {
      const to: string = `/app/dashboard/${id}`;
      void navigate({ to });
    } else if (type === 'organization' && runsOrganization) {
      void navigate({ to: '/app/org/$orgId', params: { orgId: id }, search: {} });
    } else if (type === 'sensor') {
      void navigate({ to: '/app/sensor/$sensorId', params: { sensorId: id }, search: {} });
    } else if (orgId === null || locationId === null) void navigate({ to: '/app/welcome', search: {} });
    else if (type === 'site') {
      const params = { orgId, locationId, siteId: id };
      void navigate({ to: '/app/org/$orgId/location/$locationId/site/$siteId', params, search: {} });
    } else if (type === 'space') {
      const params = { orgId, locationId, spaceId: id };
      void navigate({ to: '/app/org/$orgId/location/$locationId/space/$spaceId', params, search: {} });
    } else {
      void navigate({ to: '/app/org/$orgId/location/$locationId', params: { orgId, locationId }, search: {} });
    }
  };
}
