import {
  getPushKey,
  type OpenPushKey,
  type PushKey,
  revokePushKey,
  rotatePushKey,
  updatePushKey,
} from '@atrium/contract/push-keys';
import { pushKeyProblems } from '@atrium/rules/push-key';
import { Button, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { longTimestamp } from '../../format/dates.ts';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './push-keys.module.css';
import { pushKeyQueries } from './push-queries.ts';
import { PushProgress } from './PushProgress.tsx';
import { texts } from './texts.ts';

const words = texts.panel;

interface Props {
  pushKey: PushKey;
  onAdopt: (deviceId: string) => void;
  /** Created by a rotation; shown instead. */
  onReplace: (pushKeyId: string) => void;
  onClose: () => void;
}

/** One key: what to paste into the sensor, what was received, and its actions. */
export function PushKeyPanel({ pushKey, onAdopt, onReplace, onClose }: Props) {
  const params = { pushKeyId: pushKey.pushKeyId };
  const opened = useEndpoint(getPushKey, { params }, { texts: texts.read });
  const rename = useWrite(updatePushKey, texts.renamed, pushKeyQueries);
  const rotate = useWrite(rotatePushKey, texts.rotated, pushKeyQueries);
  const revoke = useWrite(revokePushKey, texts.revoked, pushKeyQueries.slice(0, 1), [getPushKey]);
  const { name, sensor, createdAt } = pushKey;
  const askName = async () => {
    const chosen = await askText({
      title: texts.renameTitle,
      label: texts.fields.name,
      initial: name,
      confirm: texts.save,
      problem: (text) => pushKeyProblems({ name: text.trim() })[0]?.message,
    });
    if (chosen !== undefined && chosen.trim() !== name) rename.mutate({ params, body: { name: chosen } });
  };
  const askAndRotate = async () => {
    if (!(await confirm(texts.rotateQuestion(name)))) return;
    rotate.mutate({ params }, { onSuccess: ({ pushKeyId }) => onReplace(pushKeyId) });
  };
  const askAndRevoke = async () => {
    if (await confirm(texts.revokeQuestion(name))) revoke.mutate({ params }, { onSuccess: onClose });
  };
  const loss = blockingError(opened);
  return (
    <SidePanel title={name} onClose={onClose}>
      {pushKey.revokedAt === null && (
        <>
          <PushProgress pushKey={pushKey} onAdopt={onAdopt} />
          {loss && <ErrorState message={loss.message} onRetry={() => void opened.refetch()} />}
          <section>
            <h3 className={classes['heading']}>{words.addresses}</h3>
            <p className={classes['quiet']}>{words.addressesText}</p>
            {opened.data ? <PushAddress addresses={opened.data.addresses} /> : <Skeleton height={64} />}
          </section>
          <section>
            <h3 className={classes['heading']}>{words.key}</h3>
            <p className={classes['quiet']}>{words.keyText}</p>
            {opened.data ? <CopyValue value={opened.data.key} label={words.keyLabel} /> : <Skeleton height={44} />}
          </section>
        </>
      )}
      <Facts>
        <dt>{texts.columns.sensors}</dt>
        <dd>{sensor?.name ?? texts.everySensor}</dd>
        <dt>{texts.columns.created}</dt>
        <dd>{longTimestamp(createdAt)}</dd>
        <dt>{texts.columns.lastUsed}</dt>
        <dd>{longTimestamp(pushKey.lastUsedAt) || texts.never}</dd>
        {pushKey.revokedAt !== null && (
          <>
            <dt>{texts.states.revoked}</dt>
            <dd>{longTimestamp(pushKey.revokedAt)}</dd>
          </>
        )}
      </Facts>
      {pushKey.revokedAt === null && (
        <div className={classes['actions']}>
          <Button variant="default" onClick={() => void askName()}>
            {texts.rename}
          </Button>
          <Button variant="default" loading={rotate.isPending} onClick={() => void askAndRotate()}>
            {texts.rotate}
          </Button>
          <Button variant="default" loading={revoke.isPending} onClick={() => void askAndRevoke()}>
            {texts.revoke}
          </Button>
        </div>
      )}
    </SidePanel>
  );
}

/** Each vendor pushes to an address of its own; most places have sensors of one. */
function PushAddress({ addresses }: { addresses: OpenPushKey['addresses'] }) {
  const [chosen, setChosen] = useState<string>();
  const address = addresses.find(({ vendor }) => vendor === chosen) ?? addresses[0];
  if (!address) return null;
  return (
    <div className={classes['address']}>
      <Select
        label={words.vendor}
        data={addresses.map(({ vendor, title }) => ({ value: vendor, label: title }))}
        value={address.vendor}
        onChange={(vendor) => setChosen(vendor ?? undefined)}
        allowDeselect={false}
      />
      <CopyValue value={address.url} label={words.urlOf(address.title)} isPrimary />
    </div>
  );
}
