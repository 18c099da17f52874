import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

interface Props {
  words: { readonly title: string; readonly close: string; readonly apply: string };
  canApply: boolean;
  isApplying: boolean;
  onApply: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** What counting bodies again would change, with a button that does it. */
export function PreviewDialog({ words, canApply, isApplying, onApply, onClose, children }: Props) {
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
          {canApply && (
            <Button loading={isApplying} onClick={onApply}>
              {words.apply}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
