import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { FormDialog } from './FormDialog.tsx';
import type { DialogProps } from './host.tsx';

export interface EmailQuestion {
  title: string;
  label?: string;
  initial?: string;
  /** The verb on the button. */
  confirm: string;
  isValid: (email: string) => boolean;
}

/** Small; Enter submits it once the address is valid. */
export default function EmailDialog({ asked, onAnswer }: DialogProps<EmailQuestion, string>) {
  const [email, setEmail] = useState(asked.initial ?? '');
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title={asked.title}
      size="sm"
      submit={asked.confirm}
      onClose={() => onAnswer()}
      onSubmit={() => {
        if (asked.isValid(email.trim())) onAnswer(email.trim());
        else setRefused(true);
      }}
    >
      <TextInput
        label={asked.label ?? texts.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        value={email}
        error={refused && texts.emailWrong}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setRefused(false);
        }}
      />
    </FormDialog>
  );
}
