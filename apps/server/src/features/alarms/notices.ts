import type { NoticeKind } from '@atrium/rules/alarm';
import { alarmLine, type AlarmNews, alarmSms, dialed } from '@atrium/rules/alarm-message';
import { measureOf, thresholdOf } from '@atrium/rules/alarm-settings';
import { queueAlarmMessage } from '../../outbox/outbox.ts';
import { alarmMail } from '../../outbox/templates/alarm-mail.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { AlarmRow } from './config-store.ts';
import { lockNotices, markQueued, recordDelivery, timezoneAt, type WaitingNotice } from './notice-store.ts';

const atOnce = 50;

/** Calls the webhooks of an organization, in the transaction of what happened. Returns the ids of the calls. */
export interface CallWebhooks {
  queue(
    tx: Transaction,
    event: { readonly orgId: string; readonly event: NoticeKind; readonly body: Readonly<Record<string, unknown>> },
    now: Date,
  ): Promise<string[]>;
}

/**
 * Turns waiting notices into messages of the outbox, in one transaction with their mark: each is queued once, whatever
 * ends the process. Returns how many, and whether there may be more.
 */
export async function queueNotices(
  tx: Transaction,
  now: Date,
  publicUrl: string,
  webhooks: CallWebhooks,
): Promise<{ readonly queued: number; readonly more: boolean }> {
  const waiting = await lockNotices(tx, atOnce);
  for (const notice of waiting) {
    const { alarmNoticeId, row, orgId } = notice;
    for (const message of messagesOf(row, newsOf(notice), { ...notice, publicUrl })) {
      const { id: outboxMessageId } = await queueAlarmMessage(tx, { orgId, ...message }, now);
      await recordDelivery(tx, { outboxMessageId, alarmNoticeId, orgId });
    }
    for (const outboxMessageId of await webhooks.queue(tx, eventOf(notice), now)) {
      await recordDelivery(tx, { outboxMessageId, alarmNoticeId, orgId });
    }
    await markQueued(tx, alarmNoticeId, now);
  }
  return { queued: waiting.length, more: waiting.length === atOnce };
}

/** The message that a person asked for. Returns how many were queued. */
export async function queueTest(tx: Transaction, row: AlarmRow, now: Date, publicUrl: string): Promise<number> {
  const { orgId, alarmable, watch, locationId } = row.alarm;
  const timezone = await timezoneAt(tx, locationId);
  const { value } = watch;
  const threshold = thresholdOf(row.alarm, row.alarm.settings, row.maxCapacity);
  const news = {
    notice: 'test',
    alarmable,
    name: row.name,
    cause: 'level',
    value,
    threshold,
    measure: measureOf(row.alarm),
  } as const;
  let queued = 0;
  for (const message of messagesOf(row, news, { at: now, timezone, publicUrl })) {
    if (!(await queueAlarmMessage(tx, { orgId, ...message }, now)).isOverLimit) queued += 1;
  }
  return queued;
}

function newsOf(waiting: WaitingNotice): AlarmNews {
  const { row, notice, cause, value, threshold } = waiting;
  return {
    notice,
    cause,
    value,
    threshold,
    alarmable: row.alarm.alarmable,
    name: row.name,
    measure: measureOf(row.alarm),
  };
}

function eventOf(waiting: WaitingNotice) {
  const { orgId, notice, alarmStateId, cause, value, threshold, row } = waiting;
  const { alarmConfigId, alarmable, alarmableId, locationId } = row.alarm;
  const body = {
    alarmStateId,
    alarmConfigId,
    orgId,
    locationId,
    alarmable,
    alarmableId,
    name: row.name,
    cause,
    measure: measureOf(row.alarm),
    value,
    threshold,
    since: waiting.at.toISOString(),
    text: alarmLine(newsOf(waiting)),
  };
  return { orgId, event: notice, body };
}

function messagesOf(
  { alarm }: AlarmRow,
  news: AlarmNews,
  when: { readonly at: Date; readonly timezone: string; readonly publicUrl: string },
) {
  const letter = alarmMail(news, when);
  return [
    ...alarm.email.map((to) => ({ kind: 'mail' as const, to, ...letter })),
    ...alarm.sms.map((number) => ({ kind: 'sms' as const, to: dialed(number), subject: '', text: alarmSms(news) })),
  ];
}
