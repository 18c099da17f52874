import { confirmEmailChange } from '@atrium/contract/account';
import { Button, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useForm } from '../../ui/use-form.ts';
import { toastFailure } from './failure.ts';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

const words = texts.confirmEmail;
const route = getRouteApi('/confirm-email');

/** Opened from the link sent to a new address. A button, because mail scanners open links, too. */
export function ConfirmEmailPage() {
  const { emailKey = '' } = route.useSearch();
  const [confirmed, setConfirmed] = useState<string>();
  const { onSubmit, submitting, failure } = useForm({
    schema: z.object({}),
    initialValues: {},
    leaveFreely: true,
    submit: () => call(confirmEmailChange, { body: { emailKey } }),
    done: ({ email }) => setConfirmed(email),
    explain: (error) => {
      toastFailure(words.toast, error);
      return { ...explainFailure(error, words.failed), fields: {} };
    },
  });
  if (confirmed !== undefined)
    return (
      <FormPage title={words.doneTitle} intro={words.done(confirmed)}>
        <LinkButton to="/app/profile" fullWidth>
          {words.goOn}
        </LinkButton>
      </FormPage>
    );
  return (
    <FormPage title={words.title} intro={words.intro} links={<Link to="/app/profile">{texts.ended.profile}</Link>}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormFailure message={failure ?? (emailKey === '' ? words.noKey : null)} />
          <Button type="submit" loading={submitting} disabled={emailKey === ''} fullWidth>
            {words.confirm}
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
}
