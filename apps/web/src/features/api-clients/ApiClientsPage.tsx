import { listApiClients } from '@atrium/contract/api-clients';
import { maxApiClients } from '@atrium/rules/api-client';
import { Button } from '@mantine/core';
import { IconApi, IconApiOff, IconExternalLink, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useOpenedRow } from '../../ui/table/use-opened-row.ts';
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
const keyOf = ({ clientId }: { clientId: string }) => clientId;

function Clients() {
  const [view, setView, settled] = useListView('api-clients', byName, []);
  const [secret, setSecret] = useState<Secret>();
  const now = useNow(1000);
  const query = listQueryOf(settled);
  const page = useList(listApiClients, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listApiClients, { query });
  const row = useOpenedRow(page.data?.rows, keyOf);
  const { shown } = row;
  const add = (
    <AddButton disabled={(page.data?.total ?? 0) >= maxApiClients} onClick={row.add}>
      {texts.add}
    </AddButton>
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
          cells={clientCells(row.show)}
          view={view}
          onView={setView}
          page={page}
          keyOf={keyOf}
          isCurrent={row.isShown}
          loadAll={loadAll}
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
          key={keyOf(shown)}
          client={shown}
          onEdit={() => row.edit(shown)}
          onSecret={setSecret}
          onClose={row.hide}
        />
      )}
      {row.isEditing && <ClientDialog client={row.edited} onClose={row.endEdit} onCreated={setSecret} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
