import type { KioskState } from '@atrium/contract/kiosk-links';
import type { Scope } from '../../../api/scope.tsx';

/** A wall screen is nobody: it has a scope of its own, in which cards find what they need. */
export function scopeOf({ kioskLinkId, orgId, name, timezone, organization }: KioskState): Scope {
  return {
    userId: kioskLinkId,
    profile: {
      userId: kioskLinkId,
      userName: '',
      name,
      email: '',
      pendingEmail: null,
      phone: null,
      orgId,
      scope: 1,
      timezone,
      roles: ['OrganizationUser'],
      limitedToLocations: true,
      homepage: null,
      isSSOUser: false,
      firstLogin: false,
      owesSecondFactor: false,
      actingStaff: null,
    },
    isStaff: false,
    orgId,
    chooseOrganization: () => {},
    wall: { ...organization, capabilities: new Set(organization.capabilities) },
  };
}
