import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { getLocation, listLocations, type Location } from '@atrium/contract/locations';
import { pickerQuery } from '../../analytics/pickers/LocationPicker.tsx';
import { texts as pickerTexts } from '../../analytics/pickers/texts.ts';
import { useScope } from '../../api/scope.tsx';
import { useMetricTotal } from '../../analytics/use-metric-query.ts';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { useRemembered } from '../../ui/use-remembered.ts';

interface ChosenLocation {
  /** Undefined while loading, null if there is none. */
  location: Location | null | undefined;
  /** How many there are to choose from. */
  total: number;
  choose: (locationId: string) => void;
  error: Error | null;
  retry: () => void;
}

const route = getRouteApi('/app/welcome');

/**
 * The location in the URL, or else the one last chosen on this device, if the user still may see it; otherwise today's
 * busiest one.
 */
export function useChosenLocation(): ChosenLocation {
  const { userId, orgId } = useScope();
  const { location: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const [last, remember] = useRemembered(`location.${userId}.${orgId}`);
  const remembered = asked ?? last;
  const choose = (locationId: string) => {
    remember(locationId);
    void navigate({ search: (rest) => ({ ...rest, location: locationId }), replace: true });
  };
  const list = useList(listLocations, { query: pickerQuery('') }, { texts: pickerTexts.locations });
  const listed = list.data?.rows.find(({ locationId }) => locationId === remembered);
  const elsewhere = remembered !== null && list.data !== undefined && listed === undefined;
  const found = useEndpoint(getLocation, { params: { locationId: remembered ?? '' } }, { enabled: elsewhere });

  const first = useBusiest(list.data?.rows, remembered === null || (elsewhere && found.isError));
  const location = elsewhere ? (found.isPending ? undefined : (found.data ?? first)) : (listed ?? first);
  return { location, total: list.data?.total ?? 0, choose, error: list.error, retry: () => void list.refetch() };
}

/** Keeps the first value for the whole visit. */
function useBusiest(locations: readonly Location[] | undefined, wanted: boolean): Location | null | undefined {
  const ids = (locations ?? []).map(({ locationId }) => locationId).join();
  const isOpen = wanted && (locations?.length ?? 0) > 1;
  const question = { entityType: 'location', entityIds: ids, relativeDate: 'today' } as const;
  const totals = useMetricTotal('traffic', question, { enabled: isOpen });
  const [kept, setKept] = useState<{ ids: string; locationId: string | undefined }>();
  if (isOpen && totals.data && kept?.ids !== ids) {
    const [busiest] = totals.data.results.toSorted((a, b) => (b.sumins ?? 0) - (a.sumins ?? 0));
    setKept({ ids, locationId: busiest?.entityId ?? undefined });
  }
  if (!locations || (isOpen && totals.isPending)) return undefined;
  return locations.find(({ locationId }) => locationId === kept?.locationId) ?? locations[0] ?? null;
}
