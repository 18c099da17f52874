import { discardQuarantined, listQuarantine, listReceived, type QuarantineGroup } from '@atrium/contract/inbox';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../format/numbers.ts';
import { longTimestamp } from '../../format/dates.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { BodyPanel } from './BodyPanel.tsx';
import { senderOf, vendorName } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { ReasonDialog } from './ReasonDialog.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { texts } from './texts.ts';

const words = texts.quarantine;

interface Props {
  group: QuarantineGroup;
  onClose: () => void;
}

/** Why bodies are not counted, what to do about it, and the ways to end it. */
export function GroupPanel({ group, onClose }: Props) {
  const { orgId, quarantineId, sensor, sampleId } = group;
  const [shown, setShown] = useState<'sample' | 'replay' | 'discard'>();
  const { title, text, advice, place } = explainReason(group.reason);
  const close = () => setShown(undefined);
  if (shown === 'sample' && sampleId !== null) return <BodyPanel body={{ bodyId: sampleId, orgId }} onClose={close} />;
  return (
    <SidePanel title={title} onClose={onClose}>
      <p className={classes['plainText']}>{text}</p>
      <h3 className={classes['part']}>{words.advice}</h3>
      <p className={classes['plainText']}>{advice}</p>
      {place === 'new-devices' && (
        <div className={classes['actions']}>
          <LinkButton variant="default" to="/app/pushurls">
            {words.assign}
          </LinkButton>
        </div>
      )}
      {sensor && place !== 'none' && (
        <div className={classes['actions']}>
          <LinkButton variant="default" to="/app/sensor/$sensorId" params={{ sensorId: sensor.sensorId }} search={{}}>
            {words.openSensor}
          </LinkButton>
        </div>
      )}
      <Facts>
        <dt>{words.columns.device}</dt>
        <dd>{senderOf(group)}</dd>
        <dt>{words.columns.vendor}</dt>
        <dd>{vendorName(group)}</dd>
        <dt>{words.columns.count}</dt>
        <dd>{count(group.count)}</dd>
        <dt>{words.columns.first}</dt>
        <dd>{longTimestamp(group.firstAt)}</dd>
        <dt>{words.columns.last}</dt>
        <dd>{longTimestamp(group.lastAt)}</dd>
      </Facts>
      <div className={classes['actions']}>
        <Button onClick={() => setShown('replay')}>{words.replay}</Button>
        {sampleId !== null && (
          <Button variant="default" onClick={() => setShown('sample')}>
            {words.sample}
          </Button>
        )}
        <Button variant="default" onClick={() => setShown('discard')}>
          {words.discard}
        </Button>
      </div>
      {shown === 'replay' && <ReplayDialog orgId={orgId} wish={{ quarantineId }} onClose={close} />}
      {shown === 'discard' && (
        <ReasonDialog
          title={words.discardTitle}
          text={words.discardText(count(group.count))}
          submit={words.discardSubmit}
          danger
          call={discardQuarantined}
          request={{ params: { quarantineId }, query: { orgId } }}
          texts={words.discarded}
          changes={[listQuarantine, listReceived]}
          onClose={close}
          onDone={onClose}
        />
      )}
    </SidePanel>
  );
}
