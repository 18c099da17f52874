import { organizationScope } from '@atrium/contract/access';
import { listRoles, type UserRole } from '@atrium/contract/users';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

/** All roles that the person may know; with `ofOrganization` those that people of an organization can have. */
export function useRoles(ofOrganization = false): readonly UserRole[] {
  const query = ofOrganization ? ({ scope: `${organizationScope}` } as const) : {};
  return useEndpoint(listRoles, { query }, { texts: texts.roles }).data ?? [];
}
