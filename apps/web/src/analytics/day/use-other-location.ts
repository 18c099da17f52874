import { getLocation } from '@atrium/contract/locations';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** The location that a day is compared with, if it is another one. */
export function useOtherLocation(locationId: string, enabled: boolean) {
  return useEndpoint(getLocation, { params: { locationId } }, { enabled });
}
