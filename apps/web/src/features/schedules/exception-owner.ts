import {
  type LocationException,
  locationExceptionCalls,
  type OrganizationException,
  organizationExceptionCalls,
} from '@atrium/contract/schedules';

/** The owner of exceptions: all locations, or one with its time zone. */
export type ExceptionOwner =
  | { readonly scope: 'organization'; readonly orgId: string }
  | { readonly scope: 'location'; readonly locationId: string; readonly timezone: string };

export type ShownException = OrganizationException | LocationException;

export function callsOf(owner: ExceptionOwner) {
  return owner.scope === 'organization' ? organizationExceptionCalls : locationExceptionCalls;
}

export function paramsOf(owner: ExceptionOwner): { orgId?: string; locationId?: string } {
  return owner.scope === 'organization' ? { orgId: owner.orgId } : { locationId: owner.locationId };
}

export function idOf(exception: ShownException): string {
  return 'orgScheduleExceptionId' in exception
    ? exception.orgScheduleExceptionId
    : exception.locationScheduleExceptionId;
}
