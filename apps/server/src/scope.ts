import type { Capability, Person, Role } from '@atrium/contract/access';

/** The caller, and what they may see. The first argument of every store call that touches an organization. */
export interface Scope {
  readonly orgId: string;
  readonly userId: string;
  readonly role: Role;
  /** The locations this person may see. */
  readonly locationIds: ReadonlySet<string> | 'all';
  readonly capabilities: ReadonlySet<Capability>;
  /** The staff user behind a login-as. */
  readonly actingStaffId: string | null;
  /** The API client that calls on behalf of the user. */
  readonly clientId?: string;
  /** A wall screen, which reads on behalf of the user. */
  readonly isKiosk?: boolean;
  /** The only dashboards that a wall screen may read. */
  readonly dashboardIds?: readonly string[];
}

/** Staff who name no organization mean all of them. */
export const everyOrganization = 'every organization';
export type EveryOrganization = typeof everyOrganization;
export type AnyScope = Scope | EveryOrganization;

export function maySeeLocation(scope: Pick<Scope, 'locationIds'>, locationId: string): boolean {
  return scope.locationIds === 'all' || scope.locationIds.has(locationId);
}

/** For `mayCall`: across all organizations, no capability is required. */
export function personIn(scope: AnyScope): Person {
  return scope === everyOrganization ? { role: 'SenSourceUser', capabilities: null } : scope;
}

export function isStaff(scope: AnyScope): boolean {
  return personIn(scope).role === 'SenSourceUser';
}
