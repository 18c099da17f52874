import { Text } from '@mantine/core';
import { FormDialog } from './FormDialog.tsx';
import type { DialogProps } from './host.tsx';

export interface Question {
  title: string;
  body: string;
  /** The verb: "Yes, delete it!" */
  confirm: string;
  danger?: boolean;
}

export default function ConfirmDialog({ asked, onAnswer }: DialogProps<Question, true>) {
  return (
    <FormDialog
      title={asked.title}
      submit={asked.confirm}
      danger={asked.danger ?? false}
      focusCancel
      onClose={() => onAnswer()}
      onSubmit={() => {
        onAnswer(true);
      }}
    >
      <Text>{asked.body}</Text>
    </FormDialog>
  );
}
