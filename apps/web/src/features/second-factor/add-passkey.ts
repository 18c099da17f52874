import { addPasskey, startPasskey } from '@atrium/contract/second-factor';
import { call } from '../../api/client.ts';
import { explainFailure } from '../../api/explain-failure.ts';
import { announce } from '../../api/notices.ts';
import { createWithPasskey, isKnownAlready, wasCanceled } from '../../api/passkeys.ts';
import { askText } from '../../ui/dialogs/ask.ts';
import { texts } from './texts.ts';

const words = texts.passkeys;

/**
 * Asks for a name and lets the browser create a passkey. Returns the recovery codes if it was the first factor;
 * undefined if nothing was added, which has been reported.
 */
export async function createPasskey(): Promise<{ recoveryCodes: string[] | null } | undefined> {
  const name = await askText({
    title: words.nameTitle,
    label: words.nameLabel,
    body: words.nameHelp,
    confirm: words.continue,
    problem: (text) => (text.trim() === '' ? words.nameMissing : undefined),
  });
  if (name === undefined) return undefined;
  try {
    const answer = await createWithPasskey(await call(startPasskey, {}));
    const added = await call(addPasskey, { body: { name: name.trim().slice(0, 60), answer } });
    announce({ kind: 'toast', tone: 'success', ...words.added });
    return added;
  } catch (error) {
    if (wasCanceled(error)) return undefined;
    const said = isKnownAlready(error) ? words.known : explainFailure(error, texts.noAnswer).message;
    announce({ kind: 'toast', tone: 'danger', title: words.failed.title, text: `${words.failed.text}. ${said}` });
    return undefined;
  }
}
