import type { Ids } from './access-entry.ts';
import { createAlarm, createWebhook } from './access-alarms.ts';
import { createAnnotationOf } from './access-annotations.ts';
import { anApiClient } from './access-api-clients.ts';
import { aCorrection } from './access-corrections.ts';
import { aClockShift } from './access-clock-shifts.ts';
import { anImport } from './access-imports.ts';
import { createInboxRows } from './access-inbox.ts';
import { createTaughtSensor } from './access-mappings.ts';
import { createDashboardOf } from './access-dashboards.ts';
import { createDisplayOf } from './access-displays.ts';
import { createKioskLinkOf } from './access-kiosk-links.ts';
import { createBroker } from './access-mqtt.ts';
import { createKeyAndDevice } from './access-push-keys.ts';
import { aPurge, assignmentOf } from './access-sensor-life.ts';
import { createZoneMappings } from './access-zone-mappings.ts';
import type { Location } from './estate.ts';
import type { World } from './world.ts';

/** Everything is called by its owner, so that a leak can be read in an answer. */
export async function accessEstate(
  world: World,
  orgId: string,
  name: string,
  belongings: Belongings,
): Promise<{ ids: Ids; location: Location; seriesId: number }> {
  const location = await world.location({ orgId, name, latitude: 30.27, longitude: -97.74 });
  const { siteId } = await world.site({ locationId: location.locationId, name });
  const { sensorId, macAddress } = await world.sensor({ siteId, name });
  const { vendorLicenseId } = await world.devices.license({ orgId, sensorId, licenseKey: name });
  const { deviceConfigId } = await world.devices.config({ orgId, sensorId, config: { owner: name } });
  const { zoneId, seriesId } = await world.zone({ sensorId, name });
  const { spaceId } = await world.space({ locationId: location.locationId, name });
  const sensorAssignmentId = await assignmentOf(world, sensorId);
  const entity = { orgId, entityType: 'location', entityId: location.locationId } as const;
  await world.customField({ ...entity, name: 'Owner', value: name });
  const { offlineSensorId } = await world.offlineRecord({ orgId, sensorId, cause: name });
  await world.offlineRecord({ orgId, sensorId, cause: name, resolvedDate: world.now() });
  const { spaceZoneAssignmentId } = await world.spaceZone({ orgId, spaceId, zoneId });
  const { occupancyResetId } = await world.occupancyReset({ orgId, spaceId });
  const mappingIds = await createZoneMappings(world, { orgId, locationId: location.locationId, sensorId, zoneId });
  const alarmIds = await createAlarm(world, { orgId, locationId: location.locationId });
  const displayIds = await createDisplayOf(world, { orgId, locationId: location.locationId });
  const annotationIds = await createAnnotationOf(world, { orgId, locationId: location.locationId }, name);
  const spaceIds = { spaceId, spaceZoneAssignmentId, occupancyResetId, ...mappingIds, ...alarmIds, ...displayIds };
  const deviceIds = { sensorId, macAddress: macAddress ?? '', vendorLicenseId, deviceConfigId };
  const clockShiftId = await aClockShift(world, { orgId, sensorId });
  const correctionId = await aCorrection(world, { orgId, zoneId });
  const sensorIds = { ...deviceIds, sensorAssignmentId, zoneId, offlineSensorId, clockShiftId, correctionId };
  const placeIds = { locationId: location.locationId, siteId, ...sensorIds, ...spaceIds, ...annotationIds };
  const hours = { orgId, locationId: location.locationId };
  const past = { scheduleId: belongings.scheduleId, endDate: '2020-12-31' };
  const { locationScheduleAssignmentId } = await world.hours.assignment({ ...hours, ...past });
  const { exceptionId: locationExceptionId } = await world.hours.exception({ ...hours, description: name });
  const { ticketId } = await world.ticket({ orgId, locationId: location.locationId, subject: name });
  const placedIds = { locationScheduleAssignmentId, locationExceptionId, ticketId };
  return { location, seriesId, ids: { orgId, ...placeIds, ...placedIds, ...belongings } };
}

/** What an organization has besides places. */
export async function belongingsOf(world: World, orgId: string, name: string, issuer: string): Promise<Belongings> {
  const { orgContactId } = await world.contact({ orgId, name });
  const { orgAddressId } = await world.address({ orgId, name });
  const { userId } = await world.user({ orgId, name });
  const { userId: administratorId } = await world.user({ orgId, name, role: 'OrganizationAdministrator' });
  const { invitationId } = await world.invitation({ orgId });
  const { metaPropertyId } = await world.customField({ orgId, entityType: 'org', entityId: orgId, name, value: name });
  const { id: attachmentId } = await world.attachment({ orgId, entityType: 'org', entityId: orgId });
  const { outboxMessageId } = await world.outboxMessage({ orgId });
  const { scheduleId, schedulePeriodId } = await world.hours.schedule({ orgId, name });
  const { exceptionId: organizationExceptionId } = await world.hours.exception({ orgId, description: name });
  const hours = { scheduleId, schedulePeriodId, organizationExceptionId, jobId: await aPurge(world, orgId) };
  const pushing = {
    ...(await createKeyAndDevice(world, orgId, name)),
    ...(await createInboxRows(world, orgId)),
    ...(await createTaughtSensor(world, orgId, name)),
    ...(await createBroker(world, orgId, name)),
    ...(await anApiClient(world, { orgId, userId })),
    ...(await createWebhook(world, { orgId })),
    ...(await createDashboardOf(world, { orgId, userId })),
    ...(await createKioskLinkOf(world, { orgId, owner: { userId, roleId: 1 } })),
  };
  const importStatusId = await anImport(world, orgId);
  const details = { ...hours, ...pushing, metaPropertyId, attachmentId, outboxMessageId, importStatusId, issuer };
  return { orgContactId, orgAddressId, userId, administratorId, invitationId, ...details };
}
type Belongings = Omit<
  Ids,
  | 'orgId'
  | 'locationId'
  | 'siteId'
  | 'sensorId'
  | 'macAddress'
  | 'vendorLicenseId'
  | 'deviceConfigId'
  | 'zoneId'
  | 'clockShiftId'
  | 'correctionId'
  | 'sensorAssignmentId'
  | 'spaceId'
  | 'spaceZoneAssignmentId'
  | 'occupancyResetId'
  | 'queueMappingId'
  | 'countLineId'
  | 'expectedWaitMappingId'
  | 'alarmConfigId'
  | 'alarmStateId'
  | 'displayId'
  | 'annotationId'
  | 'offlineSensorId'
  | 'locationScheduleAssignmentId'
  | 'locationExceptionId'
  | 'ticketId'
>;
