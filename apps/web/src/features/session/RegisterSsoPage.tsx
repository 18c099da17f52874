import { registerSso } from '@atrium/contract/registration';
import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { fieldsOf, toastFailure } from './failure.ts';
import classes from './FormPage.module.css';
import { InvitationPage } from './InvitationPage.tsx';
import { ownTimeZone } from './RegisterPage.tsx';
import { OtherRegistration } from './OtherRegistration.tsx';
import { texts } from './texts.ts';

const words = texts.register;
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.nameMissing)),
  phone: z.string(),
});
const route = getRouteApi('/register-sso');

/** The same for an organization with single sign-on: no password, and the account is created at the provider. */
export function RegisterSsoPage() {
  const { invitationId = '', email = '' } = route.useSearch();
  return (
    <InvitationPage invitationId={invitationId}>
      {(invited) =>
        invited.isSSO ? (
          <RegisterForm invitationId={invitationId} email={invited.email} />
        ) : (
          <OtherRegistration to="/register" invitationId={invitationId} email={email} />
        )
      }
    </InvitationPage>
  );
}

function RegisterForm({ invitationId, email }: { invitationId: string; email: string }) {
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { name: '', phone: '' },
    leaveFreely: true,
    submit: ({ name, phone }) =>
      call(registerSso, {
        body: { invitationId, user: { name, phone: phone.trim() || null }, timeZone: ownTimeZone() },
      }),
    done: ({ url }) => window.location.assign(url),
    explain: (error) => {
      toastFailure(words.toast, error);
      return { ...explainFailure(error, words.failed), fields: fieldsOf(error, ['name', 'phone']) };
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <p className={classes['help']}>{words.sso}</p>
        <FormFailure message={failure} />
        <TextInput label={texts.email} type="email" value={email} readOnly />
        <TextInput label={texts.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label={texts.phone}
          description={texts.phoneHelp}
          type="tel"
          autoComplete="tel"
          key={form.key('phone')}
          {...form.getInputProps('phone')}
        />
        <Button type="submit" loading={submitting} fullWidth>
          {words.goOn}
        </Button>
      </Stack>
    </form>
  );
}
