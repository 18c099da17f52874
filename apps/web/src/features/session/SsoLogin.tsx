import { getSsoLoginUrl } from '@atrium/contract/sso';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

const schema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, texts.emailMissing)),
  remember: z.boolean(),
});

interface Props {
  /** Why the provider did not sign anyone in; null before the first attempt. */
  failure: string | null;
  onPassword: () => void;
}

export default function SsoLogin({ failure: refusedThere, onPassword }: Props) {
  const { form, onSubmit, submitting, failure } = useForm({
    schema,
    initialValues: { email: '', remember: false },
    leaveFreely: true,
    submit: (values) => call(getSsoLoginUrl, { body: values }),
    done: ({ url }) => window.location.assign(url),
    explain: (error) => ({ ...explainFailure(error, texts.sso.failed), fields: {} }),
  });
  return (
    <FormPage
      title={texts.sso.title}
      intro={texts.sso.intro}
      links={
        <button type="button" onClick={onPassword}>
          {texts.sso.withPassword}
        </button>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure ?? refusedThere} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Checkbox
            label={texts.remember}
            key={form.key('remember')}
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Button type="submit" loading={submitting} fullWidth>
            {texts.sso.go}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
