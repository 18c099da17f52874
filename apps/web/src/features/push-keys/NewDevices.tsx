import { listNewDevices } from '@atrium/contract/push-keys';
import { formatMac } from '@atrium/rules/mac-address';
import { vendorOf } from '@atrium/rules/sensor-vendors';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { ago } from '../../format/durations.ts';
import { useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './push-keys.module.css';
import { texts } from './texts.ts';

const words = texts.devices;
const shownAtOnce = 10;

/** Devices that push and are not sensors yet; empty while there are none. */
export function NewDevices({ onAdopt }: { onAdopt: (deviceId: string) => void }) {
  const heading = useId();
  const now = useNow(1000);
  const found = useList(listNewDevices, { query: { limit: shownAtOnce } }, { texts: words.list, every: 5_000 });
  const rows = found.data?.rows ?? [];
  const total = found.data?.total ?? 0;
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={null} />
      <Rows aria-labelledby={heading}>
        {rows.map(({ deviceId, lastAt }) => (
          <li key={deviceId} className={classes['device']}>
            <span className={classes['mac']}>{formatMac(deviceId)}</span>
            <span className={classes['quiet']}>
              {words.pushed(vendorOf(deviceId).name, ago(now - Date.parse(lastAt)))}
            </span>
            <Button
              size="compact-sm"
              className={classes['deviceAction'] ?? ''}
              aria-label={words.assignOf(formatMac(deviceId))}
              onClick={() => onAdopt(deviceId)}
            >
              {words.assign}
            </Button>
          </li>
        ))}
      </Rows>
      {total > rows.length && <p className={classes['quiet']}>{words.more(total - rows.length)}</p>}
    </Card>
  );
}
