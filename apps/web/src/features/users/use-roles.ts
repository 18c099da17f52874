import { organizationScope } from '@atrium/contract/access';
import { listRoles, type UserRole } from '@atrium/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

/** All roles that the user may see. */
export function useRoles(): readonly UserRole[] {
  return useEndpoint(listRoles, { query: {} }, { texts: texts.roles }).data ?? [];
}

/** The roles that people of an organization can have. */
export function useOrganizationRoles(): UseQueryResult<UserRole[]> {
  return useEndpoint(listRoles, { query: { scope: `${organizationScope}` } }, { texts: texts.roles });
}
