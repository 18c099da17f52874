import { listLocations } from '@atrium/contract/locations';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';

/** Whether the user sees some locations only, and whether there is anything that they may annotate. */
export function useMayAnnotate(): { isLimited: boolean; mayAdd: boolean } {
  const { limitedToLocations: isLimited } = useScope().profile;
  const own = useList(listLocations, { query: { limit: 1 } }, { enabled: isLimited });
  return { isLimited, mayAdd: !isLimited || (own.data?.total ?? 0) > 0 };
}
