import * as z from 'zod/mini';
import { administrators, dashboardReaders, members, membersOrAll } from './access.ts';
import { attachment } from './attachment.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';
import { pickable } from './pickers.ts';
import { vendorLicense } from './vendor-licenses.ts';
import { zoneCountMapping } from './zone-count-mappings.ts';
import { zone } from './zones.ts';

const area = 'sensors';

/** The installations of a sensor, as includes show them. */
export const sensorStay = z.object({
  sensorAssignmentId: id,
  orgId: id,
  siteId: id,
  sensorId: z.nullable(id),
  sensorUseType: z.number(),
  from: instant,
  to: instant,
});
export type SensorStay = z.output<typeof sensorStay>;

const sensorFields = {
  sensorId: id,
  orgId: id,
  name: z.string(),
  sensorType: z.string(),
  /** Twelve hexadecimal digits; null for a dummy sensor, and where it is identified otherwise. */
  macAddress: z.nullable(z.string()),
  /** Who it is: its MAC address, an EUI-64 of 16 digits, or a vendor and its number (`monnit:104523`); null for a dummy sensor. */
  identifier: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  active: z.boolean(),
  periodicUse: z.boolean(),
  timeZone: z.nullable(z.string()),
  updatedAt: instant,
  commissionedDate: z.nullable(instant),
  commissionedBy: z.nullable(id),
  nodeSensors: z.nullable(z.array(z.string())),
  deviceId: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
};

/** With the requested includes: `zone`, `localuser`, `vendor_license`, `attachment`; `sensorassignment` for staff. */
const sensorIncludes = {
  zone: z.optional(z.array(zone)),
  /** Who commissioned it. */
  localuser: z.optional(z.nullable(z.object({ userId: id, name: z.string() }))),
  vendor_license: z.optional(z.array(vendorLicense)),
  attachment: z.optional(z.array(attachment)),
  sensorassignment: z.optional(z.array(sensorStay)),
};

/** As shown below a site. */
export const sensor = z.object({ ...sensorFields, ...sensorIncludes });
export type Sensor = z.output<typeof sensor>;

/** A zone with the requested includes: `zone(sensor,zone_count_mapping)`. */
export const zoneWithSensor = z.object({
  ...zone.shape,
  sensor: z.optional(z.nullable(sensor)),
  /** Of a count line. */
  zone_count_mapping: z.optional(z.nullable(zoneCountMapping)),
});

const listedFields = {
  ...sensorFields,
  /** Of the vendor, by the identifier; `Unknown` where it tells nothing. */
  vendor: z.string(),
  /** Where it is installed now; null if it is unassigned. */
  siteId: z.nullable(id),
  siteName: z.nullable(z.string()),
  locationId: z.nullable(id),
  locationName: z.nullable(z.string()),
  /** The time zone of the location. */
  locationTimezone: z.nullable(z.string()),
  /** When it last reported. */
  lastHeardAt: z.nullable(instant),
  /** Null while no reports are expected: not commissioned, decommissioned, a dummy, or in periodic use. */
  online: z.nullable(z.boolean()),
  zoneCount: z.number(),
  /** How many of its zones were created automatically and wait for review. */
  zonesToReview: z.number(),
  version: z.number(),
  /** For staff only. */
  orgName: z.optional(z.string()),
  /** For staff only. */
  isBlacklisted: z.optional(z.boolean()),
};

export const listedSensor = z.object({ ...listedFields, ...sensorIncludes });
export type ListedSensor = z.output<typeof listedSensor>;

/** `version` goes back as If-Match. */
export const sensorDetail = z.object({
  ...listedFields,
  ...sensorIncludes,
  zones: z.array(zone),
  /** Whether the device forwards the counts of other devices (`nodeSensors`). */
  masterNode: z.boolean(),
  /** Whether devices of this vendor have a password. */
  hasPassword: z.boolean(),
  /** For callers who may change the sensor. */
  masterKey: z.optional(z.nullable(z.string())),
  /** For callers who may change the sensor: whether a password is stored. It is read with `getSensorPassword`. */
  passwordSet: z.optional(z.boolean()),
});
export type SensorDetail = z.output<typeof sensorDetail>;

