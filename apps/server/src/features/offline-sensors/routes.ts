import { resolveRelativeDate } from '@atrium/calendar/relative-dates';
import { isZone, zoneOf, type Zone } from '@atrium/calendar/zones';
import {
  countOfflineSensors,
  getOfflineSensor,
  getOfflineTimeline,
  listOfflineRecordsOfSensor,
  listOfflineSensors,
  listResolvedOfflineSensors,
  newestOfflineSensors,
  updateOfflineSensor,
} from '@atrium/contract/offline-sensors';
import { agePeriods, causeProblem, countAtSteps, timelineStart, timelineStep } from '@atrium/rules/offline-sensor';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { UserActor } from '../../http/actor.ts';
import { parseInclude } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, everyOrganization } from '../../scope.ts';
import {
  countOpen,
  findRecord,
  lockRecord,
  type Viewer,
  recordPage,
  recordsOfSensor,
  saveCause,
  stretchesSince,
  timezoneOf,
} from './record-store.ts';

const maxNewest = 10;
const maxOfSensor = 1_000;

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly clock: () => Date;
}

export function bindOfflineSensors(http: Http, { registry, directory, clock }: Dependencies): void {
  const looking = (actor: UserActor, scope: AnyScope): Viewer => ({
    scope,
    now: clock(),
    isStaff: actor.role === 'SenSourceUser',
  });

  const weekStartIn = async (scope: AnyScope) =>
    scope === everyOrganization ? undefined : (await directory.estate(scope.orgId)).weekStart;

  http.bind(listOfflineSensors, async ({ actor, scope, query, reply }) => {
    parseInclude(query.include ?? '');
    const look = looking(actor, scope);
    const since = query.age && agePeriods(seconds(look.now), zoneNamed(query.timeZone))[query.age];
    const { rows, total } = await registry.within(scope, (tx) => recordPage(tx, look, { ...query, since }));
    reply.total(total);
    return rows;
  });

  http.bind(listResolvedOfflineSensors, async ({ actor, scope, params, query, reply }) => {
    parseInclude(query.include ?? '');
    const look = looking(actor, scope);
    const zone = zoneNamed(query.timeZone);
    const weekStart = await weekStartIn(scope);
    const resolvedIn = resolveRelativeDate(params.relativeDate, { now: seconds(look.now), zone, weekStart, ...query });
    const { rows, total } = await registry.within(scope, (tx) => recordPage(tx, look, { ...query, resolvedIn }));
    reply.total(total);
    return rows;
  });

  http.bind(listOfflineRecordsOfSensor, async ({ actor, scope, params, query }) => {
    parseInclude(query.include ?? '');
    const look = looking(actor, scope);
    const weekStart = await weekStartIn(scope);
    return registry.within(scope, async (tx) => {
      const found = await findEntity(tx, scope, look.now, 'sensor', params.sensorId);
      if (!found) throw notFound('The sensor');
      const zone = zoneOf((found.locationId && (await timezoneOf(tx, found.locationId))) ?? 'UTC');
      const period = resolveRelativeDate(params.relativeDate, { now: seconds(look.now), zone, weekStart, ...query });
      return recordsOfSensor(tx, look, params.sensorId.toLowerCase(), period, maxOfSensor);
    });
  });

  http.bind(countOfflineSensors, ({ actor, scope, query }) => {
    const look = looking(actor, scope);
    const ages = agePeriods(seconds(look.now), zoneNamed(query.timeZone));
    return registry.within(scope, (tx) => countOpen(tx, look, ages));
  });

  http.bind(newestOfflineSensors, async ({ actor, scope, query }) => {
    parseInclude(query.include ?? '');
    const first = { limit: maxNewest, offset: 0 };
    const { rows } = await registry.within(scope, (tx) => recordPage(tx, looking(actor, scope), first));
    return rows;
  });

  http.bind(getOfflineTimeline, async ({ actor, scope }) => {
    const look = looking(actor, scope);
    const from = timelineStart(seconds(look.now));
    const stretches = await registry.within(scope, (tx) => stretchesSince(tx, look, from));
    return { from: new Date(from * 1000).toISOString(), step: timelineStep, counts: countAtSteps(stretches, from) };
  });

  http.bind(getOfflineSensor, async ({ actor, scope, params, query }) => {
    parseInclude(query.include ?? '');
    return registry.within(scope, (tx) => visible(tx, looking(actor, scope), params.offlineSensorId));
  });

  http.bind(updateOfflineSensor, async ({ actor, scope, params, body, seenVersion }) => {
    const look = looking(actor, scope);
    return registry.within(scope, async (tx) => {
      await lockRecord(tx, params.offlineSensorId);
      const before = await visible(tx, look, params.offlineSensorId);
      refuseStale(seenVersion, before.version);
      const problem = causeProblem(body.cause);
      refuseProblems(problem === undefined ? [] : [{ path: 'cause', message: problem }]);
      const cause = body.cause?.trim() ?? '';
      await saveCause(tx, before, { cause, acknowledgedBy: actor.userId }, look.now);
      await recordAudit(tx, {
        ...doneBy(actor),
        orgId: before.orgId,
        at: look.now,
        action: 'offline-sensor-acknowledged',
        entityType: 'sensor',
        entityId: before.sensor.sensorId,
        detail: { name: before.sensor.name, since: before.createdAt, cause },
      });
      return visible(tx, look, before.offlineSensorId);
    });
  });
}

async function visible(tx: Transaction, look: Viewer, offlineSensorId: string) {
  const found = await findRecord(tx, look, offlineSensorId);
  if (!found) throw notFound('The offline sensor');
  return found;
}

/** The time zone that defines "today" for the caller. */
function zoneNamed(name = 'UTC'): Zone {
  if (isZone(name)) return zoneOf(name);
  const message = 'must be the name of a time zone, such as Europe/Berlin';
  throw new Refusal('invalid', `timeZone ${message}.`, { details: [{ path: 'timeZone', message }] });
}

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
