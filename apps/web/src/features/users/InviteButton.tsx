import { Button, Group } from '@mantine/core';
import { IconTableImport, IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { InviteDialog } from './InviteDialog.tsx';
import { texts } from './texts.ts';

const BulkInviteDialog = lazy(() => import('./BulkInviteDialog.tsx'));

/** One person by a form, or many by a file. */
export function InviteButton({ orgId }: { orgId: string }) {
  const [inviting, setInviting] = useState<'one' | 'many'>();
  const close = () => setInviting(undefined);
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconTableImport size={16} aria-hidden />}
        onClick={() => setInviting('many')}
      >
        {texts.bulk.action}
      </Button>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting('one')}>
        {texts.invite.action}
      </Button>
      {inviting === 'one' && <InviteDialog orgId={orgId} onClose={close} />}
      {inviting === 'many' && (
        <Suspense>
          <BulkInviteDialog orgId={orgId} onClose={close} />
        </Suspense>
      )}
    </Group>
  );
}
