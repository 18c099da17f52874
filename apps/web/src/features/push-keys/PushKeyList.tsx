import { listPushKeys, type PushKey } from '@atrium/contract/push-keys';
import { IconSearchOff, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './push-keys.module.css';
import { pushKeyCells } from './push-key-cells.tsx';
import { pushKeyColumns } from './push-key-columns.ts';
import { PushKeyPanel } from './PushKeyPanel.tsx';
import { texts } from './texts.ts';

const newestFirst = { column: 'createdAt', direction: 'descending' } as const;
const watchEvery = 5_000;

interface Props {
  onAdopt: (deviceId: string) => void;
  /** Connect a device with this key. */
  onSetUp: (pushKey: PushKey) => void;
  add: ReactNode;
}

/** All push keys of an organization, and when each was last used. */
export function PushKeyList({ onAdopt, onSetUp, add }: Props) {
  const [view, setView, settled] = useListView('push-keys', newestFirst, ['revoked']);
  const isRevoked = view.filters.revoked === 'true';
  const [opened, setOpened] = useState<string>();
  const now = useNow(1000);
  const query = { ...listQueryOf(settled), ...(isRevoked && { revoked: 'true' as const }) };
  const page = useList(listPushKeys, { query }, { texts: texts.list, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listPushKeys, { query });
  const shown = page.data?.rows.find(({ pushKeyId }) => pushKeyId === opened);
  return (
    <Card className={classes['list'] ?? ''}>
      <h2 className={classes['listHeading']}>{texts.listHeading}</h2>
      <ListTable
        label={texts.listHeading}
        columns={pushKeyColumns(now)}
        cells={pushKeyCells(setOpened)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ pushKeyId }) => pushKeyId}
        isCurrent={({ pushKeyId }) => pushKeyId === opened}
        loadAll={loadAll}
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
      {shown && (
        <PushKeyPanel
          key={shown.pushKeyId}
          pushKey={shown}
          onAdopt={onAdopt}
          onSetUp={() => {
            onSetUp(shown);
            setOpened(undefined);
            window.scrollTo({ top: 0 });
          }}
          onReplace={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}
