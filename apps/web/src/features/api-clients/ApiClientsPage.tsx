import { listApiClients } from '@atrium/contract/api-clients';
import { maxApiClients } from '@atrium/rules/api-client';
import { Button } from '@mantine/core';
import { IconApi, IconApiOff, IconExternalLink, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { callAll, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './api-clients.module.css';
import { clientCells } from './client-cells.tsx';
import { clientColumns } from './client-columns.ts';
import { ClientDialog } from './ClientDialog.tsx';
import { ClientPanel } from './ClientPanel.tsx';
import { type Secret, SecretDialog } from './SecretDialog.tsx';
import { texts } from './texts.ts';

/** The API clients of an organization. */
export function ApiClientsPage() {
  return (
    <SubscriptionGate capability="apiClientsEnabled" icon={IconApiOff} texts={texts}>
      <Clients />
    </SubscriptionGate>
  );
}

const byName = { column: 'name', direction: 'ascending' } as const;
const watchEvery = 10_000;

function Clients() {
  const [view, setView, settled] = useListView('api-clients', byName, []);
  /** The id of the client in the panel or the dialog; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const [secret, setSecret] = useState<Secret>();
  const now = useNow(1000);
  const bind = useBoundRequest();
  const query = listQueryOf(settled);
  const page = useList(listApiClients, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const find = (id: string | undefined) => page.data?.rows.find(({ clientId }) => clientId === id);
  const shown = find(opened);
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={(page.data?.total ?? 0) >= maxApiClients}
      onClick={() => setEdited('new')}
    >
      {texts.add}
    </Button>
  );
  const docs = (
    <Button
      variant="default"
      component="a"
      href="/api/docs/clients"
      target="_blank"
      rel="noreferrer"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      {texts.docs}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          {docs}
          {(page.data?.total ?? 0) > 0 && add}
        </>
      }
    >
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={clientColumns(now)}
          cells={clientCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ clientId }) => clientId}
          isCurrent={({ clientId }) => clientId === opened}
          loadAll={() =>
            callAll((part) => callList(listApiClients, bind(listApiClients, { query: { ...query, ...part } })))
          }
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconApi} {...texts.none} action={add} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <ClientPanel
          key={shown.clientId}
          client={shown}
          onEdit={() => setEdited(shown.clientId)}
          onSecret={setSecret}
          onClose={() => setOpened(undefined)}
        />
      )}
      {edited !== undefined && (
        <ClientDialog client={find(edited)} onClose={() => setEdited(undefined)} onCreated={setSecret} />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
