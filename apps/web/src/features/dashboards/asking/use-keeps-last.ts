import { ApiError } from '../../../api/api-error.ts';
import { useScope } from '../../../api/scope.tsx';

/** A wall screen keeps the last answer while the server is away: nobody is there to try again. */
export function useKeepsLast({ data, error }: { data: unknown; error: Error | null }): boolean {
  const { wall } = useScope();
  const isAway = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
  return wall !== undefined && data !== undefined && isAway;
}
