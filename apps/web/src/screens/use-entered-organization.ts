import { useEffect } from 'react';
import { useScope } from '../api/scope.tsx';

/**
 * For a page whose URL names its organization: staff who follow a link switch to that organization. Returns whether
 * they already did.
 */
export function useEnteredOrganization(orgId: string): boolean {
  const { isStaff, orgId: current, chooseOrganization } = useScope();
  const isElsewhere = isStaff && current !== orgId;
  useEffect(() => {
    if (isElsewhere) chooseOrganization(orgId);
  }, [isElsewhere, chooseOrganization, orgId]);
  return !isElsewhere;
}
