import { listQuarantine, type QuarantineGroup } from '@atrium/contract/inbox';
import { explainReason, quarantineReasons } from '@atrium/rules/quarantine-reasons';
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { groupCells } from './inbox-cells.tsx';
import { groupColumns } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { texts } from './texts.ts';

const words = texts.quarantine;
const newestFirst = { column: 'lastAt', direction: 'descending' } as const;

/** What is not counted, with its reason: one row for each device, reason and shape. */
export function QuarantineTable({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('quarantine', newestFirst, ['reason']);
  const now = useNow(60_000);
  const [opened, setOpened] = useState<QuarantineGroup>();
  const { reason } = view.filters;
  const { limit, offset, search } = listQueryOf(settled);
  const query = { limit, offset, search, ...(orgId !== null && { orgId }), ...(reason !== undefined && { reason }) };
  const page = useList(listQuarantine, { query }, { texts: words.read, keep: true, every: 15_000 });
  const loadAll = useLoadAll(listQuarantine, { query });
  const narrowed = settled.search !== '' || reason !== undefined;
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={words.label}
        columns={groupColumns(orgId === null, now)}
        cells={groupCells(setOpened)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ quarantineId }) => quarantineId}
        isCurrent={({ quarantineId }) => quarantineId === opened?.quarantineId}
        loadAll={loadAll}
        filters={
          <FilterSelect
            label={words.filter}
            any={words.any}
            searchable
            width={190}
            data={Object.keys(quarantineReasons).map((value) => ({ value, label: explainReason(value).title }))}
            value={reason}
            onChange={(value) => setView({ filters: withFilter(view.filters, 'reason', value) })}
          />
        }
        empty={
          <EmptyState icon={narrowed ? IconSearchOff : IconCircleCheck} {...(narrowed ? words.noMatch : words.none)} />
        }
      />
      {opened && <GroupPanel key={opened.quarantineId} group={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}
