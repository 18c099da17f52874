import { prove, startProof } from '@atrium/contract/second-factor';
import { Button, Divider, PasswordInput, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { explainFailure } from '../api/explain-failure.ts';
import { canUsePasskeys, signWithPasskey, wasCanceled } from '../api/passkeys.ts';
import { CodeInput } from '../ui/CodeInput.tsx';
import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import type { DialogProps } from '../ui/dialogs/host.tsx';
import { accountTexts } from './account-texts.ts';

const words = accountTexts.proof;

/** Before credentials change: asks for the password, a code or a passkey again. */
export default function ProofDialog({ onAnswer }: DialogProps<null, true>) {
  const [factors, setFactors] = useState<readonly string[]>([]);
  const [usesCode, setUsesCode] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    call(startProof, {}).then(
      (options) => setFactors(options.factors),
      () => undefined,
    );
  }, []);

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      onAnswer(true);
    } catch (error) {
      if (!wasCanceled(error)) setProblem(explainFailure(error, words.failed).message);
    } finally {
      setBusy(false);
    }
  };
  const field = {
    value: text,
    error: problem,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  return (
    <FormDialog
      title={words.title}
      size="sm"
      submit={words.submit}
      submitting={busy}
      onClose={() => onAnswer()}
      onSubmit={() => void attempt(() => call(prove, { body: usesCode ? { code: text } : { password: text } }))}
    >
      <Text>{words.why}</Text>
      {factors.includes('passkey') && canUsePasskeys() && (
        <>
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => void attempt(withPasskey)}
          >
            {words.passkey}
          </Button>
          <Divider label={words.or} />
        </>
      )}
      {usesCode ? (
        <CodeInput key="code" label={words.code} data-autofocus {...field} />
      ) : (
        <PasswordInput
          key="password"
          label={words.password}
          autoComplete="current-password"
          data-autofocus
          {...field}
        />
      )}
      {factors.includes('authenticator') && (
        <Button
          variant="subtle"
          onClick={() => {
            setUsesCode(!usesCode);
            setText('');
            setProblem(null);
          }}
        >
          {usesCode ? words.withPassword : words.withCode}
        </Button>
      )}
    </FormDialog>
  );
}

async function withPasskey(): Promise<void> {
  const { passkey } = await call(startProof, {});
  if (passkey) await call(prove, { body: { answer: await signWithPasskey(passkey) } });
}
