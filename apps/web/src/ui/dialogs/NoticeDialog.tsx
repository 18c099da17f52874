import { Stack, Text } from '@mantine/core';
import classes from './dialogs.module.css';
import type { DialogProps } from './host.tsx';
import { ReadDialog } from './ReadDialog.tsx';

export interface Notice {
  title: string;
  text: string;
  /** Shown below the text, with a copy button. */
  copy?: string;
}

export default function NoticeDialog({ asked, onAnswer }: DialogProps<Notice, never>) {
  return (
    <ReadDialog title={asked.title} copy={asked.copy} onClose={() => onAnswer()}>
      <Stack gap="sm">
        <Text>{asked.text}</Text>
        {asked.copy !== undefined && <code className={classes['code']}>{asked.copy}</code>}
      </Stack>
    </ReadDialog>
  );
}
