import { relativeDateRules, relativeDates } from '@atrium/calendar/relative-dates';
import { listResolvedOfflineSensors } from '@atrium/contract/offline-sensors';
import { IconCircleDashed, IconSearchOff } from '@tabler/icons-react';
import { viewerTimezone } from '../../format/zones.ts';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/Notice.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { RecordTable } from './RecordTable.tsx';
import { texts } from './texts.ts';

const latestFirst = { column: 'resolvedDate', direction: 'descending' } as const;
const usual = 'monthtodate';
const periods = relativeDates.filter((code) => code !== 'custom');

/** Sensors that were offline and are back. */
export function ResolvedRecords({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('offline-sensors.resolved', latestFirst, ['period']);
  const relativeDate = periods.find((known) => known === view.filters.period) ?? usual;
  const query = { ...listQueryOf(settled), ...(orgId !== null && { orgId }), timeZone: viewerTimezone };
  const request = { params: { relativeDate }, query };
  const page = useList(listResolvedOfflineSensors, request, { texts: texts.resolvedList, keep: true, every: 60_000 });
  const loadAll = useLoadAll(listResolvedOfflineSensors, request);
  return (
    <RecordTable
      kind="resolved"
      view={view}
      onView={setView}
      page={page}
      loadAll={loadAll}
      filters={
        <FilterSelect
          label={texts.period.label}
          width={200}
          data={periods.map((code) => ({ value: code, label: relativeDateRules[code].label }))}
          value={relativeDate}
          onChange={(chosen) =>
            setView({ filters: withFilter(view.filters, 'period', chosen === usual ? null : chosen) })
          }
        />
      }
      empty={
        settled.search === '' ? (
          <EmptyState icon={IconCircleDashed} {...texts.noneResolved} />
        ) : (
          <EmptyState icon={IconSearchOff} {...texts.noMatch} />
        )
      }
    />
  );
}
