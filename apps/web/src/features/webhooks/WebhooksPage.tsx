import { listWebhooks, type WebhookWithSecret } from '@atrium/contract/webhooks';
import { maxWebhooks } from '@atrium/rules/webhook';
import { IconBellCog, IconBellOff, IconSearchOff, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useOpenedRow } from '../../ui/table/use-opened-row.ts';
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
const keyOf = ({ webhookId }: { webhookId: string }) => webhookId;

function Webhooks() {
  const [view, setView, settled] = useListView('webhooks', byAge, []);
  const [made, setMade] = useState<WebhookWithSecret>();
  const now = useNow(1000);
  const query = listQueryOf(settled);
  const page = useList(listWebhooks, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listWebhooks, { query });
  const row = useOpenedRow(page.data?.rows, keyOf);
  const { shown } = row;
  const add = (
    <AddButton disabled={(page.data?.total ?? 0) >= maxWebhooks} onClick={row.add}>
      {texts.add}
    </AddButton>
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
          cells={webhookCells(row.show)}
          view={view}
          onView={setView}
          page={page}
          keyOf={keyOf}
          isCurrent={row.isShown}
          loadAll={loadAll}
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
          key={keyOf(shown)}
          webhook={shown}
          onEdit={() => row.edit(shown)}
          onSecret={setMade}
          onClose={row.hide}
        />
      )}
      {row.isEditing && <WebhookDialog webhook={row.edited} onClose={row.endEdit} onCreated={setMade} />}
      {made && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}
