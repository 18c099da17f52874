import type { BrokerMessage, PushAttempt } from '@atrium/contract/push-keys';
import { readDevice } from '@atrium/rules/device-identity';
import { formatMac } from '@atrium/rules/mac-address';
import { explainPush } from '@atrium/rules/push-outcome';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useId } from 'react';
import { fileSize } from '../../format/file-size.ts';
import { connectTexts } from './connect-texts.ts';
import classes from './live.module.css';

const texts = connectTexts.live;
const icons = { success: IconCircleCheck, warning: IconAlertTriangle, danger: IconCircleX };

type Arrival = Omit<PushAttempt, 'status' | 'contentType'> &
  Partial<Pick<PushAttempt, 'contentType'> & Pick<BrokerMessage, 'topic' | 'brokerName'>>;

interface Props {
  title: string;
  attempts: readonly Arrival[];
  age: (instant: string) => string;
}

/** The latest pushes or messages: what became of each, and what to do about it. */
export function AttemptList({ title, attempts, age }: Props) {
  const heading = useId();
  return (
    <div>
      <h3 id={heading} className={classes['subheading']}>
        {title}
      </h3>
      <ul className={classes['attempts']} aria-labelledby={heading}>
        {grouped(attempts).map(({ attempt, times }) => {
          const { tone, what, fix } = explainPush(attempt);
          const Icon = icons[tone];
          const device = readDevice(attempt.device ?? '');
          return (
            <li key={`${attempt.at}/${attempt.outcome}`} data-tone={tone}>
              <Icon size={16} aria-hidden />
              <div>
                <div className={classes['attemptHead']}>
                  <span>
                    {what}
                    {times > 1 && ` × ${times}`}
                  </span>
                  <span className={classes['when']} data-number>
                    {age(attempt.at)}
                  </span>
                </div>
                {fix && <p>{fix}</p>}
                <p className={classes['when']}>
                  {device && `${formatMac(device)} · `}
                  {texts.details(fileSize(attempt.bytes), attempt.contentType ?? '')}
                </p>
                {attempt.topic !== undefined && (
                  <p className={classes['when']}>{texts.broker(attempt.brokerName ?? '', attempt.topic)}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Pushes one after another with the same result and device are one entry, with the time of the newest. */
function grouped(attempts: readonly Arrival[]): { attempt: Arrival; times: number }[] {
  const groups: { attempt: Arrival; times: number }[] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    if (last && keyOf(last.attempt) === keyOf(attempt)) last.times += 1;
    else groups.push({ attempt, times: 1 });
  }
  return groups;
}

function keyOf({ device, outcome, reason, pending, brokerName, topic }: Arrival): string {
  return [device, outcome, reason, pending, brokerName, topic].join('/');
}
