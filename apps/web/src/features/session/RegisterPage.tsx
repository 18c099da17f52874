import { register } from '@atrium/contract/registration';
import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { fieldsOf, toastFailure } from './failure.ts';
import { InvitationPage } from './InvitationPage.tsx';
import type { Invited } from './use-activation.ts';
import { newPassword } from './new-password.ts';
import { NewPasswordField } from './PasswordField.tsx';
import { OtherRegistration } from './OtherRegistration.tsx';
import { texts } from './texts.ts';

const words = texts.register;
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.nameMissing)),
  phone: z.string(),
  password: newPassword,
});
const route = getRouteApi('/register');

export function RegisterPage() {
  const { invitationId = '', email = '' } = route.useSearch();
  return (
    <InvitationPage invitationId={invitationId}>
      {(invited) =>
        invited.isSSO ? (
          <OtherRegistration to="/register-sso" invitationId={invitationId} email={email} />
        ) : (
          <RegisterForm invitationId={invitationId} invited={invited} />
        )
      }
    </InvitationPage>
  );
}

function RegisterForm({ invitationId, invited }: { invitationId: string; invited: Invited }) {
  const { history } = useRouter();
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { name: invited.name ?? '', phone: '', password: '' },
    submit: ({ name, phone, password }) =>
      call(register, {
        body: { invitationId, user: { name, password, phone: phone.trim() || null }, timeZone: ownTimeZone() },
      }),
    done: ({ landing }) => history.replace(landing),
    explain: (error) => {
      toastFailure(words.toast, error);
      return { ...explainFailure(error, words.failed), fields: fieldsOf(error, ['name', 'phone', 'password']) };
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormFailure message={failure} />
        <TextInput label={texts.email} type="email" autoComplete="username" value={invited.email} readOnly />
        <TextInput label={texts.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label={texts.phone}
          description={texts.phoneHelp}
          type="tel"
          autoComplete="tel"
          key={form.key('phone')}
          {...form.getInputProps('phone')}
        />
        <NewPasswordField label={texts.password} key={form.key('password')} {...form.getInputProps('password')} />
        <Button type="submit" loading={submitting} fullWidth>
          {invited.isSignUp ? words.signUpCreate : words.create}
        </Button>
      </Stack>
    </form>
  );
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
