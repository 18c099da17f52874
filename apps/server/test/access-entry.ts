import type { Endpoint } from '@atrium/contract/endpoint';
import type { RequestParts } from './client.ts';
import type { User } from './estate.ts';
import type { World } from './world.ts';

/** Everything in an organization that a request can name. */
export interface Ids {
  readonly orgId: string;
  readonly locationId: string;
  readonly siteId: string;
  readonly sensorId: string;
  readonly macAddress: string;
  readonly vendorLicenseId: string;
  readonly deviceConfigId: string;
  readonly zoneId: string;
  /** The assignment of the sensor. */
  readonly sensorAssignmentId: string;
  readonly spaceId: string;
  readonly spaceZoneAssignmentId: string;
  readonly occupancyResetId: string;
  readonly queueMappingId: string;
  /** A count line with a zone count mapping. */
  readonly countLineId: string;
  readonly expectedWaitMappingId: string;
  readonly alarmConfigId: string;
  /** Active. */
  readonly alarmStateId: string;
  readonly webhookId: string;
  readonly displayId: string;
  readonly dashboardId: string;
  /** Of the location. */
  readonly annotationId: string;
  readonly kioskLinkId: string;
  readonly offlineSensorId: string;
  readonly orgContactId: string;
  readonly orgAddressId: string;
  readonly userId: string;
  readonly administratorId: string;
  readonly invitationId: string;
  readonly outboxMessageId: string;
  readonly metaPropertyId: string;
  /** Where people use single sign-on; the same for all organizations. */
  readonly issuer: string;
  readonly attachmentId: string;
  /** A completed purge. */
  readonly jobId: string;
  readonly scheduleId: string;
  readonly schedulePeriodId: string;
  readonly locationScheduleAssignmentId: string;
  readonly organizationExceptionId: string;
  readonly locationExceptionId: string;
  readonly ticketId: string;
  readonly pushKeyId: string;
  readonly importStatusId: string;
  readonly correctionId: string;
  /** Calculated, and not begun. */
  readonly clockShiftId: string;
  readonly mappingId: string;
  readonly mqttBrokerId: string;
  readonly clientId: string;
  /** A device that has pushed and is not a sensor yet. */
  readonly deviceId: string;
  /** A quarantined body and its group. */
  readonly bodyId: string;
  readonly quarantineId: string;
  /** Calculated, and not applied. */
  readonly replayId: string;
  readonly packageGapId: string;
  /** An unused name. */
  readonly newName?: string;
}

/** Consumed records, and those that belong to the caller, are created for each request: the ids of a record. */
export type Fresh = (world: World, ids: Ids, caller: User) => Promise<Partial<Ids>>;

type Request<E extends Endpoint> = (ids: Ids, caller: User) => RequestParts<E>;

export interface Entry {
  readonly endpoint: Endpoint;
  /** By variant. With own ids each of them succeeds for every caller with permission. */
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
