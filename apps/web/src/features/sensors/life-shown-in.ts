import { getLocation } from '@atrium/contract/locations';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { getSensor, getSensorStatus, listSensors } from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';

/** Everything that shows where a sensor is installed and how it stands. */
export const lifeShownIn = [
  getSensor,
  getSensorStatus,
  listSensors,
  listSensorAssignments,
  getSite,
  listSites,
  getLocation,
];
