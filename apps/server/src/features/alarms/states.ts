import type { AlarmState, updateAlarmState } from '@atrium/contract/alarms';
import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { AlarmEvent } from '@atrium/rules/alarm';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { type AlarmDependencies, secondsOf } from './alarms.ts';
import { lockAlarm } from './config-store.ts';
import { findState } from './state-store.ts';

type Action = BodyOf<typeof updateAlarmState>;

const maxSnoozeMs = 30 * 86_400_000;

/** What a person does with an active alarm. */
export async function actOnState(
  { registry, evaluation, clock }: AlarmDependencies,
  scope: Scope,
  id: string,
  body: Action,
): Promise<AlarmState> {
  return registry.tenant(scope, async (tx) => {
    const now = clock();
    const actions = actionsOf(body, now);
    const before = await existingState(tx, scope, id);
    const row = await lockAlarm(tx, scope, before.alarmConfigId);
    // Resolved a moment ago, or its alarm is deleted.
    const current = await existingState(tx, scope, id);
    if (!row || current.resolved) throw new Refusal('conflict', 'This alarm is already resolved.');
    await evaluation.advance(
      tx,
      row,
      actions.map(({ event }) => event),
      scope.userId,
    );
    for (const { action } of actions) {
      const { alarmConfigId } = row.alarm;
      const entry = { orgId: scope.orgId, at: now, action, entityType: 'alarm', entityId: alarmConfigId };
      const detail = { name: row.name, ...(action === 'alarm-snoozed' && { until: body.snoozedUntil ?? null }) };
      await recordAudit(tx, { ...doneBy(scope), ...entry, detail });
    }
    return existingState(tx, scope, id);
  });
}

export async function existingState(tx: Transaction, scope: Scope, id: string): Promise<AlarmState> {
  const found = await findState(tx, scope, id);
  if (!found) throw notFound('The alarm state');
  return found;
}

/** In an order in which each has an effect. */
function actionsOf(
  { acknowledged, snoozedUntil, resolved }: Action,
  at: Date,
): { readonly event: AlarmEvent; readonly action: AuditAction }[] {
  const now = secondsOf(at);
  const actions: { event: AlarmEvent; action: AuditAction }[] = [];
  if (acknowledged) actions.push({ event: { kind: 'acknowledge', now }, action: 'alarm-acknowledged' });
  if (snoozedUntil !== undefined) {
    const until = snoozedUntil === null ? null : Date.parse(snoozedUntil);
    if (until !== null && (until <= at.getTime() || until > at.getTime() + maxSnoozeMs)) {
      throw invalidField('snoozedUntil', 'An alarm can be snoozed for at most 30 days from now.');
    }
    const event = { kind: 'snooze', until: until === null ? null : Math.floor(until / 1000), now } as const;
    actions.push({ event, action: 'alarm-snoozed' });
  }
  if (resolved) actions.push({ event: { kind: 'resolve', now }, action: 'alarm-resolved' });
  if (actions.length === 0) throw new Refusal('invalid', 'Say what to do: acknowledged, snoozedUntil or resolved.');
  return actions;
}
