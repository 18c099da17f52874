import type { ListedSensor, Sensor } from '@atrium/contract/sensors';
import type { texts } from './texts.ts';

export type SensorState = keyof typeof texts.states;

type Standing = Pick<Sensor, 'active' | 'sensorType' | 'commissionedDate' | 'periodicUse'> &
  Pick<ListedSensor, 'online'>;

/** The most important state of a sensor. */
export function stateOf(
  { active, sensorType, commissionedDate, periodicUse, online }: Standing,
  now: number,
): SensorState {
  if (!active) return 'decommissioned';
  if (sensorType === 'dummy') return 'dummy';
  if (commissionedDate === null) return 'waiting';
  if (Date.parse(commissionedDate) > now) return 'planned';
  if (online === null) return periodicUse ? 'periodic' : 'offline';
  return online ? 'online' : 'offline';
}
