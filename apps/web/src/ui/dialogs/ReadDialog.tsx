import { Button, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  /** What the copy button copies. */
  copy?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that only shows something. */
export function ReadDialog({ title, copy, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Group justify="flex-end" mt="lg">
        {copy !== undefined && (
          <CopyButton value={copy} timeout={2000}>
            {({ copied, copy: take }) => (
              <Button variant="default" onClick={take}>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
        )}
        <Button data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Dialog>
  );
}
