import { sendPasswordReset } from '@atrium/contract/registration';
import { isEmail } from '@atrium/rules/email';
import { Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { toastFailure } from './failure.ts';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

const words = texts.forgot;
const schema = z.object({
  email: z.string().check(z.trim(), z.refine(isEmail, texts.emailWrong)),
});

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <RequestForm onSent={setSentTo} />
  ) : (
    <FormPage
      title={words.sentTitle}
      intro={words.sent(sentTo)}
      links={
        <>
          <Link to="/login">{texts.backToSignIn}</Link>
          <button type="button" onClick={() => setSentTo(undefined)}>
            {words.again}
          </button>
        </>
      }
    />
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { email: '' },
    leaveFreely: true,
    submit: async ({ email }) => {
      await call(sendPasswordReset, { body: { email: email.trim() } });
      return email.trim();
    },
    done: onSent,
    explain: (error) => {
      toastFailure(words.toast, error);
      return { ...explainFailure(error, words.failed), fields: {} };
    },
  });
  return (
    <FormPage title={words.title} intro={words.intro} links={<Link to="/login">{texts.backToSignIn}</Link>}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={submitting} fullWidth>
            {words.send}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
