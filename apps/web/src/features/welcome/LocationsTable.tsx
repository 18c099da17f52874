import { getTrafficTotal, type TrafficRow } from '@atrium/contract/data';
import { liveTraffic } from '@atrium/contract/live-traffic';
import { listLocations, type Location } from '@atrium/contract/locations';
import { Title } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { dateIn } from '../../format/dates.ts';
import { asCount, count, wholePercent } from '../../format/numbers.ts';
import { isIdle, type LiveState } from '../../analytics/live-reading.ts';
import { LiveFreshness } from '../../analytics/LiveFreshness.tsx';
import { texts as pickerTexts } from '../../analytics/pickers/texts.ts';
import { useTopics } from '../../analytics/use-topic.ts';
import { useMetricTotal } from '../../analytics/use-metric-query.ts';
import { call, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { CompletenessMark } from '../../ui/Completeness.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import classes from './LocationsTable.module.css';
import { texts } from './texts.ts';

interface Row {
  location: Location;
  /** Today's sums from the last reply; the live reading takes precedence. */
  total: TrafficRow | undefined;
  live: LiveState | undefined;
}

interface Props {
  chosen: string;
  onChoose: (locationId: string) => void;
}

/** Every location the user may see, today, updated live. */
export function LocationsTable({ chosen, onChoose }: Props) {
  const [view, setView, settled] = useListView('locations', { column: 'name', direction: 'ascending' });
  const page = useList(listLocations, { query: listQueryOf(settled) }, { texts: pickerTexts.locations, keep: true });
  const locations = page.data?.rows;
  const ids = locations?.map(({ locationId }) => locationId) ?? [];
  const totals = useMetricTotal('traffic', totalsOf(ids), { enabled: ids.length > 0, keep: true, every: 60_000 });
  const live = useTopics(
    liveTraffic,
    ids.map((entityId) => ({ entityType: 'location', entityId })),
  );
  const bind = useBoundRequest();

  const loadAll = async (): Promise<Row[]> => {
    const query = { ...listQueryOf({ ...view, page: 0 }), limit: 1000 };
    const { rows } = await callList(listLocations, bind(listLocations, { query }));
    const every = totalsOf(rows.map(({ locationId }) => locationId));
    const { results } = await call(getTrafficTotal, bind(getTrafficTotal, { query: every }));
    return rowsOf(rows, results, new Map());
  };

  return (
    <Card className={classes['card'] ?? ''}>
      <div className={classes['head']}>
        <Title order={2}>{texts.locations}</Title>
        <p className={classes['text']}>{texts.locationsText}</p>
      </div>
      <ListTable
        label={texts.locations}
        columns={columns}
        cells={cellsOf(onChoose)}
        view={view}
        onView={setView}
        page={{
          ...page,
          data: page.data && { ...page.data, rows: rowsOf(page.data.rows, totals.data?.results ?? [], live) },
        }}
        keyOf={({ location }) => location.locationId}
        isCurrent={({ location }) => location.locationId === chosen}
        loadAll={loadAll}
        empty={<EmptyState icon={IconSearchOff} {...texts.noMatch} />}
      />
    </Card>
  );
}

function totalsOf(locationIds: readonly string[]) {
  return { entityType: 'location', entityIds: locationIds.join(), relativeDate: 'today' } as const;
}

function rowsOf(locations: readonly Location[], totals: readonly TrafficRow[], live: Map<string, LiveState>): Row[] {
  const totalOf = new Map(totals.map((total) => [total.entityId, total]));
  return locations.map((location) => ({
    location,
    total: totalOf.get(location.locationId),
    live: live.get(location.locationId),
  }));
}

const insOf = ({ live, total }: Row) => (live?.kind === 'received' ? live.message.ins : (total?.sumins ?? null));
const outsOf = ({ live, total }: Row) => (live?.kind === 'received' ? live.message.outs : (total?.sumouts ?? null));
const completenessOf = ({ live, total }: Row) =>
  live?.kind === 'received' ? live.message.completeness : (total?.completeness ?? null);

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: texts.table.location,
    kind: 'text',
    width: 120,
    order: 'name',
    isRowName: true,
    value: ({ location }) => location.name,
  },
  {
    key: 'city',
    label: texts.table.city,
    kind: 'text',
    width: 120,
    order: 'city',
    from: 'tablet',
    value: ({ location }) => location.city,
  },
  {
    key: 'time',
    label: texts.table.time,
    kind: 'text',
    width: 110,
    from: 'desktop',
    value: ({ location }) => dateIn(location.timezone, 'timestamp', Date.now()),
  },
  { ...asCount, key: 'ins', label: texts.table.ins, width: 56, value: insOf },
  { ...asCount, key: 'outs', label: texts.table.outs, width: 56, value: outsOf },
  {
    key: 'completeness',
    label: texts.table.completeness,
    kind: 'number',
    width: 72,
    value: completenessOf,
  },
  {
    key: 'reading',
    label: texts.table.reading,
    kind: 'text',
    width: 140,
    from: 'tablet',
    value: ({ live }) => (live?.kind === 'received' ? live.message.lastReadingAt : null),
  },
];

function cellsOf(onChoose: (locationId: string) => void): Cells<Row> {
  return {
    name: ({ location }) => (
      <RowButton width="22ch" widthOnPhones="34vw" onClick={() => onChoose(location.locationId)}>
        {location.name}
      </RowButton>
    ),
    time: ({ location }) => dateIn(location.timezone, 'time', Date.now()),
    ins: countCell(insOf),
    outs: countCell(outsOf),
    completeness: (row) => (isIdle(row.live) ? texts.closed : <CompletenessCell share={completenessOf(row)} />),
    reading: ({ live, location }) =>
      live?.kind === 'received' && <LiveFreshness live={live} timezone={location.timezone} />,
  };
}

/** Nobody is expected now and nobody came today: a zero would look like a finding. */
function countCell(valueOf: (row: Row) => number | null) {
  return (row: Row) => (isIdle(row.live) ? '–' : count(valueOf(row)));
}

function CompletenessCell({ share }: { share: number | null }) {
  return <CompletenessMark text={wholePercent(share)} partial={share !== null && share < 1} />;
}
