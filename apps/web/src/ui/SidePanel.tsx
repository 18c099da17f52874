import { ActionIcon, Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLeaving } from './dialogs/use-close-guard.ts';
import { useReturnFocus } from './dialogs/use-return-focus.ts';
import classes from './SidePanel.module.css';
import { texts } from './texts.ts';

interface Props {
  title: string;
  onClose: () => void;
  /** Asked before it is closed. */
  mayLeave?: () => Promise<boolean>;
  children: ReactNode;
}

/** One row of a list, opened next to it. */
export function SidePanel({ title, onClose, mayLeave, children }: Props) {
  const leave = useLeaving(mayLeave, onClose);
  useReturnFocus();
  return (
    <Drawer.Root opened onClose={leave} position="right" size="lg">
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes['head']}>
          <Drawer.Title>{title}</Drawer.Title>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={leave}>
            <IconX size={18} />
          </ActionIcon>
        </div>
        <Drawer.Body className={classes['body'] ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
