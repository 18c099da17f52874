import { listLocations } from '@atrium/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { callAll, callList } from '../../../api/client.ts';
import { useScope } from '../../../api/scope.tsx';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import type { MappedLocation } from '../widgets/values.ts';
import { useInViewTurn } from './use-in-view-turn.ts';

/** Where the locations of the organization are, for cards that are maps. */
export function useMappedLocations(isActive: boolean) {
  const { userId, orgId } = useScope();
  const bound = useBoundRequest();
  const turn = useInViewTurn(isActive);
  return useQuery({
    queryKey: [userId, orgId, listLocations.name, 'all'],
    queryFn: ({ signal }) =>
      turn(
        (): Promise<readonly MappedLocation[]> =>
          callAll((part) =>
            callList(listLocations, {
              ...bound(listLocations, { query: { ...part, order: 'name', disabled: 'false' } }),
              signal,
            }),
          ),
        signal,
      ),
    enabled: isActive && orgId !== null,
    staleTime: 60_000,
  });
}
