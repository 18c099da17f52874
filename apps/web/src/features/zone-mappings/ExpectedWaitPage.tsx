import { createExpectedWaitMapping, listExpectedWaitMappings, liveWait } from '@atrium/contract/expected-wait-mappings';
import { Button } from '@mantine/core';
import { IconHourglass, IconHourglassOff, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTopics } from '../../analytics/use-topic.ts';
import { callAll, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { MappingDialog } from './MappingDialog.tsx';
import { MappingPanel } from './MappingPanel.tsx';
import { texts } from './texts.ts';
import { waitCells } from './wait-cells.tsx';
import { waitColumns } from './wait-columns.ts';
import classes from './zone-mappings.module.css';

/** The expected waits of an organization. */
export function ExpectedWaitPage() {
  return (
    <SubscriptionGate capability="canViewExpectedWaitTime" icon={IconHourglassOff} texts={texts}>
      <Waits />
    </SubscriptionGate>
  );
}

const byName = { column: 'space', direction: 'ascending' } as const;
const include = 'space(location),zone';

function Waits() {
  const [view, setView, settled] = useListView('expected-waits', byName, []);
  /** The id of the mapping in the panel or the dialog; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const bind = useBoundRequest();
  const mayAdd = useMay(createExpectedWaitMapping);
  const named = useNamedSpace();
  const query = { ...listQueryOf(settled), include };
  const page = useList(listExpectedWaitMappings, { query }, { texts: texts.list, keep: true });
  const rows = page.data?.rows ?? [];
  const live = useTopics(
    liveWait,
    rows.map(({ spaceId }) => ({ spaceId })),
  );
  const all = [...rows, ...(named.mapping ? [named.mapping] : [])];
  const find = (id: string | undefined) => all.find(({ expectedWaitMappingId }) => expectedWaitMappingId === id);
  const shown = find(opened) ?? named.mapping;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  );
  const isNew = edited === 'new' || (named.isUnmapped && mayAdd);
  return (
    <Page title={texts.page} text={texts.pageText} actions={mayAdd && (page.data?.total ?? 0) > 0 && add}>
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
          loadAll={async () => {
            const found = await callAll((part) =>
              callList(listExpectedWaitMappings, bind(listExpectedWaitMappings, { query: { ...query, ...part } })),
            );
            return found.map((row) => ({ ...row, live: live.get(row.spaceId) }));
          }}
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
    </Page>
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
