import { deleteDisplay, type Display, getDisplay, listDisplays } from '@atrium/contract/displays';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { texts } from './texts.ts';

/** Deletes a display or a playlist after a question. */
export function useRemoveDisplay() {
  const remove = useWrite(deleteDisplay, texts.deleted, [listDisplays], [getDisplay]);
  const askAndRemove = async ({ displayId, version, kind, name }: Display, onRemoved = () => {}) => {
    const question = kind === 'playlist' ? texts.removePlaylist : texts.removeDisplay(name);
    if (!(await confirm(question))) return;
    remove.mutate({ params: { displayId }, seenVersion: version }, { onSuccess: onRemoved });
  };
  return { askAndRemove, isPending: remove.isPending };
}
