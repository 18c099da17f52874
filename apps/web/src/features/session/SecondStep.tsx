import { enterCode, finishPasskeySignIn, signInExpired, startPasskeySignIn } from '@atrium/contract/second-factor';
import type { FactorKind } from '@atrium/rules/second-factor';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { announce } from '../../api/notices.ts';
import { canUsePasskeys, signWithPasskey, wasCanceled } from '../../api/passkeys.ts';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { FormPage } from './FormPage.tsx';
import classes from './FormPage.module.css';
import { texts } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

const words = texts.secondStep;
type Way = 'passkey' | 'app' | 'recovery';

interface Props {
  factors: readonly FactorKind[];
  /** Back to the password. */
  onRestart: () => void;
}

/** After the password: a code from the app, a passkey, or a recovery code when both are lost. */
export function SecondStep({ factors, onRestart }: Props) {
  const ways: Way[] = [
    ...(factors.includes('passkey') && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(factors.includes('authenticator') ? (['app'] as const) : []),
    'recovery',
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = useSignedIn();

  const attempt = async (work: () => Promise<{ landing: string }>) => {
    setBusy(true);
    setFailure(null);
    try {
      enter(await work());
    } catch (error) {
      if (wasCanceled(error)) return;
      const { message } = explainFailure(error, texts.noAnswer);
      if (error instanceof ApiError && error.reply?.status === signInExpired) {
        announce({ kind: 'toast', tone: 'warning', title: texts.signIn, text: message });
        onRestart();
        return;
      }
      setFailure(message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') setFailure(words.codeMissing);
    else void attempt(() => call(enterCode, { body: { code } }));
  };
  const withPasskey = () =>
    attempt(async () => {
      const options = await call(startPasskeySignIn, { body: { step: 'second' } });
      return call(finishPasskeySignIn, { body: { answer: await signWithPasskey(options) } });
    });
  const choose = (next: Way) => {
    setWay(next);
    setCode('');
    setFailure(null);
  };
  const field = {
    value: code,
    autoFocus: true,
    error: failure,
    onChange: (event: { currentTarget: { value: string } }) => setCode(event.currentTarget.value),
  };
  const labels = { passkey: words.withPasskey, app: words.withApp, recovery: words.withRecovery };
  return (
    <FormPage
      title={words.title}
      intro={words[way]}
      links={
        <>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} type="button" onClick={() => choose(other)}>
                {labels[other]}
              </button>
            ))}
          <button type="button" onClick={onRestart}>
            {words.restart}
          </button>
        </>
      }
    >
      {way === 'passkey' ? (
        <Stack gap="md">
          <FormFailure message={failure} />
          <Button fullWidth loading={busy} data-autofocus onClick={() => void withPasskey()}>
            {words.withPasskey}
          </Button>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {way === 'app' ? (
              <CodeInput key="app" label={words.code} {...field} />
            ) : (
              <TextInput
                key="recovery"
                label={words.recoveryCode}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                {...field}
              />
            )}
            <Button type="submit" loading={busy} fullWidth>
              {words.confirm}
            </Button>
            {way === 'recovery' && <p className={classes['help']}>{words.lost}</p>}
          </Stack>
        </form>
      )}
    </FormPage>
  );
}
