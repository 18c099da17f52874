import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Skeleton } from '@mantine/core';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import classes from './offline-sensors.module.css';
import { RecordList } from './RecordList.tsx';
import { texts } from './texts.ts';
import { useSensorWeek } from './use-sensor-week.ts';
import { WeekBar } from './WeekBar.tsx';

const words = texts.site;

/** When the sensors of a site were offline in the last 7 days. */
export function SiteOfflineRecords({ site }: { site: SiteWithIncludes }) {
  const { orgId, sensor: sensors = [], location } = site;
  return (
    <Card>
      <h2 className={classes['heading']}>{words.heading}</h2>
      <Quiet mt={2} mb="sm">
        {sensors.length === 0 ? words.noSensors : words.text}
      </Quiet>
      {sensors.map(({ sensorId, name }) => (
        <SensorWeek
          key={sensorId}
          orgId={orgId}
          sensorId={sensorId}
          name={name}
          timezone={location?.timezone ?? 'UTC'}
        />
      ))}
    </Card>
  );
}

interface Props {
  orgId: string;
  sensorId: string;
  name: string;
  timezone: string;
}

function SensorWeek({ orgId, sensorId, name, timezone }: Props) {
  const known = useSensorWeek(orgId, sensorId, timezone);
  return (
    <section className={classes['sensorWeek']} aria-label={name}>
      <h3 className={classes['sensorName']}>{name}</h3>
      {known ? (
        <>
          <WeekBar name={name} week={known.week} timezone={timezone} />
          <RecordList label={`${name}, ${texts.panel.history}`} records={known.records} timezone={timezone} />
        </>
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  );
}
