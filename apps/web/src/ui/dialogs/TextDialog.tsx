import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from './FormDialog.tsx';
import type { DialogProps } from './host.tsx';

export interface TextQuestion {
  title: string;
  label: string;
  /** The reason for the question. */
  body?: string;
  initial?: string;
  severalLines?: boolean;
  /** The verb on the button. */
  confirm: string;
  danger?: boolean;
  /** The problem with a text; it stays to be corrected. */
  problem?: (text: string) => string | undefined;
}

export default function TextDialog({ asked, onAnswer }: DialogProps<TextQuestion, string>) {
  const [text, setText] = useState(asked.initial ?? '');
  const [problem, setProblem] = useState<string>();
  const field = {
    label: asked.label,
    value: text,
    error: problem,
    autoComplete: 'off',
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value);
      setProblem(undefined);
    },
  };
  return (
    <FormDialog
      title={asked.title}
      submit={asked.confirm}
      danger={asked.danger ?? false}
      onClose={() => onAnswer()}
      onSubmit={() => {
        const found = asked.problem?.(text);
        if (found === undefined) onAnswer(text);
        else setProblem(found);
      }}
    >
      {asked.body && <Text>{asked.body}</Text>}
      {asked.severalLines ? <Textarea {...field} autosize minRows={4} maxRows={12} /> : <TextInput {...field} />}
    </FormDialog>
  );
}
