import type { AlarmConfigWithIncludes, AlarmStateWithIncludes } from '@atrium/contract/alarms';
import { dateIn } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { asCount, count } from '../../format/numbers.ts';
import { viewerTimezone } from '../../format/zones.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';
import type { AlarmWords } from './use-alarm-words.ts';

/** What an alarm can watch. */
export const includes = 'space,zone,location';

export function entityOf({ space, zone, location }: AlarmConfigWithIncludes): string {
  return (space ?? zone ?? location)?.name ?? '';
}

/** `105 people`; a wait is in minutes. */
export function amountOf(alarmTypeId: number | undefined, value: number): string {
  return (alarmTypeId === 4 ? texts.minutes : texts.people)(count(value));
}

/** An instant in the format of alarms. */
export function moment(instant: string | null): string {
  return instant === null ? '' : dateIn(viewerTimezone, 'timestamp', Date.parse(instant));
}

export function alarmColumns({ typeOf, triggerOf }: AlarmWords): readonly Column<AlarmConfigWithIncludes>[] {
  return [
    {
      key: 'entity',
      label: texts.columns.entity,
      kind: 'text',
      width: 160,
      order: 'name',
      isRowName: true,
      value: entityOf,
    },
    {
      key: 'type',
      label: texts.columns.type,
      kind: 'text',
      width: 150,
      order: 'alarmTypeId',
      from: 'tablet',
      value: ({ alarmTypeId }) => typeOf(alarmTypeId),
    },
    {
      key: 'trigger',
      label: texts.columns.trigger,
      kind: 'text',
      width: 190,
      from: 'tablet',
      value: ({ alarmTypeId, config }) => triggerOf(alarmTypeId, config.triggerTypeId),
    },
    {
      key: 'threshold',
      label: texts.columns.threshold,
      unit: texts.unit,
      ...asCount,
      width: 120,
      empty: texts.noThreshold,
      value: ({ threshold }) => threshold,
    },
    {
      key: 'recipients',
      label: texts.columns.recipients,
      ...asCount,
      width: 110,
      from: 'desktop',
      value: ({ sms, email }) => sms.length + email.length,
    },
  ];
}

export type StateKind = keyof typeof texts.state;

export function kindOf({ resolved, acknowledgedAt }: AlarmStateWithIncludes): StateKind {
  if (resolved) return 'resolved';
  return acknowledgedAt === null ? 'active' : 'acknowledged';
}

export function nameOf({ alarm_config: alarm }: AlarmStateWithIncludes): string {
  return (alarm && entityOf(alarm)) || texts.deletedEntity;
}

export function stateColumns({ reasonOf }: AlarmWords, now: number): readonly Column<AlarmStateWithIncludes>[] {
  return [
    { key: 'entity', label: texts.columns.entity, kind: 'text', width: 160, isRowName: true, value: nameOf },
    { key: 'state', label: texts.columns.state, kind: 'text', width: 130, value: (row) => texts.state[kindOf(row)] },
    {
      key: 'value',
      label: texts.columns.value,
      ...asCount,
      width: 90,
      from: 'tablet',
      empty: texts.noData,
      value: ({ data }) => data.triggerValue,
    },
    {
      key: 'limit',
      label: texts.columns.limit,
      ...asCount,
      width: 90,
      from: 'tablet',
      value: ({ data }) => data.triggerThreshold,
    },
    {
      key: 'since',
      label: texts.columns.since,
      kind: 'text',
      width: 150,
      order: 'createdAt',
      from: 'tablet',
      value: ({ createdAt }) => moment(createdAt),
    },
    {
      key: 'lasted',
      label: texts.columns.lasted,
      kind: 'text',
      width: 110,
      from: 'desktop',
      value: ({ createdAt, resolvedAt }) => lasted((resolvedAt ? Date.parse(resolvedAt) : now) - Date.parse(createdAt)),
    },
    {
      key: 'reason',
      label: texts.columns.reason,
      kind: 'text',
      width: 190,
      from: 'desktop',
      value: ({ resolvedReason }) => (resolvedReason === null ? null : reasonOf(resolvedReason)),
    },
  ];
}
