import type { Attachment } from '@atrium/contract/attachment';
import { uploadWidgetImages } from '@atrium/contract/dashboards';
import { fileProblem } from '@atrium/rules/attachment';
import { upload } from '../../../api/client.ts';
import { useBoundRequest } from '../../../api/use-endpoint.ts';
import { toast } from '../../../ui/toast.tsx';
import { texts } from './place-texts.ts';

/** The images of the cards of a dashboard. */
export function useWidgetImages(dashboardId: string) {
  const bound = useBoundRequest();
  return {
    /** Undefined if it was refused, which a toast has said. */
    send: async (file: File): Promise<Attachment | undefined> => {
      const form = new FormData();
      form.append('notes', '');
      form.append('file', file, file.name);
      try {
        const problem = fileProblem({ name: file.name, bytes: file.size });
        if (problem !== undefined) throw new Error(problem);
        const [sent] = await upload(uploadWidgetImages, bound(uploadWidgetImages, { params: { dashboardId } }), form);
        return sent;
      } catch (error) {
        const text = `${texts.images.uploadFailed}. ${error instanceof Error ? error.message : ''}`;
        toast({ tone: 'danger', title: texts.images.title, text });
        return undefined;
      }
    },
  };
}
