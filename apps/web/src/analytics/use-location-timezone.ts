import { getLocation } from '@atrium/contract/locations';
import { useEndpoint } from '../api/use-endpoint.ts';

export interface PlaceInTime {
  /** Null without a location, or where it cannot be loaded. */
  readonly timezone: string | null;
  readonly name: string | null;
}

/** The time zone of a location; undefined while it is loading. */
export function useLocationTimezone(locationId: string | undefined): PlaceInTime | undefined {
  const { data, error } = useEndpoint(
    getLocation,
    { params: { locationId: locationId ?? '' } },
    { enabled: locationId !== undefined, fresh: 10 * 60_000 },
  );
  if (locationId === undefined || error) return { timezone: null, name: null };
  return data && { timezone: data.timezone, name: data.name };
}
