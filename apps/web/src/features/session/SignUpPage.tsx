import { occupancyProduct } from '@atrium/contract/product';
import { selfSignUp } from '@atrium/contract/registration';
import { isEmail } from '@atrium/rules/email';
import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { fieldsOf } from './failure.ts';
import classes from './FormPage.module.css';
import { FormPage } from './FormPage.tsx';
import { ownTimeZone } from './RegisterPage.tsx';
import { texts } from './texts.ts';

const words = texts.signUp;
const schema = z.object({
  organizationName: z.string().check(z.trim(), z.minLength(1, words.organizationMissing)),
  name: z.string().check(z.trim(), z.minLength(1, texts.nameMissing)),
  email: z.string().check(z.trim(), z.refine(isEmail, texts.emailWrong)),
});
const route = getRouteApi('/sign-up');

export function SignUpPage() {
  const { pid, refcode } = route.useSearch();
  const signIn = <Link to="/login">{texts.backToSignIn}</Link>;
  if (pid !== String(occupancyProduct.id))
    return (
      <FormPage title={words.title} intro="" links={signIn}>
        <FormFailure message={words.invalidProduct} />
        <p className={classes['help']}>{words.invalidHelp}</p>
      </FormPage>
    );
  return (
    <FormPage title={words.title} intro={words.intro} links={signIn}>
      <SignUpForm pid={pid} refcode={refcode} />
    </FormPage>
  );
}

function SignUpForm({ pid, refcode }: { pid: string; refcode: string | undefined }) {
  const navigate = useNavigate();
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { organizationName: '', name: '', email: '' },
    submit: (values) =>
      call(selfSignUp, {
        params: { product: occupancyProduct.key },
        body: { ...values, email: values.email.trim(), refcode: refcode ?? null, timeZone: ownTimeZone() },
      }),
    done: ({ email }) => void navigate({ to: '/sign-up-success', search: { email, pid } }),
    explain: (error) => ({
      message: messageOf(error),
      fields: fieldsOf(error, ['organizationName', 'name', 'email']),
    }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormFailure message={failure} />
        <TextInput
          label={words.organization}
          autoComplete="organization"
          key={form.key('organizationName')}
          {...form.getInputProps('organizationName')}
        />
        <TextInput label={texts.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={submitting} fullWidth>
          {words.create}
        </Button>
      </Stack>
    </form>
  );
}

/** The message, or else the error, or else a general text. */
function messageOf(error: unknown): string {
  const reply = error instanceof ApiError ? error.reply : undefined;
  return reply?.message ?? reply?.err ?? words.failed;
}
