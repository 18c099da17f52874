import { getLocation, listLocations, type Location } from '@atrium/contract/places';
import { pickerQuery } from '../../analytics/pickers/LocationPicker.tsx';
import { texts as pickerTexts } from '../../analytics/pickers/texts.ts';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { useRemembered } from '../../ui/use-remembered.ts';

interface ChosenLocation {
  /** Undefined while loading, null when there is none to see. */
  location: Location | null | undefined;
  /** How many there are to choose from. */
  total: number;
  choose: (locationId: string) => void;
  error: Error | null;
  retry: () => void;
}

/** The location last chosen on this device, if this person still may see it, else the first one. */
export function useChosenLocation(): ChosenLocation {
  const { userId, orgId } = useScope();
  const [remembered, choose] = useRemembered(`location.${userId}.${orgId}`);
  const list = useList(listLocations, { query: pickerQuery('') }, { texts: pickerTexts.locations });
  const listed = list.data?.rows.find(({ locationId }) => locationId === remembered);
  const elsewhere = remembered !== null && list.data !== undefined && listed === undefined;
  const found = useEndpoint(getLocation, { params: { locationId: remembered ?? '' } }, { enabled: elsewhere });

  const first = list.data ? (list.data.rows[0] ?? null) : undefined;
  const location = elsewhere ? (found.isPending ? undefined : (found.data ?? first)) : (listed ?? first);
  return { location, total: list.data?.total ?? 0, choose, error: list.error, retry: () => void list.refetch() };
}
