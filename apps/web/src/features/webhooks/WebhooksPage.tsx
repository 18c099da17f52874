import { listWebhooks, type WebhookWithSecret } from '@atrium/contract/webhooks';
import { maxWebhooks } from '@atrium/rules/webhook';
import { Button } from '@mantine/core';
import { IconBellCog, IconBellOff, IconPlus, IconSearchOff, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { callAll, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useNow } from '../../ui/use-now.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { texts } from './texts.ts';
import { webhookCells } from './webhook-cells.tsx';
import { webhookColumns } from './webhook-columns.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookPanel } from './WebhookPanel.tsx';
import classes from './webhooks.module.css';

/** The webhooks of an organization. */
export function WebhooksPage() {
  return (
    <SubscriptionGate capability="alarmsEnabled" icon={IconBellOff} texts={texts}>
      <Webhooks />
    </SubscriptionGate>
  );
}

const byAge = { column: 'createdAt', direction: 'ascending' } as const;
const watchEvery = 10_000;

function Webhooks() {
  const [view, setView, settled] = useListView('webhooks', byAge, []);
  /** The id of the webhook in the panel or the dialog; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const [made, setMade] = useState<WebhookWithSecret>();
  const now = useNow(1000);
  const bind = useBoundRequest();
  const query = listQueryOf(settled);
  const page = useList(listWebhooks, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const find = (id: string | undefined) => page.data?.rows.find(({ webhookId }) => webhookId === id);
  const shown = find(opened);
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={(page.data?.total ?? 0) >= maxWebhooks}
      onClick={() => setEdited('new')}
    >
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          <LinkButton variant="default" to="/app/alarms" leftSection={<IconBellCog size={16} aria-hidden />}>
            {texts.alarms}
          </LinkButton>
          {(page.data?.total ?? 0) > 0 && add}
        </>
      }
    >
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={webhookColumns(now)}
          cells={webhookCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ webhookId }) => webhookId}
          isCurrent={({ webhookId }) => webhookId === opened}
          loadAll={() =>
            callAll((part) => callList(listWebhooks, bind(listWebhooks, { query: { ...query, ...part } })))
          }
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconWebhook} {...texts.none} action={add} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <WebhookPanel
          key={shown.webhookId}
          webhook={shown}
          onEdit={() => setEdited(shown.webhookId)}
          onSecret={setMade}
          onClose={() => setOpened(undefined)}
        />
      )}
      {edited !== undefined && (
        <WebhookDialog webhook={find(edited)} onClose={() => setEdited(undefined)} onCreated={setMade} />
      )}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}
