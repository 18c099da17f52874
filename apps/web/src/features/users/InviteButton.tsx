import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { InviteDialog } from './InviteDialog.tsx';
import { texts } from './texts.ts';

export function InviteButton({ orgId }: { orgId: string }) {
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
        {texts.invite.action}
      </Button>
      {inviting && <InviteDialog orgId={orgId} onClose={() => setInviting(false)} />}
    </>
  );
}
