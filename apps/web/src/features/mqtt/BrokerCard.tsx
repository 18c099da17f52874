import {
  approveMqttHost,
  deleteMqttBroker,
  listMqttVendors,
  type MqttBroker,
  revokeMqttHost,
  updateMqttBroker,
} from '@atrium/contract/mqtt';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useMay } from '../../api/use-may.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { brokerQueries } from './mqtt-queries.ts';
import classes from './mqtt.module.css';
import { texts } from './texts.ts';

const tones: Record<MqttBroker['state'], Tone> = {
  disabled: 'neutral',
  waiting: 'neutral',
  connecting: 'neutral',
  connected: 'success',
  failed: 'danger',
  private: 'warning',
};

interface Props {
  broker: MqttBroker;
  /** Milliseconds. */
  now: number;
  onEdit: () => void;
}

/** One broker: how its connection is doing, what it is subscribed to, and its actions. */
export function BrokerCard({ broker, now, onEdit }: Props) {
  const heading = useId();
  const { name, host, port, state, tls, topics, clientId, approvedAddresses } = broker;
  const vendors = useEndpoint(listMqttVendors, {}, { texts: texts.vendors }).data ?? [];
  const titleOf = (wanted: string) => vendors.find(({ vendor }) => vendor === wanted)?.title ?? wanted;
  return (
    <Card aria-labelledby={heading} className={classes['card'] ?? ''}>
      <div className={classes['head']}>
        <h2 id={heading} className={classes['heading']}>
          {name}
        </h2>
        <Tag tone={tones[state]}>{texts.states[state]}</Tag>
      </div>
      <Problem broker={broker} now={now} />
      <Facts>
        <dt>{texts.facts.messages}</dt>
        <dd>{messagesOf(broker, now)}</dd>
        <dt>{texts.facts.address}</dt>
        <dd className={classes['code']}>{`${host}:${port}`}</dd>
        <dt>{texts.facts.security}</dt>
        <dd>{tls ? texts.facts.tls : texts.facts.plain}</dd>
        <dt>{texts.facts.clientId}</dt>
        <dd className={classes['code']}>{clientId}</dd>
        <dt>{texts.facts.topics}</dt>
        <dd>
          {topics.map(({ filter, vendor, deviceLevel }) => (
            <div key={filter}>
              <span className={classes['code']}>{filter}</span>{' '}
              <span className={classes['quiet']}>
                {deviceLevel === null ? titleOf(vendor) : `${titleOf(vendor)}, ${texts.fromLevel(deviceLevel)}`}
              </span>
            </div>
          ))}
        </dd>
        {approvedAddresses.length > 0 && (
          <>
            <dt>{texts.facts.approved}</dt>
            <dd className={classes['code']}>{approvedAddresses.join(', ')}</dd>
          </>
        )}
      </Facts>
      <Actions broker={broker} onEdit={onEdit} />
    </Card>
  );
}

function messagesOf({ connectedSince, lastMessageAt, received, discarded }: MqttBroker, now: number): string {
  const parts = [
    ...(connectedSince === null ? [] : [texts.connectedSince(longTimestamp(connectedSince))]),
    lastMessageAt === null ? texts.noMessage : texts.lastMessage(ago(Math.max(0, now - Date.parse(lastMessageAt)))),
    ...(received + discarded === 0 ? [] : [texts.counts(received.toLocaleString(), discarded.toLocaleString())]),
  ];
  return parts.join(' · ');
}

/** What is wrong, in words; of a broker that works, the last message that was discarded. */
function Problem({ broker, now }: Omit<Props, 'onEdit'>) {
  const mayApprove = useMay(approveMqttHost);
  const { state, lastError, lastErrorAt } = broker;
  if (state === 'private')
    return <p className={classes['warning']}>{mayApprove ? texts.privateStaff : texts.privateText}</p>;
  if (lastError === null || lastErrorAt === null || state === 'disabled') return null;
  return (
    <p className={classes[state === 'connected' ? 'quiet' : 'danger']}>
      {state === 'connected' && texts.lastError(ago(Math.max(0, now - Date.parse(lastErrorAt))))}
      {lastError}
    </p>
  );
}

function Actions({ broker, onEdit }: { broker: MqttBroker; onEdit: () => void }) {
  const { mqttBrokerId, name, host, isEnabled, state, approvedAddresses } = broker;
  const params = { mqttBrokerId };
  const mayApprove = useMay(approveMqttHost);
  const update = useWrite(updateMqttBroker, texts.updated, brokerQueries);
  const remove = useWrite(deleteMqttBroker, texts.deleted, brokerQueries);
  const approve = useWrite(approveMqttHost, texts.approved, brokerQueries);
  const revoke = useWrite(revokeMqttHost, texts.revoked, brokerQueries);
  const toggle = async () => {
    if (isEnabled && !(await confirm(texts.disableQuestion(name)))) return;
    update.mutate({ params, body: { isEnabled: !isEnabled } });
  };
  const askAndRemove = async () => {
    if (await confirm(texts.removeQuestion(name))) remove.mutate({ params });
  };
  const askAndApprove = async () => {
    if (await confirm(texts.approveQuestion(host))) approve.mutate({ params });
  };
  const askAndRevoke = async () => {
    if (await confirm(texts.revokeQuestion(host))) revoke.mutate({ params });
  };
  return (
    <div className={classes['actions']}>
      {mayApprove && state === 'private' && (
        <Button loading={approve.isPending} onClick={() => void askAndApprove()}>
          {texts.approve}
        </Button>
      )}
      <Button variant="default" onClick={onEdit}>
        {texts.edit}
      </Button>
      <Button variant="default" loading={update.isPending} onClick={() => void toggle()}>
        {isEnabled ? texts.disable : texts.enable}
      </Button>
      {mayApprove && approvedAddresses.length > 0 && (
        <Button variant="default" loading={revoke.isPending} onClick={() => void askAndRevoke()}>
          {texts.revoke}
        </Button>
      )}
      <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
        {texts.remove}
      </Button>
    </div>
  );
}
