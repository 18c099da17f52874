import { getLocation } from '@atrium/contract/locations';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { getSensor, getSensorStatus, listSensors } from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';

/** Queries to refetch when a sensor moves or changes its state. */
export const lifeQueries = [
  getSensor,
  getSensorStatus,
  listSensors,
  listSensorAssignments,
  getSite,
  listSites,
  getLocation,
];
