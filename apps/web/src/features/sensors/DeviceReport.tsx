import { getDeviceSystemDevice, type SensorDetail, type SensorStatus } from '@atrium/contract/sensors';
import { Skeleton } from '@mantine/core';
import { useId } from 'react';
import { calendarDate, longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { viewerTimezone } from '../../format/zones.ts';
import { ReadingFreshness } from '../../analytics/LiveFreshness.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { useNow } from '../../ui/use-now.ts';
import { texts as detailTexts } from './detail-texts.ts';
import { wordsOf, valueText } from './reported.ts';
import classes from './sensors.module.css';

const words = detailTexts.report;

interface Props {
  sensor: SensorDetail;
  /** Undefined while loading. */
  status: SensorStatus | undefined;
}

/** The state of a device, as reported. */
export function DeviceReport({ sensor, status }: Props) {
  const heading = useId();
  const now = useNow(1000);
  const { sensorId, orgId } = sensor;
  const asked = useEndpoint(
    getDeviceSystemDevice,
    { params: { sensorId }, query: { orgId } },
    { texts: detailTexts.about.deviceRead },
  );
  const device = asked.data;
  const heard = status?.lastHeardAt ?? sensor.lastHeardAt;
  const said = Object.entries(status?.status ?? {});
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={null} />
      <Facts>
        <dt>{words.heard}</dt>
        <dd>
          {heard === null ? (
            words.never
          ) : (
            <span className={classes['heard']} title={longTimestamp(heard)}>
              <Freshness live={status?.online ?? false} text={ago(now - Date.parse(heard))} beat={heard} />
            </span>
          )}
        </dd>
        {status && (
          <>
            <dt>{words.readings}</dt>
            <dd>
              <ReadingFreshness heard={status} timezone={sensor.locationTimezone ?? viewerTimezone} />
            </dd>
          </>
        )}
        <dt>{words.firmware}</dt>
        <dd>{status?.firmware ?? sensor.firmware ?? words.unknown}</dd>
        {!device && !asked.error && <Skeleton className={classes['row'] ?? ''} height={60} />}
        {device && (
          <>
            <dt>{words.model}</dt>
            <dd>{device.deviceType ?? words.unknown}</dd>
            {device.productCode !== null && (
              <>
                <dt>{words.product}</dt>
                <dd>{device.productCode}</dd>
              </>
            )}
            {device.deviceId !== null && (
              <>
                <dt>{words.device}</dt>
                <dd>{device.deviceId}</dd>
              </>
            )}
            {device.firstHeardAt !== null && (
              <>
                <dt>{words.since}</dt>
                <dd>{calendarDate(device.firstHeardAt.slice(0, 10))}</dd>
              </>
            )}
          </>
        )}
      </Facts>
      {status &&
        (status.statusAt === null ? (
          <Quiet mt="sm">{words.noStatus}</Quiet>
        ) : (
          <>
            <h3 className={classes['part']}>
              {words.statusAt} {longTimestamp(status.statusAt)}
            </h3>
            <Facts>
              {said.map(([name, value]) => (
                <div key={name} className={classes['pair']}>
                  <dt>{wordsOf(name)}</dt>
                  <dd>{valueText(value, name)}</dd>
                </div>
              ))}
            </Facts>
          </>
        ))}
    </Card>
  );
}
