import { getFirstSteps } from '@atrium/contract/welcome';
import {
  getPushKey,
  listNewDevices,
  listOtherArrivals,
  listPushAttempts,
  listPushKeys,
} from '@atrium/contract/push-keys';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { listSensors } from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';

/** All queries that show a push key. */
export const pushKeyQueries = [listPushKeys, getPushKey, getFirstSteps];
/** All queries that show whether a device is a sensor. */
export const deviceQueries = [
  ...pushKeyQueries,
  listNewDevices,
  listPushAttempts,
  listOtherArrivals,
  listSensors,
  listSensorAssignments,
  listSites,
  getSite,
];
