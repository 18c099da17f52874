import { createLocation } from '@atrium/contract/locations';
import { useMay } from '../../api/use-may.ts';

/** Administrators edit locations and sites; everyone else may read them. */
export function useMayEditPlaces(): boolean {
  return useMay(createLocation);
}
