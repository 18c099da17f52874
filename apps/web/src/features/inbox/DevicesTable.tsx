import { type InboxDevice, listInboxDevices } from '@atrium/contract/inbox';
import { IconAntenna, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { deviceCells } from './inbox-cells.tsx';
import { deviceColumns, senderOf } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { ReplayDialog } from './ReplayDialog.tsx';
import { texts } from './texts.ts';

const words = texts.devices;
const newestFirst = { column: 'lastAt', direction: 'descending' } as const;

/** Devices of the last days: what became of their data, and their clocks. */
export function DevicesTable({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('inbox-devices', newestFirst);
  const now = useNow(60_000);
  const [replayed, setReplayed] = useState<InboxDevice>();
  const { limit, offset, search } = listQueryOf(settled);
  const query = { limit, offset, search, ...(orgId !== null && { orgId }) };
  const page = useList(listInboxDevices, { query }, { texts: words.read, keep: true, every: 15_000 });
  const loadAll = useLoadAll(listInboxDevices, { query });
  const narrowed = settled.search !== '';
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={words.label}
        columns={deviceColumns(orgId === null, now)}
        cells={deviceCells(setReplayed)}
        view={view}
        onView={setView}
        page={page}
        keyOf={(row) => `${row.orgId} ${row.device}`}
        loadAll={loadAll}
        empty={
          <EmptyState icon={narrowed ? IconSearchOff : IconAntenna} {...(narrowed ? words.noMatch : words.none)} />
        }
      />
      {replayed && (
        <ReplayDialog
          orgId={replayed.orgId}
          wish={{ device: replayed.device, name: senderOf(replayed) }}
          onClose={() => setReplayed(undefined)}
        />
      )}
    </Card>
  );
}
