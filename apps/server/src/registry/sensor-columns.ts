import { sensor } from './schema/sensors.ts';

/** Secrets of a sensor (password, master key) are no part of it. */
export const sensorColumns = {
  sensorId: sensor.sensorId,
  orgId: sensor.orgId,
  name: sensor.name,
  sensorType: sensor.sensorType,
  macAddress: sensor.macAddress,
  identifier: sensor.device,
  ipAddress: sensor.ipAddress,
  active: sensor.active,
  periodicUse: sensor.periodicUse,
  timeZone: sensor.timeZone,
  updatedAt: sensor.updatedAt,
  commissionedDate: sensor.commissionedDate,
  commissionedBy: sensor.commissionedBy,
  nodeSensors: sensor.nodeSensors,
  deviceId: sensor.deviceId,
  firmware: sensor.firmware,
};
