import { createLocation } from '@atrium/contract/locations';
import { useScope } from '../../api/scope.tsx';

/** Locations and sites are kept by administrators; everybody else may read them. */
export function useMayEditPlaces(): boolean {
  const { profile } = useScope();
  return profile.roles.some((role) => createLocation.access.roles.some((allowed) => allowed === role));
}
