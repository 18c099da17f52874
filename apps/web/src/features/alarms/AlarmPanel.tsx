import {
  type AlarmConfigWithIncludes,
  deleteAlarmConfig,
  getAlarmConfig,
  listAlarmConfigs,
  listAlarmStates,
  testAlarmConfig,
  updateAlarmConfig,
} from '@atrium/contract/alarms';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { lasted } from '../../format/durations.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { amountOf, entityOf, includes, moment } from './alarm-columns.ts';
import { upcoming } from './alarm-values.ts';
import classes from './alarms.module.css';
import { MaintenanceDialog } from './MaintenanceDialog.tsx';
import { texts } from './texts.ts';
import type { AlarmWords } from './use-alarm-words.ts';

interface Props {
  /** As the list has it. */
  listed: AlarmConfigWithIncludes;
  words: AlarmWords;
  onEdit: (alarm: AlarmConfigWithIncludes) => void;
  onClose: () => void;
}

/** One alarm: when it fires, whom it tells, and its actions. */
export function AlarmPanel({ listed, words, onEdit, onClose }: Props) {
  const alarm = useDetails(listed);
  const { alarmConfigId, alarmTypeId, config, threshold, version, snoozedUntil } = alarm;
  const params = { alarmConfigId };
  const test = useWrite(testAlarmConfig, texts.tested);
  const remove = useWrite(deleteAlarmConfig, texts.deleted, [listAlarmConfigs, listAlarmStates], [getAlarmConfig]);
  const mayWrite = useMay(deleteAlarmConfig);
  const [isPlanning, setPlanning] = useState(false);
  const now = useNow(1000);
  const { triggerDelay, renotifyDelay, resolve, clearThreshold, noDataAfter } = config.config;
  const limit = clearThreshold ?? threshold;
  const amount = (value: number) => amountOf(alarmTypeId, value);
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
  const askAndRemove = async () => {
    if (!(await confirm(texts.removeQuestion))) return;
    remove.mutate({ params, seenVersion: version }, { onSuccess: onClose });
  };
  const facts: readonly (readonly [string, string])[] = [
    [texts.columns.type, words.typeOf(alarmTypeId)],
    [texts.columns.trigger, words.triggerOf(alarmTypeId, config.triggerTypeId)],
    [texts.facts.fires, threshold === null ? texts.noThreshold : amount(threshold)],
    [texts.facts.delay, time(triggerDelay)],
    [texts.facts.reminder, renotifyDelay === null ? texts.never : texts.every(time(renotifyDelay))],
    [texts.facts.clears, resolve && limit !== null ? amount(limit) : texts.byPerson],
    [texts.facts.noData, noDataAfter === null ? texts.never : texts.after(time(noDataAfter))],
    [texts.facts.email, config.email.join(', ') || texts.nobody],
    [texts.facts.sms, config.sms.join(', ') || texts.nobody],
    ...(isSnoozed ? [[texts.facts.snoozed, moment(snoozedUntil)] as const] : []),
  ];
  return (
    <SidePanel title={entityOf(alarm)} onClose={onClose}>
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </Facts>
      <Windows alarm={alarm} now={now} mayWrite={mayWrite} />
      {mayWrite && (
        <div className={classes['actions']}>
          <Button onClick={() => onEdit(alarm)}>{texts.edit}</Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ params })}>
            {texts.test}
          </Button>
          <Button variant="default" onClick={() => setPlanning(true)}>
            {texts.maintenance.add}
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
            {texts.remove}
          </Button>
        </div>
      )}
      {isPlanning && <MaintenanceDialog alarm={alarm} onClose={() => setPlanning(false)} />}
    </SidePanel>
  );
}

/** The alarm as it is now, where the list is older. */
function useDetails(listed: AlarmConfigWithIncludes): AlarmConfigWithIncludes {
  const params = { alarmConfigId: listed.alarmConfigId };
  const { data } = useEndpoint(getAlarmConfig, { params, query: { include: includes } }, { texts: texts.details });
  return data && data.version >= listed.version ? data : listed;
}

/** The windows that are not over, each with its button. */
function Windows({ alarm, now, mayWrite }: { alarm: AlarmConfigWithIncludes; now: number; mayWrite: boolean }) {
  const update = useWrite(updateAlarmConfig, texts.updated, [listAlarmConfigs, getAlarmConfig, listAlarmStates]);
  const windows = upcoming(alarm, now);
  if (windows.length === 0) return null;
  const remove = (gone: string) => {
    const { alarmConfigId, version } = alarm;
    const body = { config: { config: { maintenance: windows.filter(({ from }) => from !== gone) } } };
    update.mutate({ params: { alarmConfigId }, body, seenVersion: version });
  };
  return (
    <section aria-label={texts.maintenance.title}>
      <ul className={classes['deliveries']}>
        {windows.map(({ from, to }) => (
          <li key={from}>
            {texts.maintenance.window(moment(from), moment(to))}{' '}
            {mayWrite && (
              <Button variant="subtle" size="compact-sm" loading={update.isPending} onClick={() => remove(from)}>
                {texts.maintenance.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function time(seconds: number): string {
  return lasted(seconds * 1000);
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
