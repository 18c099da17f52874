import type { Attachment } from '@atrium/contract/attachment';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import classes from './attachments.module.css';
import { texts } from './texts.ts';

/** An image at the size of the window. */
export function PreviewDialog({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const { originalName, url, notes } = file;
  return (
    <Dialog title={originalName} size="lg" onClose={onClose}>
      <img className={classes['preview']} src={url} alt={originalName} />
      <Group justify="space-between" mt="md" wrap="nowrap" align="flex-start">
        <p className={classes['notes']}>{notes}</p>
        <Button
          component="a"
          href={url}
          download={originalName}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          className={classes['fixed'] ?? ''}
        >
          {texts.download}
        </Button>
      </Group>
    </Dialog>
  );
}
