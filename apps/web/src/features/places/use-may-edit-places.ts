import { createLocation } from '@atrium/contract/locations';
import { useMay } from '../../api/use-may.ts';

/** Locations and sites are kept by administrators; everyone else may read them. */
export function useMayEditPlaces(): boolean {
  return useMay(createLocation);
}
