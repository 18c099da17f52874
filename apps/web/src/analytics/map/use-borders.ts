import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Ring } from './map-outline.ts';

/** The bundled outlines of all countries: no third party learns what is viewed. */
export function useBorders(): UseQueryResult<Ring[]> {
  return useQuery({
    queryKey: [null, null, 'world-borders'],
    queryFn: async () => (await import('./world-borders.ts')).loadBorders(),
    staleTime: Infinity,
  });
}
