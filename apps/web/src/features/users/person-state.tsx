import { roleIds, roleLabels, roles } from '@atrium/contract/access';
import type { User } from '@atrium/contract/users';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { texts } from './texts.ts';

export type PersonState = keyof typeof texts.states;

const tones: Record<PersonState, Tone> = {
  enabled: 'success',
  disabled: 'neutral',
  locked: 'danger',
  invited: 'warning',
  expired: 'danger',
};

/** Whether someone can sign in, and if not, why. */
export function stateOf(user: Pick<User, 'expiration' | 'loginDisabled' | 'lockedUntil'>, now: number): PersonState {
  if (user.expiration !== null) return Date.parse(user.expiration) <= now ? 'expired' : 'invited';
  if (user.loginDisabled) return 'disabled';
  return user.lockedUntil !== null && Date.parse(user.lockedUntil) > now ? 'locked' : 'enabled';
}

export function StateTag({ user }: { user: User }) {
  const state = stateOf(user, useNow(60_000));
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}

export function roleLabel(roleId: number): string {
  const role = roles.find((name) => roleIds[name] === roleId);
  return role ? roleLabels[role] : '';
}
