import { liveWall } from '@atrium/contract/live-wall';
import { Skeleton, TextInput } from '@mantine/core';
import { IconMapPin, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { use, useMemo } from 'react';
import { staleAfter } from '../../analytics/freshness.ts';
import { LiveSocketContext, useTopic } from '../../analytics/use-topic.ts';
import { useScope } from '../../api/scope.tsx';
import { ago } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { useListView, withFilter } from '../../ui/table/list-view.ts';
import { countUrgent, type Filter, filters, wallOf } from '../../analytics/live-wall/attention.ts';
import classes from './live-wall.module.css';
import { texts } from './texts.ts';
import { WallList } from './WallList.tsx';

const byAttention = { column: 'attention', direction: 'ascending' } as const;

/** Every location and space of the organization with its live number, what needs attention first. */
export function LivePage() {
  const { orgId } = useScope();
  return orgId !== null && <Wall key={orgId} orgId={orgId} />;
}

function Wall({ orgId }: { orgId: string }) {
  const socket = use(LiveSocketContext);
  const live = useTopic(liveWall, { entityType: 'organization', entityId: orgId });
  switch (live.kind) {
    case 'refused':
      return <Page title={texts.page}>{<ErrorState message={live.reason} />}</Page>;
    case 'timed-out':
      return (
        <Page title={texts.page}>
          <ErrorState message={texts.timedOut} onRetry={() => socket?.renew(liveWall, orgId)} />
        </Page>
      );
    case 'waiting':
      return <Waiting />;
    case 'received':
      return live.message.isWhole ? <Numbers orgId={orgId} {...live} age={live.age ?? 0} /> : <Waiting />;
  }
}

function Waiting() {
  return (
    <Page title={texts.page}>
      <Skeleton height={36} />
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={56} />
      ))}
    </Page>
  );
}

type Received = Extract<ReturnType<typeof useTopic<typeof liveWall>>, { kind: 'received' }>;

function Numbers({ orgId, message, age }: { orgId: string; message: Received['message']; age: number }) {
  const [view, setView, settled] = useListView<'show'>('live', byAttention, ['show']);
  const filter = filters.find((each) => each === view.filters.show);
  // Ten seconds are exact enough for what is silent, and rows are put in order less often.
  const now = Math.floor((Date.parse(message.asOf) + age) / 10_000) * 10_000;
  const { rows } = message;
  const { search } = settled;
  const wall = useMemo(() => wallOf(rows, { search, filter }, now), [rows, search, filter, now]);
  const urgent = useMemo(() => countUrgent(rows, now), [rows, now]);
  const locations = useMemo(() => rows.filter(({ entityType }) => entityType === 'location').length, [rows]);
  if (rows.length === 0)
    return (
      <Page title={texts.page}>
        <EmptyState
          icon={IconMapPin}
          title={texts.none.title}
          text={texts.none.text}
          action={<LinkButton to="/app/locations">{texts.none.action}</LinkButton>}
        />
      </Page>
    );
  return (
    <Page
      title={texts.page}
      text={texts.pageText(
        texts.locations(count(locations), locations === 1),
        urgent === 0 ? texts.calm : texts.urgent(count(urgent), urgent === 1),
      )}
    >
      {age > staleAfter && <output className={classes['lost']}>{texts.lost(ago(age))}</output>}
      <div className={classes['tools']}>
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={view.search}
          onChange={(event) => setView({ search: event.currentTarget.value })}
        />
        <FilterSelect
          label={texts.filter}
          any={texts.all}
          width={180}
          data={filters.map((value: Filter) => ({ value, label: texts.filters[value] }))}
          value={filter}
          onChange={(show) => setView({ filters: withFilter(view.filters, 'show', show) })}
        />
      </div>
      {wall.length === 0 ? (
        <EmptyState icon={IconSearchOff} {...texts.noMatch} />
      ) : (
        <WallList orgId={orgId} rows={wall} now={now} />
      )}
    </Page>
  );
}
