import {
  type AlarmDelivery,
  type AlarmStateWithIncludes,
  getAlarmConfig,
  listAlarmConfigs,
  listAlarmDeliveries,
  listAlarmStates,
  updateAlarmState,
} from '@atrium/contract/alarms';
import { Button, Menu } from '@mantine/core';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { StateTag } from './alarm-cells.tsx';
import { amountOf, moment, nameOf } from './alarm-columns.ts';
import { Fact } from './AlarmPanel.tsx';
import classes from './alarms.module.css';
import { texts } from './texts.ts';
import type { AlarmWords } from './use-alarm-words.ts';

interface Props {
  state: AlarmStateWithIncludes;
  words: AlarmWords;
  onClose: () => void;
}

/** One time that an alarm fired: what happened, who was told, and what a person can do about it. */
export function StatePanel({ state, words, onClose }: Props) {
  const {
    data,
    cause,
    createdAt,
    resolvedAt,
    resolvedReason,
    acknowledgedAt,
    acknowledger,
    alarm_config: alarm,
  } = state;
  const now = useNow(1000);
  const snoozedUntil = alarm?.snoozedUntil ?? null;
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
  const mayAct = useMay(updateAlarmState);
  const reason = resolvedReason === null ? '' : `, ${words.reasonOf(resolvedReason).toLowerCase()}`;
  const amount = (value: number | null) => (value === null ? '' : amountOf(alarm?.alarmTypeId, value));
  const facts: readonly (readonly [string, string])[] = [
    [texts.facts.fired, moment(createdAt)],
    [texts.facts.value, cause === 'no-data' ? texts.noData : amount(data.triggerValue)],
    [texts.facts.limit, amount(data.triggerThreshold)],
    ...(acknowledgedAt === null
      ? []
      : [[texts.facts.acknowledged(acknowledger?.name ?? texts.staff), moment(acknowledgedAt)] as const]),
    ...(resolvedAt === null ? [] : [[texts.facts.resolved, `${moment(resolvedAt)}${reason}`] as const]),
    ...(isSnoozed ? [[texts.facts.snoozed, moment(snoozedUntil)] as const] : []),
  ];
  return (
    <SidePanel title={nameOf(state)} onClose={onClose}>
      <StateTag state={state} />
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </Facts>
      {mayAct && !state.resolved && <Actions state={state} isSnoozed={isSnoozed} />}
      {mayAct && <Deliveries state={state} />}
    </SidePanel>
  );
}

function Actions({ state, isSnoozed }: Pick<Props, 'state'> & { isSnoozed: boolean }) {
  const act = useWrite(updateAlarmState, texts.acted, [
    listAlarmStates,
    listAlarmConfigs,
    getAlarmConfig,
    listAlarmDeliveries,
  ]);
  const params = { alarmStateId: state.alarmStateId };
  const snooze = (minutes: string) => act.mutate({ params, body: { snoozedUntil: later(Number(minutes)) } });
  return (
    <>
      <div className={classes['actions']}>
        {state.acknowledgedAt === null && (
          <Button loading={act.isPending} onClick={() => act.mutate({ params, body: { acknowledged: true } })}>
            {texts.acknowledge}
          </Button>
        )}
        <Menu>
          <Menu.Target>
            <Button variant="default" loading={act.isPending}>
              {texts.snooze}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(texts.snoozeFor).map(([minutes, label]) => (
              <Menu.Item key={minutes} onClick={() => snooze(minutes)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {isSnoozed && (
          <Button
            variant="default"
            loading={act.isPending}
            onClick={() => act.mutate({ params, body: { snoozedUntil: null } })}
          >
            {texts.endSnooze}
          </Button>
        )}
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ params, body: { resolved: true } })}
        >
          {texts.resolve}
        </Button>
      </div>
      <Quiet>{texts.acknowledgeHelp}</Quiet>
    </>
  );
}

function later(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const tones: Record<keyof typeof texts.delivery, Tone> = { sent: 'success', waiting: 'neutral', failed: 'danger' };

function Deliveries({ state }: { state: AlarmStateWithIncludes }) {
  const params = { alarmStateId: state.alarmStateId };
  const found = useEndpoint(listAlarmDeliveries, { params }, { texts: texts.deliveries, every: 5_000 });
  if (!found.data) return null;
  if (found.data.length === 0) {
    return <Quiet>{state.resolved && !state.notified ? texts.silenced : texts.noMessages}</Quiet>;
  }
  return (
    <section aria-label={texts.facts.messages}>
      <ul className={classes['deliveries']}>
        {found.data.map((each) => (
          <li key={each.deliveryId}>
            <Tag tone={tones[outcomeOf(each)]}>{texts.delivery[outcomeOf(each)]}</Tag> {texts.notices[each.notice]},{' '}
            {texts.channels[each.channel]}, {each.recipient}
            {each.error !== null && <Quiet>{each.error}</Quiet>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function outcomeOf({ sentAt, failedAt }: AlarmDelivery): keyof typeof texts.delivery {
  if (sentAt !== null) return 'sent';
  return failedAt === null ? 'waiting' : 'failed';
}
