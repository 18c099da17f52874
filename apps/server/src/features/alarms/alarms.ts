import type { AlarmConfig, AlarmConfigBody } from '@atrium/contract/alarms';
import { type AlarmEvent, newAlarmState } from '@atrium/rules/alarm';
import {
  type Alarmable,
  alarmables,
  alarmKindProblems,
  alarmProblems,
  type AlarmSettings,
  alarmSettingTexts,
  type AlarmTypeId,
  defaultAlarmSettings,
  defaultRenotifyDelay,
  isAlarmType,
  measureOf,
  normalizedSettings,
  recipientProblems,
  watchedProblems,
} from '@atrium/rules/alarm-settings';
import { problemIf } from '@atrium/rules/problem';
import { auditRecorder } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addAlarm,
  type AlarmRow,
  findAlarm,
  lockAlarm,
  lockAndCountAlarms,
  saveAlarm,
  toReply,
} from './config-store.ts';
import { findWatched } from './entity-store.ts';
import type { Evaluation } from './evaluation.ts';
import { type LevelNow, lockLevelNow } from './level-store.ts';
import { queueTest } from './notices.ts';
import { endAlarm } from './watch-store.ts';

/** The alarms of an organization: what they watch, when they fire, and whom they notify. */
export interface Alarms {
  create(scope: Scope, body: AlarmConfigBody): Promise<AlarmConfig>;
  update(
    scope: Scope,
    id: string,
    body: AlarmConfigBody,
    options: { readonly shouldClose: boolean; readonly seenVersion: number | undefined },
  ): Promise<AlarmConfig>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
  test(scope: Scope, id: string): Promise<number>;
}

export interface AlarmDependencies {
  readonly registry: Registry;
  readonly evaluation: Evaluation;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

export const maxAlarms = 1_000;

type Values = Pick<
  AlarmRow['alarm'],
  'alarmTypeId' | 'triggerTypeId' | 'alarmable' | 'alarmableId' | 'settings' | 'sms' | 'email'
>;

export function createAlarms({ registry, evaluation, clock, publicUrl }: AlarmDependencies): Alarms {
  const record = auditRecorder('alarm', clock);

  return {
    create: (scope, body) =>
      registry.tenant(scope, async (tx) => {
        const now = clock();
        const values = merged(undefined, body);
        const { orgId } = scope;
        const { name, locationId, maxCapacity } = await watchable(tx, scope, now, values);
        if ((await lockAndCountAlarms(tx, orgId)) >= maxAlarms) {
          throw new Refusal('conflict', `An organization has at most ${maxAlarms.toLocaleString('en-US')} alarms.`);
        }
        const level = await levelNow(tx, orgId, values, now);
        const watch = newAlarmState(secondsOf(now));
        const alarm = await addAlarm(tx, { ...values, orgId, locationId, watch, createdAt: now, updatedAt: now });
        const row = { alarm, maxCapacity, name };
        await evaluation.advance(tx, row, startsFrom(level, now));
        await record(tx, scope, 'alarm-created', alarm.alarmConfigId, { name });
        return toReply(row);
      }),

    update: (scope, id, body, { shouldClose, seenVersion }) =>
      registry.tenant(scope, async (tx) => {
        const now = clock();
        const target = merged((await existingAlarm(tx, scope, id)).alarm, body);
        const level = await levelNow(tx, scope.orgId, target, now);
        const before = await lockedAlarm(tx, scope, id);
        refuseStale(seenVersion, before.alarm.version);
        const values = merged(before.alarm, body);
        const { name, locationId } = await watchable(tx, scope, now, values);
        const changed = differences<Partial<Values & { locationId: string }>>(before.alarm, { ...values, locationId });
        const isElsewhere =
          values.alarmableId !== before.alarm.alarmableId || measureOf(values) !== measureOf(before.alarm);
        if (Object.keys(changed).length > 0) await saveAlarm(tx, before.alarm, { ...values, locationId }, now);
        const after = await lockedAlarm(tx, scope, id);
        const at = secondsOf(now);
        const close = { kind: 'close', reason: 2, now: at } as const;
        // Someone may have moved it in between: then the next reading says how many people are there.
        const start = startsFrom(target.alarmableId === values.alarmableId ? level : undefined, now);
        if (isElsewhere) {
          // What was measured elsewhere says nothing here.
          await evaluation.advance(tx, before, [close]);
          const { episodes } = before.alarm.watch;
          const fresh = { ...after.alarm, watch: { ...newAlarmState(at), episodes } };
          await evaluation.advance(tx, { ...after, alarm: fresh }, start);
        } else {
          await evaluation.advance(tx, after, [...(shouldClose ? [close] : []), ...start]);
        }
        if (Object.keys(changed).length > 0) {
          await record(tx, scope, 'alarm-changed', after.alarm.alarmConfigId, { name, changed });
        }
        return toReply(await lockedAlarm(tx, scope, id));
      }),

    remove: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const now = clock();
        const before = await lockedAlarm(tx, scope, id);
        refuseStale(seenVersion, before.alarm.version);
        await evaluation.advance(tx, before, [{ kind: 'close', reason: 3, now: secondsOf(now) }]);
        await endAlarm(tx, before.alarm.alarmConfigId, now);
        await record(tx, scope, 'alarm-deleted', before.alarm.alarmConfigId, { name: before.name });
      }),

