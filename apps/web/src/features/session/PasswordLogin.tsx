import { login } from '@atrium/contract/session';
import type { FactorKind } from '@atrium/rules/second-factor';
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FormPage } from './FormPage.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { texts } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

const schema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, texts.emailMissing)),
  password: z.string().check(z.minLength(1, texts.passwordMissing)),
  remember: z.boolean(),
});

interface Props {
  onSso: () => void;
  /** The password was right; one of these factors comes next. */
  onSecondFactor: (factors: FactorKind[]) => void;
}

export function PasswordLogin({ onSso, onSecondFactor }: Props) {
  const enter = useSignedIn();
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { username: '', password: '', remember: false },
    leaveFreely: true,
    submit: (values) => call(login, { body: { ...values, username: values.username.trim() } }),
    done: (result) => {
      if (result.isSSO) window.location.assign(result.url);
      else if ('secondFactor' in result) onSecondFactor(result.secondFactor);
      else enter(result);
    },
    explain: (error) => ({ ...explainFailure(error, texts.noAnswer), fields: {} }),
  });

  return (
    <FormPage
      title={texts.signIn}
      intro={texts.welcomeBack}
      links={<Link to="/forgot-password">{texts.forgotten}</Link>}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            key={form.key('username')}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={texts.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Checkbox
            label={texts.remember}
            key={form.key('remember')}
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Button type="submit" loading={submitting} fullWidth>
            {texts.signIn}
          </Button>
          <PasskeyButton remember={() => form.getValues().remember} />
          <Button variant="default" fullWidth onClick={onSso}>
            {texts.sso.button}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
