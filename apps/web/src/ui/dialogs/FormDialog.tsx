import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FormFailure } from '../FormFailure.tsx';
import { texts } from '../texts.ts';
import { Dialog } from './Dialog.tsx';
import classes from './dialogs.module.css';
import { useLeaving } from './use-close-guard.ts';

interface Props {
  title: string;
  size?: 'sm' | 'md' | 'lg';
  /** The verb on the button; "Save" when absent. */
  submit?: string;
  danger?: boolean;
  submitting?: boolean;
  /** There is nothing to submit. */
  disabled?: boolean;
  failure?: string | null;
  /** Without fields, the focus starts on the button that changes nothing. */
  focusCancel?: boolean;
  onClose: () => void;
  /** Asked before Escape, the cross or the backdrop closes it. */
  mayLeave?: () => Promise<boolean>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Next to the buttons, on the left. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A dialog with a whole form: Enter submits it, Escape closes it. */
export function FormDialog(props: Props) {
  const {
    title,
    size = 'md',
    submit = texts.save,
    danger,
    submitting,
    disabled = false,
    failure,
    focusCancel,
    onClose,
    onSubmit,
  } = props;
  const leave = useLeaving(props.mayLeave, onClose);
  return (
    <Dialog title={title} size={size} onClose={leave}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In the React tree, a dialog is inside the form that opened it.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        <Stack gap="md">
          <FormFailure message={failure ?? null} />
          {props.children}
        </Stack>
        <div className={classes['foot']}>
          {props.aside}
          <Button variant="default" onClick={onClose} {...(focusCancel && { 'data-autofocus': true })}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            loading={submitting ?? false}
            disabled={disabled}
            {...(danger && { color: 'var(--atrium-danger)', c: 'var(--atrium-card)' })}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
