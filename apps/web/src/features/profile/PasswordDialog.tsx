import { changePassword, listOwnSessions } from '@atrium/contract/account';
import { failedPasswordRules } from '@atrium/rules/password';
import { PasswordInput } from '@mantine/core';
import * as z from 'zod/mini';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts } from './texts.ts';

const words = texts.password;
const schema = z.object({
  currentPassword: z.string().check(z.minLength(1, words.currentMissing)),
  newPassword: z.string().check(({ value, issues }) => {
    const failed = failedPasswordRules(value);
    if (failed.length > 0) issues.push({ code: 'custom', message: failed.join(' '), input: value });
  }),
});

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useWrite(changePassword, words.write, [listOwnSessions]);
  const { form, dialog } = useWriteForm({
    noAnswer: texts.noAnswer,
    schema,
    initialValues: { currentPassword: '', newPassword: '' },
    submit: (body) => change.mutateAsync({ body }),
    done: onClose,
  });
  return (
    <FormDialog title={words.title} submit={words.save} onClose={onClose} {...dialog}>
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={words.new}
        description={words.help}
        autoComplete="new-password"
        {...form.getInputProps('newPassword')}
      />
    </FormDialog>
  );
}
