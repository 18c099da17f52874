import { useState } from 'react';
import { recall, remember } from '../ui/use-remembered.ts';

/**
 * The organization that staff work in: of this tab first, so that two tabs may show two organizations, otherwise the
 * one last chosen on this device.
 */
export function useOrganization(userId: string): [string | null, (orgId: string) => void] {
  const key = `organization.${userId}`;
  const [orgId, setOrgId] = useState(() => sessionStorage.getItem(key) ?? recall(key));
  const choose = (next: string) => {
    setOrgId(next);
    sessionStorage.setItem(key, next);
    remember(key, next);
  };
  return [orgId, choose];
}
