import type { User } from '@atrium/contract/users';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type PersonState, stateOf } from './person-state.ts';
import { texts } from './texts.ts';

const tones: Record<PersonState, Tone> = {
  enabled: 'success',
  disabled: 'neutral',
  locked: 'danger',
  invited: 'warning',
  expired: 'danger',
};

export function StateTag({ user }: { user: User }) {
  const state = stateOf(user, useNow(60_000));
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}
