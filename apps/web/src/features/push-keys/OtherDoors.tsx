import { listOtherArrivals, type SentFile } from '@atrium/contract/push-keys';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { fileSize } from '../../format/file-size.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AttemptList } from './AttemptList.tsx';
import { connectTexts } from './connect-texts.ts';
import { HeardDevices } from './HeardDevices.tsx';
import classes from './live.module.css';
import { ageAt, watchEvery } from './LivePushes.tsx';

const texts = connectTexts.live.others;

/** What arrives without a push key: messages of brokers, and files by SFTP. */
export function OtherDoors({ onAdopt }: { onAdopt: (deviceId: string) => void }) {
  const [mqtt, sftp] = [useId(), useId()];
  const now = useNow(1000);
  const found = useEndpoint(listOtherArrivals, {}, { texts: texts.read, every: watchEvery });
  const loss = blockingError(found);
  if (loss) return <ErrorState message={loss.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={20} aria-busy />;
  const { asOf, hasBroker, messages, devices, files } = found.data;
  const age = ageAt(asOf, now - found.dataUpdatedAt);
  const isUsed = hasBroker || messages.length > 0;
  return (
    <>
      {isUsed && (
        <section className={classes['door']} aria-labelledby={mqtt}>
          <div className={classes['doorHead']}>
            <h3 id={mqtt}>{texts.mqtt}</h3>
            <Link to="/app/mqtt">{texts.openBrokers}</Link>
          </div>
          {messages.length === 0 && <p className={classes['quiet']}>{texts.noMessage}</p>}
          {devices.length > 0 && <HeardDevices devices={devices} age={age} onAdopt={onAdopt} />}
          {messages.length > 0 && <AttemptList title={connectTexts.live.messages} attempts={messages} age={age} />}
        </section>
      )}
      {files.length > 0 && (
        <section className={classes['door']} aria-labelledby={sftp}>
          <div className={classes['doorHead']}>
            <h3 id={sftp}>{texts.sftp}</h3>
            <Link to="/app/importstatus">{texts.openImports}</Link>
          </div>
          <Files files={files} age={age} labelledBy={sftp} />
        </section>
      )}
      {!isUsed && files.length === 0 && <p className={classes['quiet']}>{texts.none}</p>}
    </>
  );
}

const tones = { pending: 'success', ok: 'success', partial: 'warning', failed: 'danger', undone: 'warning' } as const;
const icons = { success: IconCircleCheck, warning: IconAlertTriangle, danger: IconCircleX };

interface FilesProps {
  files: readonly SentFile[];
  age: (instant: string) => string;
  labelledBy: string;
}

function Files({ files, age, labelledBy }: FilesProps) {
  return (
    <ul className={classes['attempts']} aria-labelledby={labelledBy}>
      {files.map(({ importStatusId, fileName, status, rowCount, errorCount, bytes, createdAt }) => {
        const Icon = icons[tones[status]];
        const outcome = status === 'pending' ? fileSize(bytes) : texts.rows(rowCount, errorCount);
        return (
          <li key={importStatusId} data-tone={tones[status]}>
            <Icon size={16} aria-hidden />
            <div>
              <div className={classes['attemptHead']}>
                <span>{fileName}</span>
                <span className={classes['when']} data-number>
                  {age(createdAt)}
                </span>
              </div>
              <p className={classes['when']}>{`${texts.file[status]} · ${outcome}`}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
