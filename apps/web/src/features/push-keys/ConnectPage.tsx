import { listPushKeys, type PushKey } from '@atrium/contract/push-keys';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { AdoptDialog } from './AdoptDialog.tsx';
import { ConnectSteps } from './ConnectSteps.tsx';
import { NewDevices } from './NewDevices.tsx';
import { PushKeyDialog } from './PushKeyDialog.tsx';
import { PushKeyList } from './PushKeyList.tsx';
import { texts } from './texts.ts';

/** From a device in its box to its first counts: its vendor, its key, its settings, and what arrives. */
export function ConnectPage() {
  const [chosen, setChosen] = useState<PushKey>();
  const [creating, setCreating] = useState(false);
  const [adopted, setAdopted] = useState<string>();
  const keys = useList(listPushKeys, { query: { limit: 1 } }, { texts: texts.list });
  const [newest] = keys.data?.rows ?? [];
  const isChosen = chosen !== undefined;
  const current = useList(
    listPushKeys,
    { query: { pushKeyId: chosen?.pushKeyId } },
    { texts: texts.read, enabled: isChosen },
  );
  // A revoked one is not replaced by another, which would be taken for it.
  const pushKey = !isChosen ? newest : current.data ? current.data.rows[0] : chosen;
  const add = (
    <Button
      variant={newest ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      trail={[]}
      actions={
        <LinkButton variant="default" to="/app/teach">
          {texts.unlisted}
        </LinkButton>
      }
    >
      <NewDevices onAdopt={setAdopted} />
      <ConnectSteps keys={keys} pushKey={pushKey} onChoose={setChosen} add={add} onAdopt={setAdopted} />
      <PushKeyList onAdopt={setAdopted} onSetUp={setChosen} add={add} />
      {creating && <PushKeyDialog onClose={() => setCreating(false)} onCreated={setChosen} />}
      {adopted !== undefined && <AdoptDialog deviceId={adopted} onClose={() => setAdopted(undefined)} />}
    </Page>
  );
}
