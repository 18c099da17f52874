import { getWidgetImage } from '@atrium/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../../api/client.ts';
import { useScope } from '../../../api/scope.tsx';
import type { ImageReference } from '@atrium/rules/dashboard-images';
import { dataUrlOf } from './data-url.ts';

/** An image of a card, for a wall screen. */
export function useWallImage(params: ImageReference) {
  const { userId, orgId } = useScope();
  return useQuery({
    queryKey: [userId, orgId, getWidgetImage.name, params],
    queryFn: async ({ signal }) => dataUrlOf(await download(getWidgetImage, { params, signal }, 'image/*', () => {})),
    // Another image has another id.
    staleTime: Infinity,
  });
}
