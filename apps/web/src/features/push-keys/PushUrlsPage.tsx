import { listPushKeys } from '@atrium/contract/push-keys';
import { Button } from '@mantine/core';
import { IconPlus, IconSearchOff, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { callAll, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AdoptDialog } from './AdoptDialog.tsx';
import classes from './push-keys.module.css';
import { NewDevices } from './NewDevices.tsx';
import { pushKeyCells } from './push-key-cells.tsx';
import { pushKeyColumns } from './push-key-columns.ts';
import { PushKeyDialog } from './PushKeyDialog.tsx';
import { PushKeyPanel } from './PushKeyPanel.tsx';
import { texts } from './texts.ts';

const newestFirst = { column: 'createdAt', direction: 'descending' } as const;
/** Polls while waiting for the first push. */
const watchEvery = 2_000;

/** The push keys of an organization: what to paste into sensors, and what was received. */
export function PushUrlsPage() {
  const [view, setView, settled] = useListView('push-keys', newestFirst, ['revoked']);
  const isRevoked = view.filters.revoked === 'true';
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [adopted, setAdopted] = useState<string>();
  const now = useNow(1000);
  const bind = useBoundRequest();
  const query = { ...listQueryOf(settled), ...(isRevoked && { revoked: 'true' as const }) };
  const page = useList(listPushKeys, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const shown = page.data?.rows.find(({ pushKeyId }) => pushKeyId === opened);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          <LinkButton variant="default" to="/app/teach">
            {texts.unlisted}
          </LinkButton>
          {add}
        </>
      }
    >
      <NewDevices />
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={pushKeyColumns(now)}
          cells={pushKeyCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ pushKeyId }) => pushKeyId}
          isCurrent={({ pushKeyId }) => pushKeyId === opened}
          loadAll={() =>
            callAll((part) => callList(listPushKeys, bind(listPushKeys, { query: { ...query, ...part } })))
          }
          filters={
            <FilterSelect
              label={texts.filter.label}
              width={160}
              value={isRevoked ? 'true' : ''}
              data={[
                { value: '', label: texts.filter.active },
                { value: 'true', label: texts.filter.revoked },
              ]}
              onChange={(chosen) => setView({ filters: chosen ? { revoked: chosen } : {} })}
            />
          }
          empty={
            settled.search !== '' ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : isRevoked ? (
              <EmptyState icon={IconUpload} {...texts.noneRevoked} />
            ) : (
              <EmptyState icon={IconUpload} {...texts.none} action={add} />
            )
          }
        />
      </Card>
      {creating && (
        <PushKeyDialog
          onClose={() => setCreating(false)}
          onCreated={({ pushKeyId }) => {
            setView({ filters: {}, search: '', page: 0 });
            setOpened(pushKeyId);
          }}
        />
      )}
      {shown && (
        <PushKeyPanel
          key={shown.pushKeyId}
          pushKey={shown}
          onAdopt={setAdopted}
          onReplace={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {adopted !== undefined && <AdoptDialog deviceId={adopted} onClose={() => setAdopted(undefined)} />}
    </Page>
  );
}
