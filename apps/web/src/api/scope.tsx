import type { WeekStart } from '@atrium/calendar/civil';
import type { Capability, Role } from '@atrium/contract/access';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { Profile } from '@atrium/contract/profile';
import { createContext, use } from 'react';

/** The user and the organization. Query keys start with it. */
export interface Scope {
  userId: string;
  profile: Profile;
  isStaff: boolean;
  /** The chosen organization of staff, or everyone else's own; null while staff have chosen none. */
  orgId: string | null;
  chooseOrganization: (orgId: string) => void;
  /** On a wall screen, which has no rights to ask for the organization: what cards need to know of it. */
  wall?: WallFacts;
}

export interface WallFacts {
  capabilities: ReadonlySet<Capability>;
  weekStart: WeekStart;
  currency: string;
  permitComparisonViews: boolean;
}

export const ScopeContext = createContext<Scope | null>(null);

export function useScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error('Outside of the signed-in shell');
  return scope;
}

const staffRole: Role = 'SenSourceUser';

export function isStaff(profile: Profile): boolean {
  return profile.roles.includes(staffRole);
}

/** Whether an endpoint works inside one organization that its path does not name, so that staff must name it. */
export function isBound({ access, path }: Endpoint): boolean {
  return access.kind === 'session' && access.organization === 'bound' && !path.includes('{orgId}');
}
