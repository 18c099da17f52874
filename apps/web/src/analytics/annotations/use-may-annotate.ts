import { listLocations } from '@atrium/contract/locations';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';

/** Whether the user sees some locations only, and whether there is anything that they may annotate. */
export function useMayAnnotate(): { isLimited: boolean; mayAdd: boolean } {
  const { profile, wall } = useScope();
  const { limitedToLocations: isLimited } = profile;
  // Wall screens only read.
  const own = useList(listLocations, { query: { limit: 1 } }, { enabled: isLimited && !wall });
  return { isLimited, mayAdd: !wall && (!isLimited || (own.data?.total ?? 0) > 0) };
}
