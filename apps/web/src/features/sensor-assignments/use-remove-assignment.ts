import { getLocation } from '@atrium/contract/locations';
import {
  deleteSensorAssignment,
  listSensorAssignments,
  type SensorAssignment,
} from '@atrium/contract/sensor-assignments';
import { getSensor, listSensors } from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { texts } from './texts.ts';

/** All queries that show assignments. */
export const assignmentQueries = [listSensorAssignments, listSensors, getSensor, getSite, listSites, getLocation];

/** Confirms, then deletes. */
export function useRemoveAssignment(): (assignment: SensorAssignment) => void {
  const removal = useWrite(deleteSensorAssignment, texts.deleted, assignmentQueries);
  const askAndRemove = async ({ sensorAssignmentId, orgId }: SensorAssignment) => {
    if (await confirm(texts.deletion)) removal.mutate({ params: { sensorAssignmentId }, query: { orgId } });
  };
  return (assignment) => void askAndRemove(assignment);
}
