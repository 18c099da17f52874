import { getPushKey, type PushKey, revokePushKey, rotatePushKey, updatePushKey } from '@atrium/contract/push-keys';
import { pushKeyProblems } from '@atrium/rules/push-key';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { longTimestamp } from '../../format/dates.ts';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { askText } from '../../ui/dialogs/ask.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { BindDialog } from './BindDialog.tsx';
import { connectTexts } from './connect-texts.ts';
import { LivePushes } from './LivePushes.tsx';
import classes from './push-keys.module.css';
import { pushKeyQueries } from './push-queries.ts';
import { texts } from './texts.ts';

const words = texts.panel;

interface Props {
  pushKey: PushKey;
  onAdopt: (deviceId: string) => void;
  /** Shows the address and what to enter in a device. */
  onSetUp: () => void;
  /** Created by a rotation; shown instead. */
  onReplace: (pushKeyId: string) => void;
  onClose: () => void;
}

/** One key: what arrives with it, who may use it, and its actions. */
export function PushKeyPanel({ pushKey, onAdopt, onSetUp, onReplace, onClose }: Props) {
  const params = { pushKeyId: pushKey.pushKeyId };
  const [binding, setBinding] = useState(false);
  const rename = useWrite(updatePushKey, texts.renamed, pushKeyQueries);
  const rotate = useWrite(rotatePushKey, texts.rotated, pushKeyQueries);
  const revoke = useWrite(revokePushKey, texts.revoked, pushKeyQueries.slice(0, 1), [getPushKey]);
  const { name, sensor, createdAt } = pushKey;
  const isActive = pushKey.revokedAt === null;
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
  return (
    <SidePanel title={name} onClose={onClose}>
      {isActive && <LivePushes pushKey={pushKey} onAdopt={onAdopt} />}
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
      {isActive && (
        <>
          <Secret pushKey={pushKey} />
          <div className={classes['actions']}>
            <Button onClick={onSetUp}>{words.setUp}</Button>
            <Button variant="default" onClick={() => setBinding(true)}>
              {connectTexts.bind.action}
            </Button>
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
        </>
      )}
      {binding && <BindDialog pushKey={pushKey} onClose={() => setBinding(false)} />}
    </SidePanel>
  );
}

/** Each read of the secret is an audit entry, so it is read only when someone asks for it. */
function Secret({ pushKey: { pushKeyId } }: { pushKey: PushKey }) {
  const [isShown, setShown] = useState(false);
  const opened = useEndpoint(getPushKey, { params: { pushKeyId } }, { texts: texts.read, enabled: isShown });
  const loss = blockingError(opened);
  return (
    <section>
      <h3 className={classes['heading']}>{words.key}</h3>
      <p className={classes['quiet']}>{words.keyText}</p>
      {!isShown && (
        <Button variant="default" mt="xs" onClick={() => setShown(true)}>
          {words.showKey}
        </Button>
      )}
      {isShown && loss && <ErrorState message={loss.message} onRetry={() => void opened.refetch()} />}
      {isShown && opened.data && <CopyValue value={opened.data.key} label={words.keyLabel} />}
      {isShown && opened.isPending && <Skeleton height={44} aria-busy />}
    </section>
  );
}