/** Validated by `sensorProblems` (packages/rules). */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const sensorBody = z.strictObject({
  name: text,
  sensorType: text,
  /** MAC addresses of 17 characters; blank ones are ignored. */
  nodeSensors: z.optional(z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)))),
  /** Blank means none. */
  masterKey: text,
  periodicUse: z.optional(z.boolean()),
  timeZone: text,
  /** Stored encrypted; null or blank deletes it. */
  password: text,
});
export type SensorBody = z.output<typeof sensorBody>;

const oneSensor = z.object({ sensorId: id });
const include = z.optional(z.string());
const flag = z.optional(z.enum(['true', 'false']));

export const listSensors = defineEndpoint({
  name: 'listSensors',
  area,
  summary:
    'The sensors the caller may see, found by name, MAC, type, site, location or firmware; staff also see decommissioned ones',
  method: 'GET',
  path: '/api/sensor/list',
  access: membersOrAll,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    siteId: z.optional(z.string()),
    sensorType: z.optional(z.string().check(z.maxLength(60))),
    /** By name: `Xovis`, `Unknown`. */
    vendor: z.optional(z.string().check(z.maxLength(60))),
    /** `false` means decommissioned ones, which are shown only to staff. */
    active: flag,
    /** Whether its commissioning date has passed. */
    commissioned: flag,
    online: flag,
    /** Whether one of its zones waits for review. */
    needsReview: flag,
    periodicUse: flag,
    /** Whether it is installed at a site. */
    assigned: flag,
    include,
  }),
  reply: z.array(listedSensor),
  list: true,
});

export const searchSensorsOfLocation = defineEndpoint({
  name: 'searchSensorsOfLocation',
  area,
  summary: 'The sensors of a location',
  method: 'GET',
  path: '/api/sensor/search/location/{locationId}',
  access: members,
  params: z.object({ locationId: id }),
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(listedSensor),
  list: true,
});

export const listImageCapableSensors = defineEndpoint({
  name: 'listImageCapableSensors',
  area,
  summary: 'Active sensors that can deliver images, for a picker',
  method: 'GET',
  path: '/api/sensor/image-capable',
  access: members,
  query: z.object({ ...listQuery, ...orgBound, locationId: z.optional(z.string()) }),
  reply: z.array(pickable.sensor),
  list: true,
});

export const getSensorImage = defineEndpoint({
  name: 'getSensorImage',
  area,
  summary: 'The newest image that is attached to a sensor of a type that can deliver images',
  method: 'GET',
  path: '/api/sensor/{sensorId}/image',
  access: dashboardReaders,
  params: oneSensor,
  query: z.object(orgBound),
  reply: z.unknown(),
  streamed: true,
});

export const getSensor = defineEndpoint({
  name: 'getSensor',
  area,
  summary: 'One sensor with its zones',
  method: 'GET',
  path: '/api/sensor/{sensorId}',
  aliases: ['/api/sensor/{sensorId}/'],
  access: members,
  params: oneSensor,
  query: z.object({ ...orgBound, include }),
  reply: sensorDetail,
});

export const updateSensor = defineEndpoint({
  name: 'updateSensor',
  area,
  summary: 'Changes a sensor',
  method: 'PUT',
  path: '/api/sensor/{sensorId}',
  aliases: ['/api/sensor/{sensorId}/'],
  access: administrators,
  params: oneSensor,
  query: z.object(orgBound),
  body: sensorBody,
  reply: sensorDetail,
});

export const getSensorAccessUrl = defineEndpoint({
  name: 'getSensorAccessUrl',
  area,
  summary: "The address of the device's own page, inside its network; null if unknown",
  method: 'GET',
  path: '/api/sensor/{sensorId}/access-url',
  access: administrators,
  params: oneSensor,
  query: z.object(orgBound),
  reply: z.object({ url: z.nullable(z.string()) }),
});

/** The values that a device reports, by name. */
const reportedValue = z.union([z.string(), z.number(), z.boolean()]);
const reported = z.record(z.string(), reportedValue);

