import type { Display } from '@atrium/contract/displays';
import { Button } from '@mantine/core';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './displays.module.css';
import { LinksCard } from './LinksCard.tsx';
import { texts } from './texts.ts';
import { useRemoveDisplay } from './use-remove-display.ts';

interface Props {
  playlist: Display;
  mayWrite: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** One playlist: its link and its actions. */
export function PlaylistPanel({ playlist, mayWrite, onEdit, onClose }: Props) {
  const { askAndRemove, isPending } = useRemoveDisplay();
  return (
    <SidePanel title={playlist.name} onClose={onClose}>
      <LinksCard display={playlist} mayWrite={mayWrite} />
      {mayWrite && (
        <div className={classes['buttons']}>
          <Button onClick={onEdit}>{texts.editPlaylist}</Button>
          <Button variant="default" loading={isPending} onClick={() => void askAndRemove(playlist, onClose)}>
            {texts.remove}
          </Button>
        </div>
      )}
    </SidePanel>
  );
}
