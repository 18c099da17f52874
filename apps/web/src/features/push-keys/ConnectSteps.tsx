import { getPushKey, listPushVendors, type PushKey } from '@atrium/contract/push-keys';
import { guideOf } from '@atrium/rules/vendor-guides';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { connectTexts as texts } from './connect-texts.ts';
import classes from './connect.module.css';
import { DeviceSteps } from './DeviceSteps.tsx';
import { KeySelect } from './KeySelect.tsx';
import { LivePushes } from './LivePushes.tsx';
import { OtherDoors } from './OtherDoors.tsx';
import { texts as keyTexts } from './texts.ts';
import { VendorPicker } from './VendorPicker.tsx';

interface Props {
  keys: UseQueryResult<{ rows: PushKey[] }>;
  /** The one in use; undefined while there is none, and once the chosen one is revoked. */
  pushKey: PushKey | undefined;
  onChoose: (pushKey: PushKey) => void;
  /** The button that creates a key. */
  add: ReactNode;
  onAdopt: (deviceId: string) => void;
}

/** The steps to the first counts, and next to them what arrives. */
export function ConnectSteps({ keys, pushKey, onChoose, add, onAdopt }: Props) {
  const [vendor, setVendor] = useState<string>();
  const vendors = useEndpoint(listPushVendors, {}, { texts: texts.vendors });
  const loss = blockingError(vendors);
  const shown = vendors.data?.find((each) => each.vendor === vendor);
  const guide = shown && guideOf(shown.vendor);
  const settings = !guide
    ? texts.device.heading
    : guide.hasSample
      ? texts.device.headingOfProgram
      : texts.device.headingOf(guide.name || shown.title);
  return (
    <div className={classes['board']}>
      <div className={classes['steps']}>
        <Step number={1} heading={texts.vendor.heading} text={texts.vendor.text}>
          {loss && <ErrorState message={loss.message} onRetry={() => void vendors.refetch()} />}
          {vendors.data && <VendorPicker vendors={vendors.data} value={vendor} onChange={setVendor} />}
          {vendors.isPending && <Skeleton height={180} aria-busy />}
        </Step>
        <Step number={2} heading={texts.key.heading} text={texts.key.text}>
          <KeyPicker keys={keys} pushKey={pushKey} onChoose={onChoose} add={add} />
        </Step>
        <Step number={3} heading={settings} {...(!(shown && pushKey) && { text: texts.device.first })}>
          {shown && pushKey && <Opened key={pushKey.pushKeyId} pushKey={pushKey} {...shown} />}
        </Step>
      </div>
      <div className={classes['watch']}>
        <Step number={4} heading={texts.live.heading} text={pushKey ? texts.live.of(pushKey.name) : texts.live.first}>
          {pushKey && <LivePushes key={pushKey.pushKeyId} pushKey={pushKey} onAdopt={onAdopt} />}
          <OtherDoors onAdopt={onAdopt} />
        </Step>
      </div>
    </div>
  );
}

interface StepProps {
  number: number;
  heading: string;
  text?: string;
  children: ReactNode;
}

function Step({ number, heading, text, children }: StepProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={classes['step'] ?? ''}>
      <header className={classes['stepHead']}>
        <span className={classes['number']} aria-hidden>
          {number}
        </span>
        <div>
          <h2 id={id}>{heading}</h2>
          {text && <p className={classes['quiet']}>{text}</p>}
        </div>
      </header>
      {children}
    </Card>
  );
}

function KeyPicker({ keys, pushKey, onChoose, add }: Omit<Props, 'onAdopt'>) {
  const loss = blockingError(keys);
  if (loss) return <ErrorState message={loss.message} onRetry={() => void keys.refetch()} />;
  if (!keys.data) return <Skeleton height={60} aria-busy />;
  if (keys.data.rows.length === 0) {
    return (
      <div className={classes['keyRow']}>
        <p className={classes['quiet']}>{texts.key.none}</p>
        {add}
      </div>
    );
  }
  return (
    <div className={classes['keyRow']}>
      <KeySelect pushKey={pushKey} onChoose={onChoose} />
      {add}
    </div>
  );
}

/** Reads the secret only when it is needed: each read is an audit entry. */
function Opened({ pushKey, vendor, title }: { pushKey: PushKey; vendor: string; title: string }) {
  const params = { pushKeyId: pushKey.pushKeyId };
  const opened = useEndpoint(getPushKey, { params }, { texts: keyTexts.read });
  const loss = blockingError(opened);
  if (loss) return <ErrorState message={loss.message} onRetry={() => void opened.refetch()} />;
  const address = opened.data?.addresses.find((each) => each.vendor === vendor);
  if (!address) return <Skeleton height={240} aria-busy />;
  return <DeviceSteps vendor={vendor} title={title} url={address.url} />;
}
