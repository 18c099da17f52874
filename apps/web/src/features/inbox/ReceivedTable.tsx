import { bodyStatuses, listReceived, type ReceivedBody } from '@atrium/contract/inbox';
import type { QueryInput } from '@atrium/contract/endpoint';
import { readDevice } from '@atrium/rules/device-identity';
import { quarantineReasons, explainReason } from '@atrium/rules/quarantine-reasons';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconInbox, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { announce } from '../../api/notices.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { instantsOfDays } from '../../format/local-time.ts';
import { count } from '../../format/numbers.ts';
import { viewerTimezone } from '../../format/zones.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { WalkedTable } from '../../ui/table/WalkedTable.tsx';
import { BodyPanel } from './BodyPanel.tsx';
import { receivedCells } from './inbox-cells.tsx';
import { receivedColumns } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { texts } from './texts.ts';

const words = texts.received;
const watchEvery = 10_000;
const pageSize = 25;
/** The most rows of a CSV file. */
const inFile = 10_000;

interface Filters {
  device: string;
  status: string | null;
  reason: string | null;
  from: string;
  to: string;
}

const noFilters: Filters = { device: '', status: null, reason: null, from: '', to: '' };

/** What was received, newest first. The list has no end that could be counted, so it is walked through. */
export function ReceivedTable({ orgId }: { orgId: string | null }) {
  const [filters, setFilters] = useState(noFilters);
  const [settled] = useDebouncedValue(filters, 200);
  /** The cursors of the pages behind the first one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<ReceivedBody>();
  const status = bodyStatuses.find((each) => each === settled.status);
  const device = readDevice(settled.device) ?? settled.device.trim();
  const cursor = cursors.at(-1);
  const filtered = {
    ...(orgId !== null && { orgId }),
    ...(device !== '' && { device }),
    ...(status && { status }),
    ...(settled.reason !== null && { reason: settled.reason }),
    ...instantsOfDays(viewerTimezone, settled),
  };
  const query = { ...filtered, limit: pageSize, ...(cursor !== undefined && { cursor }) };
  const isFirst = cursor === undefined;
  const page = useEndpoint(
    listReceived,
    { query },
    { texts: words.read, keep: true, ...(isFirst && { every: watchEvery }) },
  );
  const { results, next = null, searchedTo = null } = page.data ?? {};
  const set = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change });
    setCursors([]);
  };
  const narrowed = Object.keys(filtered).length > (orgId === null ? 0 : 1) || !isFirst;
  const date = (field: 'from' | 'to') => ({
    type: 'date',
    'aria-label': words.filters[field],
    leftSection: words.filters[field],
    leftSectionWidth: 52,
    className: classes['date'] ?? '',
    value: filters[field],
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  });
  const isShort = next !== null && searchedTo !== null && results !== undefined && results.length < pageSize;
  return (
    <Card className={classes['list'] ?? ''}>
      <WalkedTable
        label={words.label}
        columns={receivedColumns(orgId === null)}
        cells={receivedCells(setOpened)}
        rows={results}
        error={page.error}
        onRetry={() => void page.refetch()}
        keyOf={({ bodyId }) => bodyId}
        isCurrent={({ bodyId }) => bodyId === opened?.bodyId}
        search={filters.device}
        onSearch={(text) => set({ device: text })}
        placeholder={texts.search}
        loadAll={() => loadFrom(filtered)}
        filters={
          <>
            <FilterSelect
              label={words.filters.status}
              any={words.filters.any}
              width={150}
              data={bodyStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
              value={filters.status ?? undefined}
              onChange={(value) => set({ status: value, ...(value !== 'quarantined' && { reason: null }) })}
            />
            {filters.status === 'quarantined' && (
              <FilterSelect
                label={words.filters.reason}
                any={words.filters.anyReason}
                searchable
                width={190}
                data={Object.keys(quarantineReasons).map((value) => ({ value, label: explainReason(value).title }))}
                value={filters.reason ?? undefined}
                onChange={(reason) => set({ reason })}
              />
            )}
            <TextInput {...date('from')} />
            <TextInput {...date('to')} />
          </>
        }
        empty={<EmptyState icon={narrowed ? IconSearchOff : IconInbox} {...(narrowed ? words.noMatch : words.none)} />}
        onNewer={isFirst ? undefined : () => setCursors(cursors.slice(0, -1))}
        onOlder={next === null ? undefined : () => setCursors([...cursors, next])}
        note={isShort ? words.searchedTo(longTimestamp(searchedTo)) : undefined}
      />
      {opened && <BodyPanel key={opened.bodyId} body={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** The newest rows that match, for the CSV file; says if there are more. */
async function loadFrom(filtered: QueryInput<typeof listReceived>): Promise<ReceivedBody[]> {
  const rows: ReceivedBody[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < inFile) {
    const query = { ...filtered, limit: 200, ...(cursor !== undefined && { cursor }) };
    const { results, next } = await call(listReceived, { query });
    rows.push(...results);
    cursor = next;
  }
  if (cursor !== null || rows.length > inFile)
    announce({ kind: 'toast', tone: 'warning', ...words.cut(count(inFile)) });
  return rows.slice(0, inFile);
}
