import { type OfflineSensor, updateOfflineSensor } from '@atrium/contract/offline-sensors';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Page } from '../../api/client.ts';
import { useScope } from '../../api/scope.tsx';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import type { ListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CauseDialog } from './CauseDialog.tsx';
import { offlineCells } from './offline-cells.tsx';
import { offlineColumns } from './offline-columns.ts';
import classes from './offline-sensors.module.css';
import { RecordPanel } from './RecordPanel.tsx';
import { texts } from './texts.ts';

interface Props {
  kind: 'open' | 'resolved';
  view: Omit<ListView, 'filters'>;
  onView: (change: Partial<Omit<ListView, 'filters'>>) => void;
  page: UseQueryResult<Page<OfflineSensor>>;
  loadAll: () => Promise<readonly OfflineSensor[]>;
  filters: ReactNode;
  empty: ReactNode;
}

/** A list of records; each opens next to it, and can be acknowledged. */
export function RecordTable({ kind, view, onView, page, loadAll, filters, empty }: Props) {
  const { isStaff } = useScope();
  const mayAcknowledge = useMay(updateOfflineSensor);
  const now = useNow(60_000);
  const [openedId, setOpened] = useState<string | null>(null);
  const [acknowledged, setAcknowledged] = useState<OfflineSensor | null>(null);
  const opened = page.data?.rows.find(({ offlineSensorId }) => offlineSensorId === openedId);
  const cells = offlineCells({
    kind,
    now,
    onOpen: ({ offlineSensorId }) => setOpened(offlineSensorId),
    onAcknowledge: setAcknowledged,
  });
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={`${texts.page}, ${texts.tabs[kind].toLowerCase()}`}
        columns={offlineColumns({ kind, isStaff, mayAcknowledge })}
        cells={cells}
        view={view}
        onView={onView}
        page={page}
        keyOf={({ offlineSensorId }) => offlineSensorId}
        isCurrent={({ offlineSensorId }) => offlineSensorId === openedId}
        loadAll={loadAll}
        filters={filters}
        empty={empty}
      />
      {opened && (
        <RecordPanel
          record={opened}
          mayAcknowledge={mayAcknowledge}
          onAcknowledge={() => setAcknowledged(opened)}
          onClose={() => setOpened(null)}
        />
      )}
      {acknowledged && <CauseDialog record={acknowledged} onClose={() => setAcknowledged(null)} />}
    </Card>
  );
}
