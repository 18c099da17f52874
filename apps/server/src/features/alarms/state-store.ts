import type { AlarmDelivery, AlarmState } from '@atrium/contract/alarms';
import type { AlarmStep } from '@atrium/rules/alarm';
import { and, asc, count, eq, exists, isNotNull, isNull, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { alarmConfig, alarmDelivery, alarmNotice, alarmState } from '../../registry/schema/alarms.ts';
import { outboxMessage } from '../../registry/schema/operations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, space } from '../../registry/schema/places.ts';
import { zone } from '../../registry/schema/sensors.ts';
import type { Scope } from '../../scope.ts';
import { isLocation, isSpace, isZone, watchedName } from './config-store.ts';

type Row = typeof alarmState.$inferSelect & { readonly notified: boolean; readonly acknowledgerName: string | null };

const { alarmStateId, createdAt, resolvedAt } = alarmState;
const notified = sql<boolean>`EXISTS (SELECT 1 FROM ${alarmNotice} WHERE ${alarmNotice.alarmStateId} = ${alarmStateId})`;
const isAcknowledger = and(eq(localUser.userId, alarmState.acknowledgedBy), eq(localUser.orgId, alarmState.orgId));
const states = ({ sql: db }: Transaction) =>
  db
    .select({ row: alarmState, notified, acknowledgerName: localUser.name })
    .from(alarmState)
    .leftJoin(localUser, isAcknowledger)
    .$dynamic();
/** Whether what it watched has such a name. */
const isNamed = ({ sql: db }: Transaction, search: string | undefined) =>
  search === undefined || search === ''
    ? undefined
    : exists(
        db
          .select({ alarmConfigId: alarmConfig.alarmConfigId })
          .from(alarmConfig)
          .leftJoin(space, isSpace)
          .leftJoin(zone, isZone)
          .leftJoin(location, isLocation)
          .where(and(eq(alarmConfig.alarmConfigId, alarmState.alarmConfigId), contains(search, watchedName))),
      );

export async function statePage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery & { readonly resolved?: 'true' | 'false' | undefined; readonly alarmConfigId?: string | undefined },
): Promise<{ rows: AlarmState[]; total: number }> {
  const wanted = and(
    visible(scope),
    isNamed(tx, query.search),
    query.resolved && (query.resolved === 'true' ? isNotNull(resolvedAt) : isNull(resolvedAt)),
    query.alarmConfigId === undefined ? undefined : sameId(alarmState.alarmConfigId, query.alarmConfigId),
  );
  const rows = await states(tx)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-createdAt', { createdAt, resolvedAt }, alarmStateId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(alarmState).where(wanted);
  return { rows: rows.map(({ row, ...more }) => stateReply({ ...row, ...more })), total: counted?.total ?? 0 };
}

export async function findState(tx: Transaction, scope: Scope, id: string): Promise<AlarmState | undefined> {
  const [found] = await states(tx).where(and(visible(scope), sameId(alarmStateId, id)));
  if (!found) return undefined;
  const { row, ...more } = found;
  return stateReply({ ...row, ...more });
}

/** What the state machine did, in its order. A step that is stored already stays as it is. */
export async function storeSteps(
  { sql: db }: Transaction,
  alarm: Pick<typeof alarmConfig.$inferSelect, 'alarmConfigId' | 'orgId' | 'locationId'>,
  steps: readonly AlarmStep[],
  by: string | null,
): Promise<void> {
  const { alarmConfigId, orgId, locationId } = alarm;
  for (const step of steps) {
    const { episode } = step;
    const at = new Date(step.at * 1000);
    const isIt = and(eq(alarmState.alarmConfigId, alarmConfigId), eq(alarmState.episode, episode));
    switch (step.kind) {
      case 'opened': {
        const { cause, value: triggerValue, threshold: triggerThreshold } = step;
        const fired = { alarmConfigId, orgId, locationId, episode, cause, triggerValue, triggerThreshold };
        await db
          .insert(alarmState)
          .values({ ...fired, createdAt: at })
          .onConflictDoNothing();
        break;
      }
      case 'acknowledged':
        await db.update(alarmState).set({ acknowledgedAt: at, acknowledgedBy: by }).where(isIt);
        break;
      case 'resolved':
        await db
          .update(alarmState)
          .set({ resolvedAt: at, resolvedReason: step.reason })
          .where(and(isIt, isNull(resolvedAt)));
        break;
      case 'notice': {
        const { number, notice, value, threshold } = step;
        const [state] = await db.select({ alarmStateId }).from(alarmState).where(isIt);
        if (!state) break;
        await db
          .insert(alarmNotice)
          .values({ ...state, orgId, number, notice, value, threshold, at })
          .onConflictDoNothing();
      }
    }
  }
}

export async function deliveriesOf({ sql: db }: Transaction, id: string): Promise<AlarmDelivery[]> {
  const { recipient, sentAt, failedAt, attempts, error } = outboxMessage;
  const rows = await db
    .select({
      deliveryId: outboxMessage.outboxMessageId,
      notice: alarmNotice.notice,
      channel: outboxMessage.kind,
      recipient,
      createdAt: outboxMessage.createdAt,
      sentAt,
      failedAt,
      attempts,
      error,
    })
    .from(alarmDelivery)
    .innerJoin(alarmNotice, eq(alarmNotice.alarmNoticeId, alarmDelivery.alarmNoticeId))
    .innerJoin(outboxMessage, eq(outboxMessage.outboxMessageId, alarmDelivery.outboxMessageId))
    .where(eq(alarmNotice.alarmStateId, id))
    .orderBy(asc(alarmNotice.number), asc(outboxMessage.kind), asc(recipient));
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    failedAt: row.failedAt?.toISOString() ?? null,
  }));
}

function stateReply(row: Row): AlarmState {
  const { triggerValue, triggerThreshold, resolvedReason, acknowledgedBy, acknowledgerName } = row;
  return {
    alarmStateId: row.alarmStateId,
    orgId: row.orgId,
    alarmConfigId: row.alarmConfigId,
    data: { triggerValue, triggerThreshold },
    cause: row.cause,
    resolved: row.resolvedAt !== null,
    resolvedReason,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    acknowledgedBy,
    acknowledger:
      acknowledgedBy === null || acknowledgerName === null ? null : { userId: acknowledgedBy, name: acknowledgerName },
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    notified: row.notified,
  };
}

function visible(scope: Scope) {
  return visibleTo(scope, alarmState.orgId, alarmState.locationId);
}
