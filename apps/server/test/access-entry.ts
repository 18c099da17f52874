import type { Endpoint } from '@atrium/contract/endpoint';
import type { RequestParts } from './client.ts';
import type { User } from './estate.ts';
import type { World } from './world.ts';

/** Everything of an organization that a request can name. */
export interface Ids {
  readonly orgId: string;
  readonly locationId: string;
  readonly siteId: string;
  readonly sensorId: string;
  readonly macAddress: string;
  readonly vendorLicenseId: string;
  readonly deviceConfigId: string;
  readonly zoneId: string;
  /** Under which the sensor is installed. */
  readonly sensorAssignmentId: string;
  readonly spaceId: string;
  readonly spaceZoneAssignmentId: string;
  readonly occupancyResetId: string;
  readonly offlineSensorId: string;
  readonly orgContactId: string;
  readonly orgAddressId: string;
  readonly userId: string;
  readonly administratorId: string;
  readonly invitationId: string;
  readonly outboxMessageId: string;
  readonly metaPropertyId: string;
  /** Where people sign in elsewhere; the same for all organizations. */
  readonly issuer: string;
  readonly attachmentId: string;
  /** A purge that is done. */
  readonly jobId: string;
  readonly scheduleId: string;
  readonly schedulePeriodId: string;
  readonly locationScheduleAssignmentId: string;
  readonly organizationExceptionId: string;
  readonly locationExceptionId: string;
  readonly ticketId: string;
  readonly pushKeyId: string;
  /** A device that pushed and is no sensor yet. */
  readonly deviceId: string;
  /** A name that nothing has yet. */
  readonly newName?: string;
}

/** What a request uses up is made again for each: the ids of something in the organization of the others. */
export type Fresh = (world: World, ids: Ids) => Promise<Partial<Ids>>;

type Request<E extends Endpoint> = (ids: Ids, caller: User) => RequestParts<E>;

export interface Entry {
  readonly endpoint: Endpoint;
  /** By what they ask for. With own ids each of them succeeds for every caller with permission. */
  readonly requests: Readonly<Record<string, Request<Endpoint>>>;
  /** The request ends or replaces the session it is sent with. */
  readonly usesUpSession: boolean;
  readonly fresh: Fresh;
}

export function entry<E extends Endpoint>(
  endpoint: E,
  asked: Request<E> | Readonly<Record<string, Request<E>>>,
  { usesUpSession = false, fresh = async () => ({}) }: { usesUpSession?: boolean; fresh?: Fresh } = {},
): Entry {
  const requests = typeof asked === 'function' ? { '': asked } : asked;
  return { endpoint, requests, usesUpSession, fresh };
}