    test: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const found = await existingAlarm(tx, scope, id);
        const sent = await queueTest(tx, found, clock(), publicUrl());
        await record(tx, scope, 'alarm-tested', found.alarm.alarmConfigId, { name: found.name });
        return sent;
      }),
  };
}

export async function existingAlarm(tx: Transaction, scope: Scope, id: string): Promise<AlarmRow> {
  const found = await findAlarm(tx, scope, id);
  if (!found) throw notFound('The alarm');
  return found;
}

/** An entity that the caller may not see is as unknown as one that does not exist. */
export async function refuseUnknown(
  tx: Transaction,
  scope: Scope,
  now: Date,
  alarmTypeId: string,
  entityId: string,
): Promise<void> {
  const type = Number(alarmTypeId);
  if (!isAlarmType(type)) throw notFound('The alarm type');
  const alarmable = alarmables[type];
  if (!(await findWatched(tx, scope, now, alarmable, entityId))) throw notFound(whatIs[alarmable]);
}

async function lockedAlarm(tx: Transaction, scope: Scope, id: string): Promise<AlarmRow> {
  const found = await lockAlarm(tx, scope, id);
  if (!found) throw notFound('The alarm');
  return found;
}

/** Omitted fields stay unchanged; of both places for recipients, the one beside the trigger counts. */
function merged(before: Values | undefined, body: AlarmConfigBody): Values {
  const { config: { config: written = {}, ...trigger } = {} } = body;
  const kind = {
    alarmTypeId: body.alarmTypeId ?? before?.alarmTypeId ?? 0,
    triggerTypeId: trigger.triggerTypeId ?? before?.triggerTypeId ?? 0,
  };
  refuseProblems(alarmKindProblems(kind));
  const alarmable = alarmables[kind.alarmTypeId as AlarmTypeId];
  const draft = draftOf(before?.settings ?? defaultAlarmSettings, written);
  const sms = trigger.sms ?? body.sms ?? before?.sms ?? [];
  const email = (trigger.email ?? body.email ?? before?.email ?? []).map((address) => address.trim());
  const isOther = body.alarmable !== undefined && body.alarmable !== alarmable;
  const isNamed = (body.alarmableId ?? before?.alarmableId) !== undefined;
  refuseProblems([
    ...problemIf(isOther, 'alarmable', alarmSettingTexts.alarmable),
    ...problemIf(!isNamed, 'alarmableId', 'is required'),
    ...alarmProblems(kind, draft),
    ...recipientProblems({ sms, email }),
  ]);
  const settings = normalizedSettings(draft as AlarmSettings);
  const alarmableId = (body.alarmableId ?? before?.alarmableId ?? '').toLowerCase();
  return { ...kind, alarmable, alarmableId, settings, sms: [...new Set(sms)], email: [...new Set(email)] };
}

type Written = NonNullable<NonNullable<AlarmConfigBody['config']>['config']>;

/** The location comes from the entity. A reminder without a delay gets the default. */
function draftOf(before: AlarmSettings, { locationId: _location, ...written }: Written) {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  const cleared = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [
      field,
      value === null ? defaultAlarmSettings[field as keyof AlarmSettings] : value,
    ]),
  );
  const draft: Record<keyof AlarmSettings, unknown> = { ...before, ...cleared };
  const { renotify, renotifyDelay } = draft;
  return { ...draft, renotifyDelay: renotify === true ? (renotifyDelay ?? defaultRenotifyDelay) : renotifyDelay };
}

async function watchable(tx: Transaction, scope: Scope, now: Date, values: Values) {
  const found = await findWatched(tx, scope, now, values.alarmable, values.alarmableId);
  if (!found) throw notFound(whatIs[values.alarmable]);
  refuseProblems(watchedProblems(values, found));
  return found;
}

const whatIs: Record<Alarmable, string> = { space: 'The space', location: 'The location', zone: 'The zone' };

/** What is asked for by the minute or hour is not known before the next look. */
async function levelNow(tx: Transaction, orgId: string, values: Values, now: Date): Promise<LevelNow | undefined> {
  return measureOf(values) === 'people' ? lockLevelNow(tx, orgId, values, now) : undefined;
}

/** The people of now count against settings that are new. Like a correction, they are no sign of life of a sensor. */
function startsFrom(level: LevelNow | undefined, now: Date): AlarmEvent[] {
  const at = secondsOf(now);
  const changed = { kind: 'changed', now: at } as const;
  if (!level) return [changed];
  const known = secondsOf(level.at ?? now);
  return [{ kind: 'level', value: level.value, at: known, corrected: true, now: at }, changed];
}

export function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
