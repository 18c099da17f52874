import { Textarea } from '@mantine/core';
import classes from './dialogs.module.css';
import type { DialogProps } from './host.tsx';
import { ReadDialog } from './ReadDialog.tsx';

export interface ShownObject {
  title: string;
  value: object;
}

export default function ObjectDialog({ asked, onAnswer }: DialogProps<ShownObject, never>) {
  const json = JSON.stringify(asked.value, null, 2);
  return (
    <ReadDialog title={asked.title} copy={json} onClose={() => onAnswer()}>
      <Textarea
        aria-label={asked.title}
        classNames={{ input: classes['json'] ?? '' }}
        value={json}
        readOnly
        autosize
        maxRows={18}
        spellCheck={false}
      />
    </ReadDialog>
  );
}
