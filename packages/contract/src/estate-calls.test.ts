import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalog } from './catalog.ts';

/** The specification of a call: fields of its body, of its query and of its reply. There may be more. */
interface Specified {
  readonly body?: string;
  readonly query?: string;
  readonly reply?: string;
}

const location = `name street city state country postalCode latitude longitude timezone acfEligible acfDisabledReason
  createFreshDeskContact installationOptions disabled`;
const site = 'name type siteType nodeCount isDHCP ipAddress subnetMask gateway dns1 dns2 dns3 hostName';
const space = 'name orgId locationId maxCapacity disabled isHeadroom resetConfig';
const schedule = 'name assignToNewLocations autoAssign effectiveDate';
const hours = 'weekday openTime closeTime';
const assigned = 'locationId scheduleId startDate endDate';
const exception = 'type closed description startDate endDate';
const license = 'licenseKey type expiration sensorId';
const ticket = 'ticketType group_id locationId';
const sensor = `sensorId orgId name sensorType macAddress ipAddress active periodicUse timeZone updatedAt commissionedDate
  commissionedBy nodeSensors deviceId firmware`;
const queue = `orgId locationId queueZoneId serviceZoneId queueOccupancyZoneId serviceOccupancyZoneId depthConfig`;
const record = 'offlineSensorId orgId cause acknowledgedBy createdAt updatedAt resolvedDate sensor';

const crud = (path: string, fields: string, id: string, more = ''): Record<string, Specified> => ({
  [`GET ${path}`]: { reply: `${id} ${fields} ${more}` },
  [`GET ${path}/{}`]: { reply: `${id} ${fields} ${more}` },
  [`POST ${path}`]: { body: fields, reply: `${id} ${fields} ${more}` },
  [`PUT ${path}/{}`]: { body: fields, reply: `${id} ${fields} ${more}` },
  [`DELETE ${path}/{}`]: {},
});

