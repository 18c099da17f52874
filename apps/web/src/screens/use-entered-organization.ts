import { useEffect } from 'react';
import { useScope } from '../api/scope.tsx';

/**
 * For a page whose address names its organization: staff who follow a link work in that organization from then on.
 * Returns whether they do already.
 */
export function useEnteredOrganization(orgId: string): boolean {
  const { isStaff, orgId: current, chooseOrganization } = useScope();
  const isElsewhere = isStaff && current !== orgId;
  useEffect(() => {
    if (isElsewhere) chooseOrganization(orgId);
  }, [isElsewhere, chooseOrganization, orgId]);
  return !isElsewhere;
}
