import type { Endpoint } from '@atrium/contract/endpoint';
import { useScope } from './scope.tsx';

/** Whether this person's role is among those that may call an endpoint. */
export function useMay({ access }: Endpoint): boolean {
  const { profile } = useScope();
  return access.kind === 'session' && (!access.roles || profile.roles.some((role) => access.roles?.includes(role)));
}
