import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { getLocationAcf, type LocationAcfRow } from '@atrium/contract/diagnostics';
import type { Location } from '@atrium/contract/locations';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { asCount } from '../../format/numbers.ts';
import { calendarDate } from '../../format/dates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import type { Column } from '../../ui/table/column.ts';
import { downloadCsv } from '../../ui/table/csv.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { texts } from './texts.ts';

const words = texts.acf;

/** From 30 days ago to yesterday, in local dates. */
function acfDates(now: number, timezone: string): { startDate: string; endDate: string } {
  const today = localDay(zoneOf(timezone), Math.floor(now / 1000));
  return { startDate: dateOfDay(today - 30), endDate: dateOfDay(today - 1) };
}

/** How accurately a location counts: as many people should go out as come in. */
export function AcfPanel({ location }: { location: Location }) {
  const heading = useId();
  const { locationId, timezone } = location;
  const [dates] = useState(() => acfDates(Date.now(), timezone));
  const report = useEndpoint(getLocationAcf, { query: { locationId, ...dates } }, { texts: words.read });
  if (report.error && !report.data)
    return <ErrorState message={report.error.message} onRetry={() => void report.refetch()} />;
  const rows = report.data;
  const { startDate, endDate } = dates;
  return (
    <Card>
      <PanelHead
        id={heading}
        heading={words.heading}
        intro={words.text(calendarDate(startDate), calendarDate(endDate))}
        action={
          rows && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => downloadCsv(`location-acf_${startDate}-${endDate}`, columns, rows)}
            >
              {words.csv}
            </Button>
          )
        }
      />
      {rows ? (
        <PlainTable label={words.heading} columns={columns} rows={rows} keyOf={(row) => row.locationId} />
      ) : (
        <Skeleton height={80} />
      )}
    </Card>
  );
}

const columns: readonly Column<LocationAcfRow>[] = [
  { key: 'org', label: words.columns.org, kind: 'text', width: 140, value: ({ org }) => org },
  {
    key: 'location',
    label: words.columns.location,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ location }) => location,
  },
  counted('ins'),
  counted('outs'),
  ratio('acf'),
  counted('fiveDayIns'),
  counted('fiveDayOuts'),
  ratio('fiveDayAcf'),
];

function counted(key: 'ins' | 'outs' | 'fiveDayIns' | 'fiveDayOuts'): Column<LocationAcfRow> {
  return { ...asCount, key, label: words.columns[key], width: 100, value: (row) => row[key] };
}

function ratio(key: 'acf' | 'fiveDayAcf'): Column<LocationAcfRow> {
  return {
    key,
    label: words.columns[key],
    kind: 'number',
    width: 80,
    value: (row) => row[key],
    format: (value) => value?.toFixed(4) ?? '–',
  };
}
