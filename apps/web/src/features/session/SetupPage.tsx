import { firstStaff } from '@atrium/contract/setup';
import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FormPage } from './FormPage.tsx';
import { newPassword } from './new-password.ts';
import { NewPasswordField } from './PasswordField.tsx';
import { texts } from './texts.ts';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.nameMissing)),
  email: z.email(texts.emailWrong),
  password: newPassword,
});

const route = getRouteApi('/setup');

export function SetupPage() {
  const { token } = route.useSearch();
  const { history } = useRouter();
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { name: '', email: '', password: '' },
    submit: (values) => call(firstStaff, { body: { ...values, token } }),
    done: ({ landing }) => history.replace(landing),
    explain: (error) => explainFailure(error, texts.noAnswer),
  });

  return (
    <FormPage title={texts.setup.title} intro={texts.setup.intro}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure ?? (token === '' ? texts.setup.noToken : null)} />
          <TextInput label={texts.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <NewPasswordField label={texts.password} key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" loading={submitting} disabled={token === ''} fullWidth>
            {texts.setup.create}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
