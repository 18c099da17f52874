import { bodyStatuses, listReceived, type ReceivedBody } from '@atrium/contract/inbox';
import { readDevice } from '@atrium/rules/device-identity';
import { quarantineReasons, explainReason } from '@atrium/rules/quarantine-reasons';
import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconInbox, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { BodyPanel } from './BodyPanel.tsx';
import { receivedCells } from './inbox-cells.tsx';
import { receivedColumns } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { texts } from './texts.ts';

const words = texts.received;
const watchEvery = 10_000;

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
  const query = {
    limit: 25,
    ...(orgId !== null && { orgId }),
    ...(cursor !== undefined && { cursor }),
    ...(device !== '' && { device }),
    ...(status && { status }),
    ...(settled.reason !== null && { reason: settled.reason }),
    ...(settled.from !== '' && { from: startOf(settled.from) }),
    ...(settled.to !== '' && { to: startOf(settled.to, 1) }),
  };
  const isFirst = cursor === undefined;
  const page = useEndpoint(
    listReceived,
    { query },
    { texts: words.read, keep: true, ...(isFirst && { every: watchEvery }) },
  );
  const { results = [], next = null, searchedTo = null } = page.data ?? {};
  const set = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change });
    setCursors([]);
  };
  const narrowed = Object.keys(query).length > (orgId === null ? 1 : 2);
  const date = (field: 'from' | 'to') => ({
    type: 'date',
    'aria-label': words.filters[field],
    leftSection: words.filters[field],
    leftSectionWidth: 52,
    className: classes['date'] ?? '',
    value: filters[field],
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  });
  return (
    <Card className={classes['list'] ?? ''}>
      <div className={classes['tools']}>
        <TextInput
          type="search"
          aria-label={words.filters.device}
          placeholder={texts.search}
          maxLength={100}
          value={filters.device}
          onChange={(event) => set({ device: event.currentTarget.value })}
        />
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
      </div>
      {page.error && !page.data && <ErrorState message={page.error.message} onRetry={() => void page.refetch()} />}
      {!page.data && !page.error && <Skeleton height={300} />}
      {page.data && results.length === 0 && (
        <EmptyState icon={narrowed ? IconSearchOff : IconInbox} {...(narrowed ? words.noMatch : words.none)} />
      )}
      {results.length > 0 && (
        <PlainTable
          label={words.label}
          columns={receivedColumns(orgId === null)}
          cells={receivedCells(setOpened)}
          rows={results}
          keyOf={({ bodyId }) => bodyId}
        />
      )}
      {(next !== null || !isFirst) && (
        <Group className={classes['pager'] ?? ''} justify="flex-end">
          {next !== null && searchedTo !== null && results.length < 25 && (
            <Quiet>{words.searchedTo(longTimestamp(searchedTo))}</Quiet>
          )}
          <Button
            variant="default"
            disabled={isFirst}
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {words.newer}
          </Button>
          <Button
            variant="default"
            disabled={next === null}
            rightSection={<IconChevronRight size={16} aria-hidden />}
            onClick={() => next !== null && setCursors([...cursors, next])}
          >
            {words.older}
          </Button>
        </Group>
      )}
      {opened && <BodyPanel key={opened.bodyId} body={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** Days of the filters begin at midnight of the viewer. */
function startOf(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
