import { getWidgetImage } from '@atrium/contract/dashboards';
import { imageReferenceIn } from '@atrium/rules/dashboard-images';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { download } from '../../../api/client.ts';
import { ScopeContext } from '../../../api/scope.tsx';
import { dataUrlOf } from './data-url.ts';

/** How long an image that did not load is given up. */
export const imageRetryMs = 60_000;

/**
 * Where the image of a card is loaded from; undefined while a wall screen loads it. Image elements send cookies and nothing
 * else, so a wall screen loads images of ours with the secret of its link.
 */
export function useImageAddress(address: string): string | undefined {
  const scope = use(ScopeContext);
  const image = scope?.wall && imageReferenceIn(address);
  const { data, error } = useQuery({
    queryKey: [scope?.userId, scope?.orgId, getWidgetImage.name, image],
    queryFn: async ({ signal }) =>
      dataUrlOf(await download(getWidgetImage, { params: image!, signal }, 'image/*', () => {})),
    enabled: image !== undefined,
    // Another image has another id.
    staleTime: Infinity,
    // Nobody is there to try again.
    refetchInterval: ({ state }) => state.status === 'error' && imageRetryMs,
  });
  // An address that does not load shows that the image is missing.
  return image === undefined || error ? address : data;
}
