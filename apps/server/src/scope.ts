import type { Capability, Role } from '@atrium/contract/access';

/** Who is asking, and what they may see. The first argument of every store call that touches an organization. */
export interface Scope {
  readonly orgId: string;
  readonly userId: string;
  readonly role: Role;
  /** The locations this person may see. */
  readonly locationIds: ReadonlySet<string> | 'all';
  readonly capabilities: ReadonlySet<Capability>;
  /** The staff user behind a login-as. */
  readonly actingStaffId: string | null;
}

export function maySeeLocation(scope: Pick<Scope, 'locationIds'>, locationId: string): boolean {
  return scope.locationIds === 'all' || scope.locationIds.has(locationId);
}

/** Staff who named no organization have no scope. */
export function isStaff(scope: Pick<Scope, 'role'> | null): boolean {
  return scope === null || scope.role === 'SenSourceUser';
}
