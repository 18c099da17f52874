import { changePassword, listOwnSessions } from '@atrium/contract/account';
import { failedPasswordRules } from '@atrium/rules/password';
import { PasswordInput } from '@mantine/core';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useForm } from '../../ui/use-form.ts';
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
  const { form, onSubmit, submitting, failure, mayLeave } = useForm({
    schema,
    initialValues: { currentPassword: '', newPassword: '' },
    submit: (body) => change.mutateAsync({ body }),
    done: onClose,
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  return (
    <FormDialog
      title={words.title}
      submit={words.save}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        data-autofocus
        key={form.key('currentPassword')}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={words.new}
        description={words.help}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
    </FormDialog>
  );
}
