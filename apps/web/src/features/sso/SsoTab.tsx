import { getOrganization } from '@atrium/contract/organizations';
import { deleteSsoConnection, getSsoConnection, setSsoConnection, type SsoConnection } from '@atrium/contract/sso';
import { Button, Group, PasswordInput, Skeleton, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import * as z from 'zod/mini';
import { Copy } from '../../ui/Copy.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import classes from './SsoTab.module.css';
import { texts } from './texts.ts';

interface Values extends Record<string, unknown> {
  issuer: string;
  clientId: string;
  clientSecret: string;
  domains: string[];
}

const schema = z.object({
  issuer: z.string().check(z.trim(), z.minLength(1, texts.issuerMissing)),
  clientId: z.string().check(z.trim(), z.minLength(1, texts.clientIdMissing)),
  clientSecret: z.string(),
  domains: z.array(z.string()).check(z.minLength(1, texts.domainsMissing)),
});

/** Staff connect an organization with its sign-in provider. */
export function SsoTab({ orgId }: { orgId: string }) {
  const found = useEndpoint(getSsoConnection, { params: { orgId } }, { texts: texts.read });
  if (found.error && found.data === undefined)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  return (
    <Card className={classes['card'] ?? ''}>
      <Title order={2} mb="xs">
        {texts.title}
      </Title>
      <p className={classes['intro']}>{texts.intro}</p>
      {found.data === undefined ? (
        <Skeleton height={280} />
      ) : (
        <ConnectionForm key={found.data?.ssoConnectionId ?? 'new'} orgId={orgId} connection={found.data} />
      )}
    </Card>
  );
}

function ConnectionForm({ orgId, connection }: { orgId: string; connection: SsoConnection | null }) {
  const params = { orgId };
  const changes = [getSsoConnection, getOrganization];
  const save = useWrite(setSsoConnection, texts.written, changes);
  const remove = useWrite(deleteSsoConnection, texts.removed, changes);
  const { form, onSubmit, submitting, failure } = useWriteForm<Values, SsoConnection>({
    noAnswer: texts.noAnswer,
    schema,
    focusFirst: false,
    initialValues: valuesOf(connection),
    submit: ({ clientSecret, ...body }) =>
      save.mutateAsync({ params, body: { ...body, ...(clientSecret !== '' && { clientSecret }) } }),
    done: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
    },
  });
  const askAndRemove = async () => {
    if (await confirm(texts.removal)) await remove.mutateAsync({ params });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormFailure message={failure} />
        <TextInput
          label={texts.issuer}
          description={texts.issuerHelp}
          type="url"
          required
          {...form.getInputProps('issuer')}
        />
        <TextInput label={texts.clientId} required autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordInput
          label={texts.clientSecret}
          description={connection?.hasClientSecret ? texts.secretKept : texts.secretNone}
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
        <TagsInput label={texts.domains} description={texts.domainsHelp} required {...form.getInputProps('domains')} />
        {connection && <RedirectUri address={connection.redirectUri} />}
        <Group justify="space-between">
          <Button type="submit" loading={submitting} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
          {connection && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => void askAndRemove().catch(() => undefined)}
            >
              {texts.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function RedirectUri({ address }: { address: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        className={classes['grow'] ?? ''}
        label={texts.redirectUri}
        description={texts.redirectHelp}
        inputWrapperOrder={['label', 'description', 'input']}
        value={address}
        readOnly
      />
      <Copy value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </Copy>
    </Group>
  );
}

function valuesOf(connection: SsoConnection | null): Values {
  const { issuer = '', clientId = '', domains = [] } = connection ?? {};
  return { issuer, clientId, clientSecret: '', domains: [...domains] };
}
