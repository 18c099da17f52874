import type { ApiClientWithSecret } from '@atrium/contract/api-clients';
import { Button, Stack } from '@mantine/core';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { texts } from './texts.ts';

export type Secret = Pick<ApiClientWithSecret, 'clientId' | 'clientSecret' | 'name'>;

/** The only time a secret is shown, so neither Escape nor a click beside it closes the dialog. */
export function SecretDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { clientId, clientSecret, name } = secret;
  return (
    <Dialog title={`${texts.secret.title}: ${name}`} size="lg">
      <Stack gap="md">
        <Quiet>{texts.secret.text}</Quiet>
        <Facts>
          <dt>{texts.panel.clientId}</dt>
          <dd>
            <CopyValue value={clientId} label={texts.panel.clientId} />
          </dd>
          <dt>{texts.panel.secret}</dt>
          <dd>
            <CopyValue value={clientSecret} label={texts.panel.secret} isPrimary />
          </dd>
        </Facts>
        <Button variant="default" onClick={onClose}>
          {texts.secret.done}
        </Button>
      </Stack>
    </Dialog>
  );
}
