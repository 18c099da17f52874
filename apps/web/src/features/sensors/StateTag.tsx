import { Tag, type Tone } from '../../ui/Tag.tsx';
import type { SensorState } from './sensor-state.ts';
import { texts } from './texts.ts';

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
