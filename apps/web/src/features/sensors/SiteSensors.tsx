import type { Sensor } from '@atrium/contract/sensors';
import { IconAntenna } from '@tabler/icons-react';
import { longDate } from '../../analytics/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

/** The sensors that hang at a site now. */
export function SiteSensors({ sensors }: { sensors: readonly Sensor[] }) {
  return (
    <Card>
      {sensors.length === 0 ? (
        <EmptyState icon={IconAntenna} {...texts.none} />
      ) : (
        <PlainTable label={texts.tab} columns={columns} rows={sensors} keyOf={({ sensorId }) => sensorId} />
      )}
    </Card>
  );
}

const columns: readonly Column<Sensor>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ name }) => name,
    cell: ({ name, active }) => (
      <>
        {name} {!active && <Tag>{texts.inactive}</Tag>}
      </>
    ),
  },
  words('type', ({ sensorType }) => sensorType),
  words('mac', ({ macAddress }) => macAddress?.match(/../g)?.join(':') ?? null),
  words('ip', ({ ipAddress }) => ipAddress),
  words('firmware', ({ firmware }) => firmware),
  words('since', ({ commissionedDate }) => (commissionedDate ? longDate(commissionedDate) : texts.notYet)),
];

function words(id: keyof typeof texts.columns, value: (sensor: Sensor) => string | null): Column<Sensor> {
  return { id, header: texts.columns[id], kind: 'text', width: 120, value, cell: (row) => value(row) ?? '–' };
}
