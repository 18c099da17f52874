import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from '../Copy.tsx';
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
          <Copy value={copy}>
            {({ copied, copy: take }) => (
              <Button variant="default" onClick={take}>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </Copy>
        )}
        <Button data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Dialog>
  );
}
