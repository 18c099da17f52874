import type { WebhookWithSecret } from '@atrium/contract/webhooks';
import { Button, Stack } from '@mantine/core';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { texts } from './texts.ts';

/** The only time a secret is shown, so neither Escape nor a click beside it closes the dialog. */
export function SecretDialog({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) {
  return (
    <Dialog title={texts.secret.title} size="lg">
      <Stack gap="md">
        <Quiet>{texts.secret.text}</Quiet>
        <Facts>
          <dt>{texts.secretLabel}</dt>
          <dd>
            <CopyValue value={made.secret} label={texts.secretLabel} isPrimary />
          </dd>
        </Facts>
        <Quiet>{texts.signature}</Quiet>
        <Button variant="default" onClick={onClose}>
          {texts.secret.done}
        </Button>
      </Stack>
    </Dialog>
  );
}
