import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { dateIn } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';
import { Quiet } from '../../ui/Quiet.tsx';

interface Props {
  label: string;
  records: readonly OfflineSensor[];
  timezone: string;
}

/** When a sensor was offline, as text. */
export function RecordList({ label, records, timezone }: Props) {
  if (records.length === 0)
    return (
      <Quiet mt={2} mb="sm">
        {texts.panel.noRecords}
      </Quiet>
    );
  const time = (instant: string) => dateIn(timezone, 'timestamp', Date.parse(instant));
  return (
    <ul className={classes['records']} aria-label={label}>
      {records.map(({ offlineSensorId, createdAt, resolvedDate, cause }) => (
        <li key={offlineSensorId}>
          <span>
            {time(createdAt)} – {resolvedDate === null ? texts.stillOffline : time(resolvedDate)}
          </span>
          <span className={classes['quietNote']}>
            {resolvedDate !== null && lasted(Date.parse(resolvedDate) - Date.parse(createdAt))}
            {cause !== null && ` ${cause}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
