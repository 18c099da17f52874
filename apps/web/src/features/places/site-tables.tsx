import type { Sensor } from '@atrium/contract/sensors';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import type { Zone } from '@atrium/contract/zones';
import { IconAntenna, IconLine } from '@tabler/icons-react';
import { longDate } from '../../analytics/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import { PlainTable } from './PlainTable.tsx';
import { texts } from './texts.ts';

/** The sensors that hang at a site now. */
export function SensorsTable({ site: { sensor = [] } }: { site: SiteWithIncludes }) {
  return (
    <Card>
      {sensor.length === 0 ? (
        <EmptyState icon={IconAntenna} {...texts.sensors.none} />
      ) : (
        <PlainTable
          label={texts.sites.tabs.sensors}
          columns={sensorColumns}
          rows={sensor}
          keyOf={({ sensorId }) => sensorId}
        />
      )}
    </Card>
  );
}

const sensorColumns: readonly Column<Sensor>[] = [
  {
    id: 'name',
    header: texts.sensors.columns.name,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ name }) => name,
    cell: ({ name, active }) => (
      <>
        {name} {!active && <Tag>{texts.sensors.inactive}</Tag>}
      </>
    ),
  },
  ofSensor('type', ({ sensorType }) => sensorType),
  ofSensor('mac', ({ macAddress }) => macAddress?.match(/../g)?.join(':') ?? null),
  ofSensor('ip', ({ ipAddress }) => ipAddress),
  ofSensor('firmware', ({ firmware }) => firmware),
  ofSensor('since', ({ commissionedDate }) => (commissionedDate ? longDate(commissionedDate) : texts.sensors.notYet)),
];

function ofSensor(id: keyof typeof texts.sensors.columns, value: (sensor: Sensor) => string | null): Column<Sensor> {
  return { id, header: texts.sensors.columns[id], kind: 'text', width: 120, value, cell: (row) => value(row) ?? '–' };
}

type ZoneRow = Zone & { sensorName: string };

/** The zones of those sensors, as they are set now. */
export function ZonesTable({ site: { sensor = [] } }: { site: SiteWithIncludes }) {
  const rows = sensor.flatMap(({ name, zone = [] }) => zone.map((each) => ({ ...each, sensorName: name })));
  return (
    <Card>
      {rows.length === 0 ? (
        <EmptyState icon={IconLine} {...texts.zones.none} />
      ) : (
        <PlainTable label={texts.sites.tabs.zones} columns={zoneColumns} rows={rows} keyOf={({ zoneId }) => zoneId} />
      )}
    </Card>
  );
}

const zoneColumns: readonly Column<ZoneRow>[] = [
  {
    id: 'name',
    header: texts.zones.columns.name,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ name }) => name,
    cell: ({ name, needsReview }) => (
      <>
        {name} {needsReview && <Tag tone="warning">{texts.zones.review}</Tag>}
      </>
    ),
  },
  {
    id: 'sensor',
    header: texts.zones.columns.sensor,
    kind: 'text',
    width: 160,
    value: ({ sensorName }) => sensorName,
  },
  {
    id: 'perimeter',
    header: texts.zones.columns.perimeter,
    kind: 'text',
    width: 100,
    value: ({ perimeter }) => (perimeter ? texts.zones.yes : texts.zones.no),
  },
  {
    id: 'scale',
    header: texts.zones.columns.scale,
    kind: 'number',
    width: 80,
    value: ({ scaleFactor }) => scaleFactor,
    cell: ({ scaleFactor }) => scaleFactor ?? '–',
  },
  {
    id: 'state',
    header: texts.zones.columns.state,
    kind: 'text',
    width: 100,
    value: ({ disabled }) => (disabled ? texts.zones.disabled : texts.zones.enabled),
    cell: ({ disabled }) => (
      <Tag tone={disabled ? 'neutral' : 'success'}>{disabled ? texts.zones.disabled : texts.zones.enabled}</Tag>
    ),
  },
];
