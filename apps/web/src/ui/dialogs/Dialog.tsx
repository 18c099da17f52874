import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialogs.module.css';
import { texts } from '../texts.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface Props {
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Absent if an answer is required: then neither Escape nor the backdrop closes it. */
  onClose?: () => void;
  children: ReactNode;
}

/**
 * The frame of every dialog: medium size, on a backdrop, closed by Escape. The library's own puts its title into a
 * banner landmark, and a page already has one.
 */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  const closes = onClose !== undefined;
  useReturnFocus();
  return (
    <Modal.Root
      opened
      onClose={() => onClose?.()}
      size={size}
      centered
      closeOnEscape={closes}
      closeOnClickOutside={closes}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes['head']}>
          <Modal.Title>{title}</Modal.Title>
          {closes && <Modal.CloseButton aria-label={texts.close} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
