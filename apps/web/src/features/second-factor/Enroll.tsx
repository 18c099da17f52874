import { Button, Stack, Title } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { createPasskey } from './add-passkey.ts';
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './second-factor.module.css';
import { texts } from './texts.ts';
import { Quiet } from '../../ui/Quiet.tsx';

const words = texts.enroll;

/** The first second factor of someone who must have one: a passkey or an app, then the recovery codes. */
export function Enroll({ onDone }: { onDone: () => void }) {
  const [usesApp, setUsesApp] = useState(!canUsePasskeys());
  const [codes, setCodes] = useState<readonly string[]>();
  const added = (recoveryCodes: string[] | null) => (recoveryCodes ? setCodes(recoveryCodes) : onDone());
  const addKey = async () => {
    const result = await createPasskey();
    if (result) added(result.recoveryCodes);
  };
  if (codes) {
    return (
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.codes.shownTitle}
        </Title>
        <RecoveryCodes codes={codes} onSaved={onDone} />
      </Stack>
    );
  }
  if (usesApp) {
    return (
      <Stack gap="md">
        <AuthenticatorSetup onAdded={added} />
        {canUsePasskeys() && (
          <Button variant="subtle" onClick={() => setUsesApp(false)}>
            {words.other}
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <div className={classes['choice']}>
        <Button fullWidth leftSection={<IconFingerprint size={18} aria-hidden />} onClick={() => void addKey()}>
          {words.passkey}
        </Button>
        <Quiet fz="sm">{texts.passkeys.text}</Quiet>
      </div>
      <div className={classes['choice']}>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
          onClick={() => setUsesApp(true)}
        >
          {words.app}
        </Button>
        <Quiet fz="sm">{texts.app.text}</Quiet>
      </div>
    </Stack>
  );
}
