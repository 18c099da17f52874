import { listOwnSessions } from '@atrium/contract/account';
import {
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
  type SecondFactor,
  setStaffPolicy,
} from '@atrium/contract/second-factor';
import { Button, Group, Skeleton, Title } from '@mantine/core';
import { useState } from 'react';
import { longDate } from '../../format/dates.ts';
import { announce } from '../../api/notices.ts';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { useScope } from '../../api/scope.tsx';
import { useMay } from '../../api/use-may.ts';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { createPasskey } from './add-passkey.ts';
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './second-factor.module.css';
import { StaffPolicy } from './StaffPolicy.tsx';
import { texts } from './texts.ts';

/** Proofs besides the password: passkeys, an authenticator app, recovery codes. */
export function SecurityCard() {
  const { profile } = useScope();
  const maySetPolicy = useMay(setStaffPolicy);
  const found = useEndpoint(getSecondFactor, {}, { texts: texts.read });
  const isThemselves = profile.actingStaff === null;
  return (
    <Card>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{texts.title}</Title>
        {found.data?.isRequired && <Tag>{texts.required}</Tag>}
      </Group>
      {found.error && !found.data && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!found.error && !found.data && <Skeleton height={180} />}
      {found.data && !found.data.canEnroll && <p>{texts.sso}</p>}
      {found.data?.canEnroll && <Factors factors={found.data} mayChange={isThemselves} />}
      {maySetPolicy && isThemselves && <StaffPolicy />}
    </Card>
  );
}

const shown = [getSecondFactor, listOwnSessions];

function Factors({ factors, mayChange }: { factors: SecondFactor; mayChange: boolean }) {
  const { profile } = useScope();
  const refresh = useRefresh();
  const [isAddingApp, setAddingApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const removeApp = useWrite(removeAuthenticator, texts.app.removed, shown);
  const renew = useWrite(renewRecoveryCodes, texts.codes.renewed, shown);
  const hasFactor = factors.authenticator !== null || factors.passkeys.length > 0;

  const added = (recoveryCodes: string[] | null) => {
    setAddingApp(false);
    if (recoveryCodes) setCodes(recoveryCodes);
    return refresh(shown);
  };
  const addKey = async () => {
    const result = await createPasskey();
    if (result) await added(result.recoveryCodes);
  };
  const askAndRemoveApp = async () => {
    if (await confirm(texts.app.confirmRemoval)) removeApp.mutate({});
  };
  const askAndRenew = async () => {
    if (!(await confirm(texts.codes.confirmRenewal))) return;
    setCodes((await renew.mutateAsync({})).recoveryCodes);
  };
  return (
    <>
      <p className={classes['intro']}>{texts.why}</p>
      <section className={classes['section']} aria-label={texts.passkeys.title}>
        <div className={classes['row']}>
          <div className={classes['words']}>
            <div className={classes['name']}>{texts.passkeys.title}</div>
            <Quiet fz="sm">
              {factors.canUsePasskeys && canUsePasskeys() ? texts.passkeys.text : texts.passkeys.unavailable}
            </Quiet>
          </div>
          {factors.canUsePasskeys && canUsePasskeys() && (
            <Button variant="default" disabled={!mayChange} onClick={() => void addKey()}>
              {texts.passkeys.add}
            </Button>
          )}
        </div>
        {factors.passkeys.length > 0 && (
          <ul className={classes['keys']}>
            {factors.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkeyId} passkey={passkey} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </section>
      <section className={classes['section']} aria-label={texts.app.title}>
        <div className={classes['row']}>
          <div className={classes['words']}>
            <div className={classes['name']}>{texts.app.title}</div>
            <Quiet fz="sm">
              {factors.authenticator ? texts.app.on(longDate(factors.authenticator.createdAt)) : texts.app.text}
            </Quiet>
          </div>
          <Group gap="xs">
            <Button variant="default" disabled={!mayChange} onClick={() => setAddingApp(true)}>
              {factors.authenticator ? texts.app.replace : texts.app.add}
            </Button>
            {factors.authenticator && (
              <Button
                variant="default"
                disabled={!mayChange}
                loading={removeApp.isPending}
                onClick={() => void askAndRemoveApp()}
              >
                {texts.app.remove}
              </Button>
            )}
          </Group>
        </div>
      </section>
      {hasFactor && (
        <section className={classes['section']} aria-label={texts.codes.title}>
          <div className={classes['row']}>
            <div className={classes['words']}>
              <div className={classes['name']}>
                {texts.codes.title}
                <Tag tone={factors.recoveryCodes < 3 ? 'warning' : 'neutral'}>
                  {texts.codes.left(factors.recoveryCodes)}
                </Tag>
              </div>
              <Quiet fz="sm">{texts.codes.text}</Quiet>
            </div>
            <Button
              variant="default"
              disabled={!mayChange}
              loading={renew.isPending}
              onClick={() => void askAndRenew().catch(() => undefined)}
            >
              {texts.codes.renew}
            </Button>
          </div>
        </section>
      )}
      {isAddingApp && (
        <Dialog title={texts.app.setupTitle} onClose={() => setAddingApp(false)}>
          <AuthenticatorSetup
            onAdded={(recoveryCodes) => {
              announce({ kind: 'toast', tone: 'success', ...texts.app.added });
              void added(recoveryCodes);
            }}
          />
        </Dialog>
      )}
      {codes && (
        <Dialog title={texts.codes.shownTitle} size="lg">
          <RecoveryCodes codes={codes} email={profile.email} onSaved={() => setCodes(undefined)} />
        </Dialog>
      )}
    </>
  );
}
