import { type OfflineSensor, updateOfflineSensor } from '@atrium/contract/offline-sensors';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { readingTime } from '../../analytics/freshness.ts';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { useMay } from '../../api/use-may.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

const CauseDialog = lazy(async () => ({ default: (await import('./CauseDialog.tsx')).CauseDialog }));
const words = texts.silence;

interface Props {
  rows: readonly OfflineSensor[];
  total: number;
  timezone: string;
}

/** Since when they are silent, and whether someone takes care of them. */
export function SilentSensors({ rows, total, timezone }: Props) {
  const mayAcknowledge = useMay(updateOfflineSensor);
  const [asked, setAsked] = useState<OfflineSensor>();
  const now = useNow(60_000);
  return (
    <>
      <ul className={classes['silence']} aria-label={words.label}>
        {rows.map((record) => (
          <li key={record.offlineSensorId}>
            <span>
              <SensorLink
                sensor={{ sensorId: record.sensor.sensorId, orgId: record.orgId }}
                name={record.sensor.name}
              />{' '}
              {words.since(readingTime(record.createdAt, timezone, now))}
              {record.cause !== null && ` ${words.acknowledged(record.cause)}`}
            </span>
            {mayAcknowledge && record.cause === null && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.acknowledgeOf(record.sensor.name)}
                onClick={() => setAsked(record)}
              >
                {texts.acknowledge}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <LinkButton variant="subtle" size="compact-sm" to="/app/offline-sensors" search={{}}>
          {words.more(total - rows.length)}
        </LinkButton>
      )}
      {asked && (
        <Suspense>
          <CauseDialog record={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
