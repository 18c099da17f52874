import {
  approveSensorHost,
  getPackageRequests,
  type PackageRequests,
  revokeSensorHost,
  updatePackageRequests,
} from '@atrium/contract/package-requests';
import { getSensor } from '@atrium/contract/sensors';
import { Button, NumberInput, PasswordInput, Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { texts } from './request-texts.ts';
import { requestBodyOf, type RequestForm, requestFormOf, requestProblems } from './request-values.ts';
import classes from './sensors.module.css';

interface Named {
  sensorId: string;
  orgId: string;
}

/** Whether and where the sensor is asked for packages that did not arrive. */
export function PackageRequestsCard({ sensorId, orgId }: Named) {
  const heading = useId();
  const [editing, setEditing] = useState(false);
  const request = { params: { sensorId }, query: { orgId } };
  const found = useEndpoint(getPackageRequests, request, { texts: texts.read });
  const loss = blockingError(found);
  const change = found.data && !editing && (
    <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
      {texts.change}
    </Button>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={texts.heading} intro={texts.intro} action={change} />
      {loss && <ErrorState message={loss.message} onRetry={() => void found.refetch()} />}
      {!found.data && !loss && <Skeleton height={120} radius="md" />}
      {found.data && editing && <RequestsForm stored={found.data} onClose={() => setEditing(false)} />}
      {found.data && !editing && <Stored stored={found.data} />}
    </Card>
  );
}

function Stored({ stored }: { stored: PackageRequests }) {
  const { isEnabled, host, port, tls, username, hasCaCertificate, approvedAddresses, needsApproval } = stored;
  const mayApprove = useMay(approveSensorHost);
  const address = tls ? `${host}:${port}` : `${host}:${port}, ${texts.plain}`;
  return (
    <>
      {isEnabled && needsApproval && (
        <p className={classes['warning']}>{mayApprove ? texts.privateStaff : texts.privateText}</p>
      )}
      <Facts>
        <dt>{texts.state}</dt>
        <dd>{isEnabled ? texts.on : texts.off}</dd>
        <dt>{texts.address}</dt>
        <dd>{host === '' ? texts.none : address}</dd>
        {username !== '' && (
          <>
            <dt>{texts.user}</dt>
            <dd>{username}</dd>
          </>
        )}
        {tls && hasCaCertificate && (
          <>
            <dt>{texts.certificate}</dt>
            <dd>{texts.ownCertificate}</dd>
          </>
        )}
        {approvedAddresses.length > 0 && (
          <>
            <dt>{texts.approvedAddresses}</dt>
            <dd>{approvedAddresses.join(', ')}</dd>
          </>
        )}
      </Facts>
      {mayApprove && <Approval stored={stored} />}
    </>
  );
}

function Approval({
  stored: { sensorId, orgId, host, needsApproval, approvedAddresses },
}: {
  stored: PackageRequests;
}) {
  const request = { params: { sensorId }, query: { orgId } };
  const approve = useWrite(approveSensorHost, texts.approved, [getPackageRequests]);
  const revoke = useWrite(revokeSensorHost, texts.revoked, [getPackageRequests]);
  const askAndApprove = async () => {
    if (await confirm(texts.approveQuestion(host))) approve.mutate(request);
  };
  const askAndRevoke = async () => {
    if (await confirm(texts.revokeQuestion(host))) revoke.mutate(request);
  };
  return (
    <div className={classes['actions']}>
      {needsApproval && (
        <Button loading={approve.isPending} onClick={() => void askAndApprove()}>
          {texts.approve}
        </Button>
      )}
      {approvedAddresses.length > 0 && (
        <Button variant="default" loading={revoke.isPending} onClick={() => void askAndRevoke()}>
          {texts.revoke}
        </Button>
      )}
    </div>
  );
}

const words = texts.form;

function RequestsForm({ stored, onClose }: { stored: PackageRequests; onClose: () => void }) {
  const { sensorId, orgId, reportedAddress, passwordSet, hasCaCertificate } = stored;
  const update = useWrite(updatePackageRequests, texts.updated, [getPackageRequests, getSensor]);
  // The values when the edit began: concurrent changes are not overwritten.
  const [{ saved, version }] = useState(() => ({ saved: requestFormOf(stored), version: stored.version }));
  const { form, onSubmit, submitting, failure } = useWriteForm<RequestForm, PackageRequests>({
    problems: (values) => requestProblems(values, stored),
    initialValues: saved,
    submit: (values) =>
      update.mutateAsync({
        params: { sensorId },
        query: { orgId },
        body: requestBodyOf(values),
        seenVersion: version,
      }),
    done: onClose,
  });
  const { tls } = form.getValues();
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit} aria-label={words.label}>
      <FormFailure message={failure} />
      <Fields>
        <Switch
          label={words.isEnabled}
          description={words.enabledHelp}
          className={fieldPlace.wide}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
        <TextInput
          label={words.host}
          description={reportedAddress === null ? undefined : words.hostHelp(reportedAddress)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="off"
          {...form.getInputProps('host')}
        />
        <NumberInput label={words.port} required min={1} max={65_535} hideControls {...form.getInputProps('port')} />
        <Switch
          label={words.tls}
          description={tls ? undefined : words.plainWarning}
          className={fieldPlace.wide}
          {...form.getInputProps('tls', { type: 'checkbox' })}
        />
        <TextInput label={words.username} required autoComplete="off" {...form.getInputProps('username')} />
        <PasswordInput
          label={words.password}
          description={passwordSet ? words.kept : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        {tls && (
          <Textarea
            label={words.certificate}
            description={hasCaCertificate ? `${words.certificateHelp} ${words.certificateKept}` : words.certificateHelp}
            className={fieldPlace.wide}
            classNames={{ input: classes['pem'] ?? '' }}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            {...form.getInputProps('caCertificate')}
          />
        )}
        {tls && hasCaCertificate && (
          <Switch
            label={words.removesCertificate}
            className={fieldPlace.wide}
            {...form.getInputProps('removesCertificate', { type: 'checkbox' })}
          />
        )}
      </Fields>
      <DraftActions draft={undefined} submitting={submitting} onCancel={onClose} />
    </form>
  );
}
