import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { shownAddress } from '@atrium/rules/device-identity';
import { Button, Skeleton } from '@mantine/core';
import { dateIn } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { viewerTimezone, zoneName } from '../../format/zones.ts';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { acknowledgerOf } from './offline-columns.ts';
import classes from './offline-sensors.module.css';
import { RecordList } from './RecordList.tsx';
import { texts } from './texts.ts';
import { useSensorWeek } from './use-sensor-week.ts';
import { WeekBar } from './WeekBar.tsx';

interface Props {
  record: OfflineSensor;
  mayAcknowledge: boolean;
  onAcknowledge: () => void;
  onClose: () => void;
}

const words = texts.panel;

/** One record with what happened to its sensor in the last 7 days. */
export function RecordPanel({ record, mayAcknowledge, onAcknowledge, onClose }: Props) {
  const now = useNow(60_000);
  const { orgId, sensor, createdAt, lastHeard, resolvedDate, cause, acknowledgedBy } = record;
  const { site, location } = sensor;
  const timezone = location?.timezone ?? viewerTimezone;
  const known = useSensorWeek(orgId, sensor.sensorId, timezone);
  const since = Date.parse(createdAt);
  const until = resolvedDate === null ? now : Date.parse(resolvedDate);
  return (
    <SidePanel title={sensor.name} onClose={onClose}>
      <Facts>
        <dt>{texts.columns.sensor}</dt>
        <dd>
          <SensorLink sensor={{ sensorId: sensor.sensorId, orgId }} name={sensor.name} />
        </dd>
        <dt>{words.state}</dt>
        <dd>
          <Tag tone={resolvedDate === null ? 'danger' : 'success'}>
            {resolvedDate === null ? words.offline : words.online}
          </Tag>
        </dd>
        <dt>{words.lastHeard}</dt>
        <dd>{lastHeard === null ? words.neverHeard : dateIn(timezone, 'timestamp', Date.parse(lastHeard))}</dd>
        <dt>{texts.columns.lasted}</dt>
        <dd>{lasted(until - since)}</dd>
        {sensor.organization && (
          <>
            <dt>{texts.columns.organization}</dt>
            <dd>{sensor.organization.name}</dd>
          </>
        )}
        {location && (
          <>
            <dt>{texts.columns.location}</dt>
            <dd>{location.name}</dd>
          </>
        )}
        {site && (
          <>
            <dt>{texts.columns.site}</dt>
            <dd>{site.name}</dd>
          </>
        )}
        <dt>{texts.columns.mac}</dt>
        <dd>{shownAddress(sensor)}</dd>
        <dt>{texts.columns.cause}</dt>
        <dd className={classes['wholeCause']}>{cause ?? texts.notAcknowledged}</dd>
        {acknowledgedBy !== null && (
          <>
            <dt>{texts.columns.by}</dt>
            <dd>{acknowledgerOf(record)}</dd>
          </>
        )}
      </Facts>
      <div className={classes['panelActions']}>
        {mayAcknowledge && <Button onClick={onAcknowledge}>{cause === null ? texts.acknowledge : texts.edit}</Button>}
        {site && location && (
          <LinkButton
            variant="default"
            to="/app/org/$orgId/location/$locationId/site/$siteId"
            params={{ orgId, locationId: location.locationId, siteId: site.siteId }}
            search={{ tab: 'history' }}
          >
            {words.openSite}
          </LinkButton>
        )}
      </div>
      <h3 className={classes['heading']}>{words.week}</h3>
      <Quiet mt={2} mb="sm">
        {words.at(zoneName(timezone))}
      </Quiet>
      {known ? (
        <>
          <WeekBar name={sensor.name} week={known.week} timezone={timezone} />
          <RecordList label={words.history} records={known.records} timezone={timezone} />
        </>
      ) : (
        <Skeleton height={90} />
      )}
    </SidePanel>
  );
}
