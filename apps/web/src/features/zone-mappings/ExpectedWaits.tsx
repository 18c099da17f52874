import { createExpectedWaitMapping, listExpectedWaitMappings, liveWait } from '@atrium/contract/expected-wait-mappings';
import { IconHourglass, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTopics } from '../../analytics/use-topic.ts';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { MappingDialog } from './MappingDialog.tsx';
import { MappingPanel } from './MappingPanel.tsx';
import { texts } from './texts.ts';
import { waitCells } from './wait-cells.tsx';
import { waitColumns } from './wait-columns.ts';
import classes from './zone-mappings.module.css';

const byName = { column: 'space', direction: 'ascending' } as const;
const include = 'space(location),zone';

/** The expected waits of an organization: which zone each space is left through, and the wait of now. */
export function ExpectedWaits() {
  const [view, setView, settled] = useListView('expected-waits', byName, []);
  /** The id of the mapping in the panel or the dialog; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const mayAdd = useMay(createExpectedWaitMapping);
  const named = useNamedSpace();
  const query = { ...listQueryOf(settled), include };
  const page = useList(listExpectedWaitMappings, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listExpectedWaitMappings, { query });
  const rows = page.data?.rows ?? [];
  const live = useTopics(
    liveWait,
    rows.map(({ spaceId }) => ({ spaceId })),
  );
  const all = [...rows, ...(named.mapping ? [named.mapping] : [])];
  const find = (id: string | undefined) => all.find(({ expectedWaitMappingId }) => expectedWaitMappingId === id);
  const shown = find(opened) ?? named.mapping;
  const add = <AddButton onClick={() => setEdited('new')}>{texts.add}</AddButton>;
  const isNew = edited === 'new' || (named.isUnmapped && mayAdd);
  return (
    <div>
      <PanelHead
        id="expected-waits"
        heading={texts.page}
        intro={texts.pageText}
        action={mayAdd && (page.data?.total ?? 0) > 0 && add}
      />
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={waitColumns}
          cells={waitCells(setOpened)}
          view={view}
          onView={setView}
          page={{
            ...page,
            data: page.data && { ...page.data, rows: rows.map((row) => ({ ...row, live: live.get(row.spaceId) })) },
          }}
          keyOf={({ expectedWaitMappingId }) => expectedWaitMappingId}
          isCurrent={({ expectedWaitMappingId }) => expectedWaitMappingId === shown?.expectedWaitMappingId}
          loadAll={async () => (await loadAll()).map((row) => ({ ...row, live: live.get(row.spaceId) }))}
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconHourglass} {...(mayAdd ? { ...texts.none, action: add } : texts.noneForUsers)} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <MappingPanel
          key={shown.expectedWaitMappingId}
          mapping={shown}
          onEdit={() => setEdited(shown.expectedWaitMappingId)}
          onClose={() => {
            setOpened(undefined);
            named.forget();
          }}
        />
      )}
      {(isNew || edited !== undefined) && (
        <MappingDialog
          mapping={isNew ? undefined : find(edited)}
          spaceId={named.spaceId}
          onClose={() => {
            setEdited(undefined);
            if (isNew) named.forget();
          }}
        />
      )}
    </div>
  );
}

/** The space that the address names, as the link on its page does, and its mapping. */
function useNamedSpace() {
  const { spaceId } = useSearch({ strict: false }) as { spaceId?: string };
  const navigate = useNavigate();
  const query = { spaceId: spaceId ?? '', include };
  const found = useList(listExpectedWaitMappings, { query }, { texts: texts.one, enabled: spaceId !== undefined });
  const mapping = spaceId === undefined ? undefined : found.data?.rows[0];
  return {
    spaceId,
    mapping,
    isUnmapped: spaceId !== undefined && found.data?.total === 0,
    forget: () => {
      if (spaceId === undefined) return;
      void navigate({ to: '.', replace: true, search: ({ spaceId: _named, ...rest }: { spaceId?: string }) => rest });
    },
  };
}
