import { roleIds, roleLabels, roles } from '@atrium/contract/access';
import type { User } from '@atrium/contract/users';
import type { texts } from './texts.ts';

export type PersonState = keyof typeof texts.states;

/** Whether someone can sign in, and if not, why. */
export function stateOf(user: Pick<User, 'expiration' | 'loginDisabled' | 'lockedUntil'>, now: number): PersonState {
  if (user.expiration !== null) return Date.parse(user.expiration) <= now ? 'expired' : 'invited';
  if (user.loginDisabled) return 'disabled';
  return user.lockedUntil !== null && Date.parse(user.lockedUntil) > now ? 'locked' : 'enabled';
}

export function roleLabel(roleId: number): string {
  const role = roles.find((name) => roleIds[name] === roleId);
  return role ? roleLabels[role] : '';
}
