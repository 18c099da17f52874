import { deleteWidgetImage } from '@atrium/contract/dashboards';
import type { Widget } from '@atrium/rules/dashboard';
import { imageAddressesOf, imageReferenceIn } from '@atrium/rules/dashboard-images';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import type { DashboardStore } from '../document/dashboard-store.ts';
import { texts } from './place-texts.ts';

interface RemovedImages {
  /** The images of these cards may be deleted once no card shows them. */
  readonly note: (widgets: readonly Widget[]) => void;
  /** The dashboard is gone, and its images with it. */
  readonly forget: () => void;
}

/**
 * Images that were taken out of the settings of cards are deleted when the dashboard is left: until then, an undo brings
 * them back. One that another card shows stays, and so do all of them while edits are not saved.
 */
export function useRemovedImages(dashboardId: string, store: DashboardStore): RemovedImages {
  const bind = useBoundRequest();
  const { mutate } = useMutation({
    mutationFn: async (attachmentId: string) => {
      try {
        await call(deleteWidgetImage, bind(deleteWidgetImage, { params: { dashboardId, attachmentId } }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    meta: texts.images.removed,
  });
  const shown = useRef(new Set<string>());
  const leave = useEffectEvent(() => {
    const { document, saveState } = store.state;
    if (saveState !== 'saved') return;
    const left = new Set(imagesOf(dashboardId, document.widgets));
    for (const attachmentId of shown.current) if (!left.has(attachmentId)) mutate(attachmentId);
  });
  useEffect(() => () => leave(), []);
  const note = useCallback(
    (widgets: readonly Widget[]) => {
      for (const attachmentId of imagesOf(dashboardId, widgets)) shown.current.add(attachmentId);
    },
    [dashboardId],
  );
  const forget = useCallback(() => shown.current.clear(), []);
  return { note, forget };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function imagesOf(dashboardId: string, widgets: readonly Widget[]): readonly string[] {
  const references = imageAddressesOf(widgets).flatMap((address) => imageReferenceIn(address) ?? []);
  return references.filter((image) => image.dashboardId === dashboardId).map(({ attachmentId }) => attachmentId);
}