const alarm = 'alarmConfigId orgId alarmTypeId alarmable alarmableId config sms email';
const specified: Record<string, Specified> = {
  ...crud('/api/schedule', schedule, 'scheduleId', 'schedule_period'),
  'POST /api/schedule/{}/schedulePeriod': { body: hours },
  'PUT /api/schedule/{}/schedulePeriod/{}': { body: hours },
  'DELETE /api/schedule/{}/schedulePeriod/{}': {},
  ...crud('/api/schedule-assignment', assigned, 'locationScheduleAssignmentId'),
  'DELETE /api/schedule-assignment/{}': { query: 'locationId startDate' },
  ...crud('/api/org/{}/schedule-exception', exception, 'orgScheduleExceptionId'),
  ...crud('/api/location/{}/schedule-exception', exception, 'locationScheduleExceptionId'),

  ...crud('/api/location', location, 'locationId', 'orgId'),
  'GET /api/location': { query: 'orgId include', reply: `locationId orgId ${location} site space` },
  'GET /api/location/{}': { query: 'include', reply: `locationId orgId ${location} site space attachment` },
  'POST /api/location': { body: `orgId ${location} site`, reply: `locationId orgId ${location} site` },
  'GET /api/location/timezone': { query: 'lat lng', reply: 'zoneName' },

  ...crud('/api/site', site, 'siteId', 'orgId locationId'),
  'GET /api/site': { query: 'include', reply: `siteId locationId orgId ${site} location sensor zone` },
  'GET /api/site/{}': { query: 'include', reply: `siteId locationId orgId ${site} location sensor attachment` },
  'POST /api/site': { body: `orgId locationId ${site}` },
  'DELETE /api/site/{}': { query: 'locationId' },
  'DELETE /api/location/{}/site/{}': {},

  ...crud('/api/space', space, 'spaceId'),
  'GET /api/space': { query: 'orgId locationId include', reply: `spaceId ${space} zone site` },
  'GET /api/space/{}': { query: 'include', reply: `spaceId ${space} zone` },
  'POST /api/space/{}/zoneassignment': {
    body: 'zoneId orgId reverseInsAndOuts',
    reply: 'spaceZoneAssignmentId orgId spaceId zoneId reverseInsAndOuts',
  },
  'PUT /api/space/{}/zoneassignment/{}': { body: 'reverseInsAndOuts' },
  'DELETE /api/space/{}/zoneassignment/{}': {},
  'GET /api/space/{}/occupancyreset': {
    query: 'startDate endDate',
    reply: 'occupancyResetId spaceId orgId resetDate occupants',
  },
  'POST /api/space/{}/occupancyreset': { body: 'resetDate occupants orgId' },
  'DELETE /api/space/{}/occupancyreset/{}': {},

  ...crud('/api/queue-mapping', queue, 'queueMappingId'),
  'GET /api/queue-mapping': {
    query: 'orgId locationId include',
    reply: `queueMappingId ${queue} queue_depth_mapping`,
  },
  ...crud('/api/zone-count-mapping', 'zoneId orgId dwellZoneId passerbyZoneId', ''),
  ...crud('/api/expected-wait-mapping', 'orgId spaceId headZoneId throughputSampleInterval', 'expectedWaitMappingId'),

  'GET /api/sensor/list': { reply: sensor },
  'GET /api/sensor/{}/': { reply: `${sensor} masterKey zones` },
  'PUT /api/sensor/{}/': { body: 'name sensorType nodeSensors masterKey periodicUse timeZone' },
  'POST /api/sensor/{}/remove': {},
  'POST /api/sensor/{}/decommission': {},
  'POST /api/sensor/{}/commission': { body: 'purgeExistingData commissionedDate' },
  'POST /api/sensor/{}/reassign': { body: 'siteId shouldMoveData' },
  'GET /api/sensor/{}/access-url': { reply: 'url' },
  'GET /api/sensor/{}/config/list': { reply: 'deviceConfigId' },
  'GET /api/sensor/config/{}': { reply: 'deviceConfigId' },
  'GET /api/sensor/{}/status/current': {},
  'GET /api/sensor/{}/device-system-device': {},
  'GET /api/sensor/{}/is-blacklisted': {},
  'POST /api/sensor/add-to-blacklist': { body: 'route mac reason', reply: 'route mac reason' },
  'POST /api/sensor/remove-from-blacklist': { body: 'route mac' },
  'GET /api/sensor/{}/{}': { query: 'locationId' },
  'GET /api/sensor/search/location/{}': {},
  'GET /api/sensor/image-capable': {},
  'GET /api/reference/sensor-password/{}': { reply: 'password' },
  'PUT /api/sensor/{}/zone/{}': {
    body: 'name scaleFactor countFilter countApplication perimeter disabled minDwell maxDwell waitTimes counterReset counterMode counterDirection settings',
    reply: `zoneId name deviceId scaleFactor countFilter countApplication perimeter disabled countType minDwell maxDwell
      waitTimes counterReset counterMode counterDirection settings`,
  },

  'GET /api/sensorassignment': {
    query: 'include',
    reply:
      'sensorAssignmentId orgId siteId sensorId macAddress nodeSensors sensorUseType timezone site sensor localuser',
  },
  'POST /api/sensorassignment': { body: 'orgId siteId sensorId macAddress nodeSensors sensorUseType timezone' },
  'DELETE /api/sensorassignment/{}': {},
  'POST /api/sensorassignment/dummy': { body: 'orgId siteId' },
  'GET /api/reference/license-types/{}': {},
  'POST /api/vendor-license': { body: license, reply: `vendorLicenseId ${license}` },
  'PUT /api/vendor-license/{}': { body: license },
  'DELETE /api/vendor-license/{}': {},

  'GET /api/desk/company': { query: 'orgId' },
  'POST /api/desk/company': { body: 'orgId name' },
  'GET /api/desk/location-contact/{}': {},
  'POST /api/desk/location-contact/{}': {},
  ...crud('/api/desk/ticket', ticket, 'ticketId', 'status'),
  'GET /api/desk/ticket': { query: 'orgId locationId', reply: `ticketId ${ticket} status` },

  'GET /api/offline-sensor': { query: 'include', reply: record },
  'PUT /api/offline-sensor/{}': { body: 'cause', reply: record },
  'GET /api/offline-sensor/sensor/{}/{}': { reply: record },
  'GET /api/offline-sensor/resolved/{}': { reply: record },
  'GET /api/offline-sensor/count': { reply: 'count' },
  'GET /api/offline-sensor/newest': { reply: record },

  'GET /api/alarm-config': { query: 'include', reply: `${alarm} space zone` },
  'GET /api/alarm-config/{}': { query: 'include', reply: `${alarm} space zone` },
  'GET /api/alarm-config/type/{}/{}': { reply: alarm },
  'POST /api/alarm-config': { body: 'orgId alarmTypeId alarmable alarmableId config sms email', reply: alarm },
  'PUT /api/alarm-config/{}': { body: 'config sms email', query: 'shouldCloseOpenAlarmStates', reply: alarm },
  'DELETE /api/alarm-config/{}': {},
  'GET /api/alarm-state': { query: 'include', reply: 'alarmStateId alarm_config data resolved resolvedReason' },
  'GET /api/alarm-state/{}': { reply: 'alarmStateId alarm_config data resolved resolvedReason' },

  'GET /api/diagnostics/location-acf': {
    query: 'startDate endDate orgId locationId',
    reply: 'org location ins outs acf fiveDayIns fiveDayOuts fiveDayAcf',
  },
};

it.each(Object.entries(specified))('%s accepts and returns what was specified', (call, { body, query, reply }) => {
  const endpoint = catalog.find((each) =>
    [each.path, ...(each.aliases ?? [])].some((path) => `${each.method} ${path.replaceAll(/\{\w+\}/g, '{}')}` === call),
  );
  expect(endpoint).toBeDefined();
  expect(fieldsOf(endpoint?.body)).toEqual(expect.arrayContaining(named(body)));
  expect(fieldsOf(endpoint?.query)).toEqual(expect.arrayContaining(named(query)));
  expect(fieldsOf(endpoint?.reply)).toEqual(expect.arrayContaining(named(reply)));
});

function named(fields = ''): string[] {
  return fields.split(/\s+/).filter((field) => field !== '');
}

/** Of an object, of a nullable one, or of the items of a list. */
function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (schema instanceof z.ZodMiniObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodMiniArray) return fieldsOf(schema.def.element as z.ZodMiniType);
  if (schema instanceof z.ZodMiniNullable) return fieldsOf(schema.def.innerType as z.ZodMiniType);
  return [];
}
