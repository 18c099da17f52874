import { finishPasskeySignIn, startPasskeySignIn } from '@atrium/contract/second-factor';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { canUsePasskeys, signWithPasskey, wasCanceled } from '../../api/passkeys.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { texts } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

/** A passkey identifies someone and proves it, without a password. */
export function PasskeyButton({ remember }: { remember: () => boolean }) {
  const enter = useSignedIn();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;
  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const options = await call(startPasskeySignIn, { body: { step: 'first', remember: remember() } });
      enter(await call(finishPasskeySignIn, { body: { answer: await signWithPasskey(options) } }));
    } catch (error) {
      if (!wasCanceled(error)) setFailure(explainFailure(error, texts.passkey.failed).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormFailure message={failure} />
      <Button
        variant="default"
        fullWidth
        loading={busy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void signIn()}
      >
        {texts.passkey.button}
      </Button>
    </>
  );
}
