import type { ListedSensor, Sensor } from '@atrium/contract/sensors';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

export type SensorState = keyof typeof texts.states;

type Standing = Pick<Sensor, 'active' | 'sensorType' | 'commissionedDate' | 'periodicUse'> &
  Pick<ListedSensor, 'online'>;

/** What there is to say of a sensor first. */
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

const tones: Record<SensorState, Tone> = {
  online: 'success',
  offline: 'danger',
  waiting: 'warning',
  planned: 'warning',
  periodic: 'neutral',
  dummy: 'neutral',
  decommissioned: 'neutral',
};

export function StateTag({ state }: { state: SensorState }) {
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}
