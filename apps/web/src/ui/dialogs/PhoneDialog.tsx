import { useState } from 'react';
import { PhoneField } from '../PhoneField.tsx';
import { texts } from '../texts.ts';
import { FormDialog } from './FormDialog.tsx';
import type { DialogProps } from './host.tsx';

export interface PhoneQuestion {
  title: string;
  initial?: string;
  /** The verb on the button. */
  confirm: string;
}

export default function PhoneDialog({ asked, onAnswer }: DialogProps<PhoneQuestion, string>) {
  const [phone, setPhone] = useState({ text: asked.initial ?? '', valid: asked.initial !== undefined });
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title={asked.title}
      submit={asked.confirm}
      onClose={() => onAnswer()}
      onSubmit={() => {
        if (phone.valid) onAnswer(phone.text);
        else setRefused(true);
      }}
    >
      <PhoneField
        label={texts.phone}
        initial={asked.initial ?? ''}
        error={refused && texts.phoneWrong}
        startHere
        onChange={(text, valid) => {
          setPhone({ text, valid });
          setRefused(false);
        }}
      />
    </FormDialog>
  );
}
