import type { Sensor } from '@atrium/contract/sensors';
import { shownAddress } from '@atrium/rules/device-identity';
import { sensorTypeLabel } from '@atrium/rules/sensor-types';
import { IconAntenna } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { longDate } from '../../format/dates.ts';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './sensors.module.css';
import { createSensorAssignment } from '@atrium/contract/sensor-assignments';
import { ConnectSensor } from '../../analytics/ConnectSensor.tsx';
import { useMay } from '../../api/use-may.ts';
import { texts } from './texts.ts';

interface Props {
  sensors: readonly Sensor[];
  /** How more of them come here. */
  actions: ReactNode;
}

/** The sensors installed at a site now. */
export function SiteSensors({ sensors, actions }: Props) {
  const heading = useId();
  // Those who may assign find the button above.
  const mayAssign = useMay(createSensorAssignment);
  return (
    <Card>
      <PanelHead
        id={heading}
        heading={texts.tab}
        intro={texts.atSite}
        action={<div className={classes['actions']}>{actions}</div>}
      />
      {sensors.length === 0 ? (
        <EmptyState icon={IconAntenna} {...texts.noneAtSite} action={!mayAssign && <ConnectSensor />} />
      ) : (
        <PlainTable
          label={texts.tab}
          columns={columns}
          cells={cells}
          rows={sensors}
          keyOf={({ sensorId }) => sensorId}
        />
      )}
    </Card>
  );
}

const columns: readonly Column<Sensor>[] = [
  {
    key: 'name',
    label: texts.columns.name,
    kind: 'text',
    width: 160,
    isRowName: true,
    value: ({ name }) => name,
  },
  words('type', ({ sensorType }) => sensorTypeLabel(sensorType)),
  words('mac', shownAddress),
  words('ip', ({ ipAddress }) => ipAddress),
  words('firmware', ({ firmware }) => firmware),
  words('since', ({ commissionedDate }) => (commissionedDate ? longDate(commissionedDate) : texts.states.waiting)),
];

function words(key: keyof typeof texts.columns, value: (sensor: Sensor) => string | null): Column<Sensor> {
  return { key, label: texts.columns[key], kind: 'text', width: 120, value, empty: texts.nothing };
}

const cells: Cells<Sensor> = {
  name: (sensor) => (
    <>
      <SensorLink sensor={sensor} name={sensor.name} /> {!sensor.active && <Tag>{texts.states.decommissioned}</Tag>}
    </>
  ),
};
