import { finishAuthenticator, startAuthenticator } from '@atrium/contract/second-factor';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { qrImage } from '../../ui/qr-code.ts';
import classes from './second-factor.module.css';
import { texts } from './texts.ts';

const words = texts.app;

interface Props {
  /** With the recovery codes, when it was the first factor. */
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** A new secret to scan or type, and the code that proves that the app has it. */
export function AuthenticatorSetup({ onAdded }: Props) {
  const [offered, setOffered] = useState<{ secret: string; image: string | undefined }>();
  const [refused, setRefused] = useState<string>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (offered ?? refused) return;
    let isOpen = true;
    const start = async () => {
      const { secret, uri } = await call(startAuthenticator, {});
      const image = await qrImage(uri).catch(() => undefined);
      if (isOpen) setOffered({ secret, image });
    };
    start().catch((error: unknown) => isOpen && setRefused(explainFailure(error, texts.noAnswer).message));
    return () => {
      isOpen = false;
    };
  }, [offered, refused]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (code.trim() === '') return setProblem(words.codeMissing);
    setBusy(true);
    setProblem(null);
    try {
      onAdded((await call(finishAuthenticator, { body: { code } })).recoveryCodes);
    } catch (error) {
      setProblem(explainFailure(error, texts.noAnswer).message);
    } finally {
      setBusy(false);
    }
  };

  if (refused !== undefined) return <ErrorState message={refused} onRetry={() => setRefused(undefined)} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{words.scan}</Text>
        {!offered && <Skeleton className={classes['qr']} aria-busy />}
        {offered?.image && <img className={classes['qr']} src={offered.image} alt={words.alt} />}
        <div>
          <Text mb={4}>{words.manual}</Text>
          {offered ? <CopyValue value={grouped(offered.secret)} label={words.key} /> : <Skeleton height={32} />}
        </div>
        <CodeInput
          label={words.code}
          value={code}
          error={problem}
          data-autofocus
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!offered}>
          {words.confirm}
        </Button>
      </Stack>
    </form>
  );
}

function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
