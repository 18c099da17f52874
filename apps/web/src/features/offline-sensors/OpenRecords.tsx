import { countOfflineSensors, listOfflineSensors } from '@atrium/contract/offline-sensors';
import { listSensors } from '@atrium/contract/sensors';
import { ageGroups } from '@atrium/rules/offline-sensor';
import { Skeleton } from '@mantine/core';
import { IconAntenna, IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { viewerTimezone } from '../../format/zones.ts';
import { useEndpoint, useList, useLoadAll } from '../../api/use-endpoint.ts';
import { ConnectSensor } from '../../analytics/ConnectSensor.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { AgeSummary } from './AgeSummary.tsx';
import classes from './offline-sensors.module.css';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { RecordTable } from './RecordTable.tsx';
import { texts } from './texts.ts';

const OfflineTimeline = lazy(() => import('./OfflineTimeline.tsx'));
const newestFirst = { column: 'createdAt', direction: 'descending' } as const;
const answers = ['true', 'false'] as const;
const refreshEvery = 30_000;

/** Sensors that are offline now. Without an organization, those of all. */
export function OpenRecords({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('offline-sensors', newestFirst, ['age', 'acknowledged']);
  const age = ageGroups.find((known) => known === view.filters.age);
  const acknowledged = answers.find((known) => known === view.filters.acknowledged);
  const bound = orgId === null ? {} : { orgId };
  const counted = useEndpoint(
    countOfflineSensors,
    { query: { ...bound, timeZone: viewerTimezone } },
    { texts: texts.count, keep: true, every: refreshEvery },
  );
  const query = {
    ...listQueryOf(settled),
    ...bound,
    ...(age && { age, timeZone: viewerTimezone }),
    ...(acknowledged && { acknowledged }),
  };
  const page = useList(listOfflineSensors, { query }, { texts: texts.list, keep: true, every: refreshEvery });
  const loadAll = useLoadAll(listOfflineSensors, { query });
  const narrowed = settled.search !== '' || age !== undefined || acknowledged !== undefined;
  return (
    <div className={classes['parts']}>
      <AgeSummary
        counted={counted.data}
        chosen={age}
        onChoose={(chosen) => setView({ filters: withFilter(view.filters, 'age', chosen ?? null) })}
      />
      <RecordTable
        kind="open"
        view={view}
        onView={setView}
        page={page}
        loadAll={loadAll}
        filters={
          <FilterSelect
            label={texts.filter.label}
            any={texts.filter.any}
            width={200}
            data={[
              { value: 'false', label: texts.filter.no },
              { value: 'true', label: texts.filter.yes },
            ]}
            value={acknowledged}
            onChange={(value) => setView({ filters: withFilter(view.filters, 'acknowledged', value) })}
          />
        }
        empty={narrowed ? <EmptyState icon={IconSearchOff} {...texts.noMatch} /> : <NoneOpen orgId={orgId} />}
      />
      <Suspense fallback={<Skeleton height={280} />}>
        <OfflineTimeline orgId={orgId} />
      </Suspense>
    </div>
  );
}

/** Every sensor is online, or there is none at all. */
function NoneOpen({ orgId }: { orgId: string | null }) {
  const query = { limit: 1, ...(orgId !== null && { orgId }) };
  const sensors = useList(listSensors, { query }, { texts: texts.sensors });
  if (!sensors.data) return null;
  return sensors.data.total === 0 ? (
    <EmptyState icon={IconAntenna} {...texts.noSensor} action={<ConnectSensor />} />
  ) : (
    <EmptyState icon={IconCircleCheck} {...texts.noneOpen} />
  );
}
