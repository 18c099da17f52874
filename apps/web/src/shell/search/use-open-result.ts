import type { SearchResult } from '@atrium/contract/search';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';

/**
 * Opens what was found on the screen that shows it: people and organizations have their own, whatever belongs to a
 * location is shown on its welcome page. Staff enter the organization it belongs to.
 */
export function useOpenResult(): (result: SearchResult) => void {
  const navigate = useNavigate();
  const { isStaff, orgId: current, chooseOrganization, profile } = useScope();
  const runsOrganization = isStaff || profile.roles.includes('OrganizationAdministrator');
  return ({ type, id, orgId, locationId }) => {
    if (isStaff && orgId !== null && orgId !== current) chooseOrganization(orgId);
    if (type === 'user') void navigate({ to: '/app/user', search: { userId: id } });
    else if (type === 'organization' && runsOrganization) {
      void navigate({ to: '/app/org/$orgId', params: { orgId: id }, search: {} });
    } else void navigate({ to: '/app/welcome', search: locationId === null ? {} : { location: locationId } });
  };
}
