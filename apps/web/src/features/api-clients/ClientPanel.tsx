import {
  type ApiClient,
  deleteApiClient,
  getApiClient,
  listApiClients,
  tokenPath,
  updateApiClient,
} from '@atrium/contract/api-clients';
import { Button } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './api-clients.module.css';
import { StateTag } from './client-cells.tsx';
import { stateOf } from './client-columns.ts';
import type { Secret } from './SecretDialog.tsx';
import { texts } from './texts.ts';

interface Props {
  client: ApiClient;
  onEdit: () => void;
  onSecret: (secret: Secret) => void;
  onClose: () => void;
}

/** One client: what a program needs besides the secret, how it is used, and its actions. */
export function ClientPanel({ client, onEdit, onSecret, onClose }: Props) {
  const { clientId, name, localuser, version } = client;
  const params = { clientId };
  const regenerate = useWrite(updateApiClient, texts.regenerated, [listApiClients]);
  const remove = useWrite(deleteApiClient, texts.deleted, [listApiClients], [getApiClient]);
  const state = stateOf(client);
  const askAndRegenerate = async () => {
    if (!(await confirm(texts.regenerateQuestion(name)))) return;
    const request = { params, query: { regenerateSecret: 'true' as const }, body: {} };
    regenerate.mutate(request, {
      onSuccess: ({ clientSecret }) => clientSecret !== undefined && onSecret({ clientId, clientSecret, name }),
    });
  };
  const askAndRemove = async () => {
    if (!(await confirm(texts.removeQuestion(name)))) return;
    remove.mutate({ params, seenVersion: version }, { onSuccess: onClose });
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      <StateTag client={client} />
      {state !== 'active' && <Quiet>{texts.stateHelp[state]}</Quiet>}
      <Facts>
        <dt>{texts.panel.clientId}</dt>
        <dd>
          <CopyValue value={clientId} label={texts.panel.clientId} />
        </dd>
        <dt>{texts.panel.tokenUrl}</dt>
        <dd>
          <CopyValue value={`${globalThis.location.origin}${tokenPath}`} label={texts.panel.tokenUrl} />
        </dd>
        {localuser && (
          <>
            <dt>{texts.columns.user}</dt>
            <dd>
              {localuser.name}
              <br />
              {localuser.email}
            </dd>
          </>
        )}
        <dt>{texts.columns.created}</dt>
        <dd>{longTimestamp(client.createdAt)}</dd>
        <dt>{texts.columns.lastUsed}</dt>
        <dd>{longTimestamp(client.lastUsedAt) || texts.never}</dd>
        <dt>{texts.columns.requests}</dt>
        <dd>{count(client.requestCount)}</dd>
      </Facts>
      <Quiet>{texts.panel.text}</Quiet>
      <div className={classes['actions']}>
        <Button onClick={onEdit}>{texts.edit}</Button>
        <Button variant="default" loading={regenerate.isPending} onClick={() => void askAndRegenerate()}>
          {texts.regenerate}
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
          {texts.remove}
        </Button>
      </div>
    </SidePanel>
  );
}
