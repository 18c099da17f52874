import { getSftpAccess, type SftpAccess } from '@atrium/contract/imports';
import { getOrganization, type Organization, updateOrganization } from '@atrium/contract/organizations';
import type { Problem } from '@atrium/rules/problem';
import { readPublicKey } from '@atrium/rules/sftp-public-key';
import { Skeleton, Textarea, Title } from '@mantine/core';
import { IconServerOff } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useRowForm } from '../../forms/use-row-form.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import classes from './imports.module.css';
import { Templates } from './Templates.tsx';
import { texts } from './texts.ts';

const words = texts.settings;

/** How files are sent by SFTP, and the key that may. */
export function ImportSettingsPage() {
  const { orgId } = useScope();
  const found = useEndpoint(getOrganization, { params: { orgId: orgId ?? 'myorg' } }, { texts: words.read });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  return (
    <Page title={words.page} text={words.pageText}>
      {found.data ? (
        <Settings key={found.data.orgId} organization={found.data} />
      ) : (
        <Card>
          <Skeleton height={240} />
        </Card>
      )}
    </Page>
  );
}

/** The menu does not lead here without SFTP; an old link might. */
function Settings({ organization }: { organization: Organization }) {
  if (organization.sftpEnabled) return <SettingsForm organization={organization} />;
  return (
    <Card>
      <EmptyState icon={IconServerOff} {...words.off} />
    </Card>
  );
}

interface Values extends Record<string, unknown> {
  sftpPublicKey: string;
}

const problems = ({ sftpPublicKey }: Values): Problem[] => {
  const key = sftpPublicKey.trim() === '' ? undefined : readPublicKey(sftpPublicKey);
  return key && 'problem' in key ? [{ path: 'sftpPublicKey', message: key.problem }] : [];
};

function SettingsForm({ organization }: { organization: Organization }) {
  const update = useWrite(updateOrganization, words.updated, [getOrganization]);
  const { form, onSubmit, submitting, failure, isDirty } = useRowForm<Organization, Values>({
    row: organization,
    valuesOf: (row) => ({ sftpPublicKey: row?.sftpPublicKey ?? '' }),
    problems,
    focusFirst: false,
    submit: ({ sftpPublicKey }, opened = organization) =>
      update.mutateAsync({
        params: { orgId: opened.orgId },
        body: { sftpPublicKey: sftpPublicKey.trim() || null },
        seenVersion: opened.version,
      }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormFailure message={failure} />
      <Cards>
        <Card>
          <Title order={2} mb="md">
            {words.connection}
          </Title>
          <Connection orgId={organization.orgId} />
        </Card>
        <div>
          <Card>
            <Title order={2} mb="md">
              {words.key}
            </Title>
            <Textarea
              label={words.key}
              description={words.keyHelp}
              autosize
              minRows={3}
              maxRows={8}
              spellCheck={false}
              {...form.getInputProps('sftpPublicKey')}
            />
          </Card>
          <Card className={classes['below'] ?? ''}>
            <Title order={2} mb="md">
              {words.files}
            </Title>
            <p className={classes['lead']}>{words.filesText}</p>
            <Templates />
          </Card>
        </div>
      </Cards>
      <SaveBar shown={isDirty} submitting={submitting} onDiscard={() => form.reset()} />
    </form>
  );
}

function Connection({ orgId }: { orgId: string }) {
  const found = useEndpoint(getSftpAccess, { query: { orgId } }, { texts: words.readAccess });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={160} />;
  const { port, user, fingerprint }: SftpAccess = found.data;
  if (port === null) return <p className={classes['quiet']}>{words.noServer}</p>;
  const values = [
    [words.host, globalThis.location.hostname],
    [words.port, String(port)],
    [words.user, user],
    [words.folder, '/incoming'],
    ...(fingerprint === null ? [] : [[words.fingerprint, fingerprint] as const]),
  ] as const;
  return (
    <>
      <p className={classes['lead']}>{words.connectionText}</p>
      <Facts>
        {values.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyValue value={value} label={label} />
            </dd>
          </Fragment>
        ))}
      </Facts>
    </>
  );
}
