import { deleteDisplay, type Display, getDisplay, listDisplays } from '@atrium/contract/displays';
import { Button } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './displays.module.css';
import { LinksCard } from './LinksCard.tsx';
import { texts } from './texts.ts';

interface Props {
  playlist: Display;
  mayWrite: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** One playlist: its link and its actions. */
export function PlaylistPanel({ playlist, mayWrite, onEdit, onClose }: Props) {
  const { displayId, version, name } = playlist;
  const remove = useWrite(deleteDisplay, texts.deleted, [listDisplays], [getDisplay]);
  const askAndRemove = async () => {
    if (!(await confirm(texts.removeQuestion))) return;
    remove.mutate({ params: { displayId }, seenVersion: version }, { onSuccess: onClose });
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      <LinksCard display={playlist} mayWrite={mayWrite} />
      {mayWrite && (
        <div className={classes['buttons']}>
          <Button onClick={onEdit}>{texts.editPlaylist}</Button>
          <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
            {texts.remove}
          </Button>
        </div>
      )}
    </SidePanel>
  );
}
