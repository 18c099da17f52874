import { resetPassword } from '@atrium/contract/registration';
import { Button, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { toastFailure } from './failure.ts';
import { FormPage } from './FormPage.tsx';
import { newPassword } from './new-password.ts';
import { NewPasswordField } from './PasswordField.tsx';
import { texts } from './texts.ts';

const words = texts.reset;
const schema = z.object({ newPassword });
const route = getRouteApi('/reset-password');

export function ResetPasswordPage() {
  const { resetKey = '' } = route.useSearch();
  const [isDone, setDone] = useState(false);
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { newPassword: '' },
    leaveFreely: true,
    submit: (values) => call(resetPassword, { body: { resetKey, ...values } }),
    done: () => setDone(true),
    explain: (error) => {
      toastFailure(words.toast, error);
      return { message: reasonOf(error), fields: {} };
    },
  });
  if (isDone)
    return (
      <FormPage title={words.doneTitle} intro={words.done}>
        <LinkButton to="/login" fullWidth>
          {texts.signIn}
        </LinkButton>
      </FormPage>
    );
  return (
    <FormPage
      title={words.title}
      intro={words.intro}
      links={
        <>
          <Link to="/forgot-password">{words.newLink}</Link>
          <Link to="/login">{texts.backToSignIn}</Link>
        </>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure ?? (resetKey === '' ? words.noKey : null)} />
          <NewPasswordField
            label={texts.newPassword}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Button type="submit" loading={submitting} disabled={resetKey === ''} fullWidth>
            {words.save}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}

/** The first broken rule, or else the reason, the message, or a general text. */
function reasonOf(error: unknown): string {
  const reply = error instanceof ApiError ? error.reply : undefined;
  return reply?.failedRules?.[0] ?? reply?.reason ?? reply?.message ?? words.failed;
}
