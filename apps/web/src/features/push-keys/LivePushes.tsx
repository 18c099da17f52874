import { listPushAttempts, type PushAttempts, type PushKey } from '@atrium/contract/push-keys';
import { isRefused } from '@atrium/rules/push-outcome';
import { Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { ago } from '../../format/durations.ts';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AttemptList } from './AttemptList.tsx';
import { connectTexts } from './connect-texts.ts';
import classes from './live.module.css';
import { HeardDevices } from './HeardDevices.tsx';

const texts = connectTexts.live;
/** Not while the page is hidden. */
export const watchEvery = 2_000;

interface Props {
  pushKey: Pick<PushKey, 'pushKeyId' | 'lastUsedAt'>;
  onAdopt: (deviceId: string) => void;
}

/** What arrives with a key, as it arrives. */
export function LivePushes({ pushKey: { pushKeyId, lastUsedAt }, onAdopt }: Props) {
  const now = useNow(1000);
  const found = useEndpoint(listPushAttempts, { params: { pushKeyId } }, { texts: texts.read, every: watchEvery });
  const loss = blockingError(found);
  if (loss) return <ErrorState message={loss.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={120} aria-busy />;
  const { asOf, attempts, devices } = found.data;
  const age = ageAt(asOf, now - found.dataUpdatedAt);
  return (
    <div className={classes['live']}>
      <Headline attempts={attempts} devices={devices} lastUsedAt={lastUsedAt} age={age} />
      {devices.length > 0 && <HeardDevices devices={devices} age={age} onAdopt={onAdopt} />}
      {attempts.length > 0 && <AttemptList title={texts.attempts} attempts={attempts} age={age} />}
      {devices.length === 0 && lastUsedAt === null && <Troubles />}
    </div>
  );
}

/** By the clock of the server: that of this device may be wrong. */
export function ageAt(asOf: string, since: number): (instant: string) => string {
  return (instant) => ago(Math.max(0, Date.parse(asOf) - Date.parse(instant) + since));
}

interface HeadlineProps extends Pick<PushAttempts, 'attempts' | 'devices'> {
  /** Also before anyone watched. */
  lastUsedAt: string | null;
  age: (instant: string) => string;
}

function Headline({ attempts, devices, lastUsedAt, age }: HeadlineProps) {
  const [newest] = attempts;
  const kept = attempts.find(({ outcome }) => !isRefused(outcome));
  const lines = devices.reduce((sum, device) => sum + device.lines.length, 0);
  const state = !newest ? 'waiting' : !kept ? 'refused' : 'heard';
  const [title, text] =
    state === 'waiting'
      ? lastUsedAt === null
        ? [texts.waiting, texts.waitingText]
        : [texts.waitingAgain, texts.lastPush(age(lastUsedAt))]
      : state === 'refused'
        ? [texts.refused(age(newest!.at)), texts.refusedText]
        : devices.length === 0
          ? [texts.test(age(kept!.at)), texts.waitingText]
          : [texts.heard(age(kept!.at)), texts.from(devices.length, lines)];
  return (
    <div className={classes['headline']} data-state={state}>
      {state === 'waiting' && <Loader size={20} aria-hidden />}
      {state === 'refused' && <IconAlertTriangle size={22} aria-hidden />}
      {state === 'heard' && <IconCircleCheck size={22} aria-hidden />}
      <div>
        <div className={classes['headlineTitle']} data-number>
          {title}
        </div>
        <p className={classes['quiet']}>{text}</p>
      </div>
      {/* Said once when something arrives, not with every second. */}
      <VisuallyHidden component="output">{texts.announced[state]}</VisuallyHidden>
    </div>
  );
}

function Troubles() {
  return (
    <details className={classes['troubles']}>
      <summary>{texts.trouble}</summary>
      <dl>
        {texts.troubles.map(({ what, fix }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{fix}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