export const getSensorStatus = defineEndpoint({
  name: 'getSensorStatus',
  area,
  summary: 'The state of a sensor: its latest status report and the latest counts of its zones',
  method: 'GET',
  path: '/api/sensor/{sensorId}/status/current',
  access: members,
  params: oneSensor,
  query: z.object(orgBound),
  reply: z.object({
    sensorId: id,
    lastHeardAt: z.nullable(instant),
    online: z.nullable(z.boolean()),
    firmware: z.nullable(z.string()),
    /** When the device last sent a status; null if it never did. */
    statusAt: z.nullable(instant),
    status: reported,
    /** Start of the newest minute with a reading of any of its zones; null when there never was one. */
    lastReadingAt: z.nullable(instant),
    /** Whether its location is in its opening hours. */
    isOpen: z.boolean(),
    /**
     * For zones that have counted. Sums of the local day so far, scaled; null before the first reading of the day.
     * `minute` is the start of today's newest one, `lastReadingAt` of the newest of any day.
     */
    readings: z.array(
      z.object({
        zoneId: id,
        name: z.string(),
        minute: z.nullable(instant),
        lastReadingAt: z.nullable(instant),
        ins: z.nullable(z.number()),
        outs: z.nullable(z.number()),
      }),
    ),
  }),
});
export type SensorStatus = z.output<typeof getSensorStatus.reply>;

/** A configuration that a device reported, and for how long. */
export const deviceConfig = z.object({
  deviceConfigId: id,
  sensorId: id,
  firmware: z.nullable(z.string()),
  firstReportedAt: instant,
  lastReportedAt: instant,
});
export type DeviceConfig = z.output<typeof deviceConfig>;

export const listDeviceConfigs = defineEndpoint({
  name: 'listDeviceConfigs',
  area,
  summary: 'The configurations a device reported, newest first; the newest hundred are kept',
  method: 'GET',
  path: '/api/sensor/{sensorId}/config/list',
  access: members,
  params: oneSensor,
  query: z.object(orgBound),
  reply: z.array(deviceConfig),
});

export const deviceConfigDetail = z.object({
  ...deviceConfig.shape,
  config: reported,
  /** The differences to the previous one; empty for the first. */
  changes: z.array(z.object({ name: z.string(), from: z.nullable(reportedValue), to: z.nullable(reportedValue) })),
});
export type DeviceConfigDetail = z.output<typeof deviceConfigDetail>;

export const getDeviceConfig = defineEndpoint({
  name: 'getDeviceConfig',
  area,
  summary: 'One configuration that a device reported, and what it changed',
  method: 'GET',
  path: '/api/sensor/config/{deviceConfigId}',
  access: members,
  params: z.object({ deviceConfigId: id }),
  query: z.object(orgBound),
  reply: deviceConfigDetail,
});

export const getDeviceSystemDevice = defineEndpoint({
  name: 'getDeviceSystemDevice',
  area,
  summary: 'The device behind a sensor, as the device identifies itself',
  method: 'GET',
  path: '/api/sensor/{sensorId}/device-system-device',
  access: members,
  params: oneSensor,
  query: z.object(orgBound),
  reply: z.object({
    sensorId: id,
    deviceId: z.nullable(z.string()),
    macAddress: z.nullable(z.string()),
    vendor: z.string(),
    masterNode: z.boolean(),
    nodeSensors: z.array(z.string()),
    /** The model, as the device names it. */
    deviceType: z.nullable(z.string()),
    productCode: z.nullable(z.string()),
    firmware: z.nullable(z.string()),
    ipAddress: z.nullable(z.string()),
    /** The start of its UTC day. */
    firstHeardAt: z.nullable(instant),
    lastHeardAt: z.nullable(instant),
  }),
});

export const getSensorPassword = defineEndpoint({
  name: 'getSensorPassword',
  area,
  summary:
    'The password of the device with this MAC address or identifier; null if none is stored. Every read is recorded in the audit log',
  method: 'GET',
  path: '/api/reference/sensor-password/{mac}',
  access: { ...administrators, needsRecentProof: true, clients: false },
  params: z.object({ mac: z.string().check(z.maxLength(100)) }),
  query: z.object(orgBound),
  reply: z.object({ password: z.nullable(z.string()) }),
});
