import type { PushKey } from '@atrium/contract/push-keys';
import { shownAddress } from '@atrium/rules/device-identity';
import { Button, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ago } from '../../format/durations.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './push-keys.module.css';
import { texts } from './texts.ts';

const words = texts.panel;

interface Props {
  pushKey: PushKey;
  onAdopt: (deviceId: string) => void;
}

/** Whether anything came with a key, from which device, and what to do next. */
export function PushProgress({ pushKey, onAdopt }: Props) {
  const now = useNow(1000);
  const { firstUsedAt, lastUsedAt, lastDevice } = pushKey;
  if (lastUsedAt === null) {
    return (
      <Progress icon={<Loader size={18} aria-hidden />} title={words.waiting} text={words.waitingText} isWaiting />
    );
  }
  const when = (instant: string) => ago(Math.max(0, now - Date.parse(instant)));
  const title = firstUsedAt === lastUsedAt ? words.first(when(lastUsedAt)) : words.last(when(lastUsedAt));
  const icon = <IconCircleCheck size={20} aria-hidden />;
  if (!lastDevice) return <Progress icon={icon} title={title} text={words.fromUnknown} />;
  const { identifier, state, sensorId, sensorName } = lastDevice;
  const address = shownAddress(lastDevice);
  const device = address === null ? '' : `${words.from(address)} `;
  const next = words.next[state];
  return (
    <Progress
      icon={icon}
      title={title}
      text={`${device}${typeof next === 'string' ? next : next(sensorName ?? '')}`}
      isWaiting={state !== 'counting'}
    >
      {state === 'unassigned' && identifier !== null && (
        <Button size="compact-sm" onClick={() => onAdopt(identifier)}>
          {words.assign}
        </Button>
      )}
      {state === 'counting' && (
        <LinkButton size="compact-sm" variant="default" to="/app/welcome">
          {words.welcome}
        </LinkButton>
      )}
      {sensorId !== null && state !== 'unassigned' && (
        <LinkButton size="compact-sm" variant="default" to="/app/sensor/$sensorId" params={{ sensorId }} search={{}}>
          {state === 'not-commissioned' ? words.commission : words.openSensor}
        </LinkButton>
      )}
    </Progress>
  );
}

interface ProgressProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Someone or something has still to act. */
  isWaiting?: boolean;
  children?: ReactNode;
}

function Progress({ icon, title, text, isWaiting, children }: ProgressProps) {
  return (
    <div className={classes['progress']} data-waiting={isWaiting || undefined}>
      <span className={classes['progressIcon']}>{icon}</span>
      <output>
        <span className={classes['progressTitle']}>{title}</span>
        <span className={classes['progressText']}>{text}</span>
      </output>
      {children && <div className={classes['progressActions']}>{children}</div>}
    </div>
  );
}
