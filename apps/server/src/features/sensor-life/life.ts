import type { AuditAction } from '@atrium/contract/audit';
import { dayStart, localDay, zoneOf, type Zone } from '@atrium/calendar/zones';
import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import type { Job } from '@atrium/contract/jobs';
import type { commissionSensor, reassignSensor, SensorLife } from '@atrium/contract/sensor-life';
import { commissionCallProblems } from '@atrium/rules/commission-date';
import { assignmentTexts, reassignProblems } from '@atrium/rules/sensor-assignment';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import { removeAttached } from '../../estate/attached-store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { invalidateTodaysSums, beginSeriesEarlier, seriesOf } from '../../estate/series-store.ts';
import {
  activeSensorsAt,
  backdateStay,
  blankAt,
  deleteAssignments,
  install,
  leaveOtherLocations,
  move,
  stayOf,
  uninstall,
  zonesOf,
} from '../../estate/stay-store.ts';
import { addJob } from '../../jobs/store.ts';
import type { Scope } from '../../scope.ts';
import {
  assignmentsOf,
  forgetBefore,
  type LifecycleSensor,
  readLife,
  removeZones,
  revokePushKeys,
  saveLife,
} from './life-store.ts';

/** The lifecycle of a sensor, from commissioning to removal. */
export interface Life {
  commission(
    scope: Scope,
    sensorId: string,
    body: BodyOf<typeof commissionSensor>,
    seenVersion: number | undefined,
  ): Promise<ReplyOf<typeof commissionSensor>>;
  /** As if it had been commissioned at that instant. */
  commissionAt(scope: Scope, sensorId: string, at: Date): Promise<void>;
  decommission(scope: Scope, sensorId: string, seenVersion: number | undefined): Promise<SensorLife>;
  remove(scope: Scope, sensorId: string, seenVersion: number | undefined): Promise<void>;
  reassign(
    scope: Scope,
    sensorId: string,
    body: BodyOf<typeof reassignSensor>,
    seenVersion: number | undefined,
  ): Promise<SensorLife>;
}

export interface LifeDependencies {
  readonly changes: Changes;
  readonly inbox: ReadingsOfSensors;
}

/** Effects of the sensor lifecycle on readings, in its transaction. */
export interface ReadingsOfSensors {
  /** Erases the counts of series before an instant, for good; the job shows the progress. */
  purge(
    tx: Transaction,
    orgId: string,
    purge: { series: readonly number[]; before: Date; jobId: string },
  ): Promise<void>;
  /** Replays what devices pushed before they were installed. */
  reconsider(
    tx: Transaction,
    orgId: string,
    sensors: readonly { readonly sensorId: string; readonly device: string | null }[],
  ): Promise<void>;
}

export function createLife({ changes, inbox }: LifeDependencies): Life {
  const change = <T>(
    scope: Scope,
    id: string,
    seenVersion: number | undefined,
    work: (change: Change, before: LifecycleSensor) => Promise<T>,
  ) =>
    changes(scope, async (each) => {
      const before = await existing(each.tx, scope, id, each.now);
      refuseStale(seenVersion, before.version);
      return work(each, before);
    });

  /** Commissions a sensor from an instant on; returns the purge job if earlier counts are to be erased. */
  const begin = async (
    { tx, now, record }: Change,
    scope: Scope,
    before: LifecycleSensor,
    wanted: { readonly at: Date; readonly isEarlier: boolean; readonly purgeExistingData: boolean },
  ): Promise<Job | null> => {
    const { at, isEarlier, purgeExistingData } = wanted;
    const { sensorId } = before;
    await saveLife(tx, sensorId, { commissionedDate: at, commissionedBy: scope.userId }, now);
    const zoneIds = await zonesOf(tx, sensorId);
    if (isEarlier) {
      await backdateStay(tx, sensorId, at, now);
      await beginSeriesEarlier(tx, scope.orgId, zoneIds, at);
    }
    if (purgeExistingData) await forgetBefore(tx, sensorId, at);
    const series = await seriesOf(tx, scope.orgId, zoneIds);
    await invalidateTodaysSums(tx, series, now);
    let job: Job | null = null;
    if (purgeExistingData && series.length > 0) {
      const data = { sensorId, before: at.toISOString() };
      job = await addJob(tx, { kind: 'purge-readings', orgId: scope.orgId, userId: scope.userId, data }, now);
      await inbox.purge(tx, scope.orgId, { series, before: at, jobId: job.jobId });
    }
    await inbox.reconsider(tx, scope.orgId, [before]);
    const detail = { name: before.name, commissionedDate: at.toISOString(), purgeExistingData };
    await record({ ...auditEntry('sensor-commissioned', before), detail });
    return job;
  };

  return {
    commission: (scope, id, { commissionedDate = null, purgeExistingData = false }, seenVersion) =>
      change(scope, id, seenVersion, async (each, before) => {
        refuseDecommissioned(before);
        const date = commissionedDate?.trim() || null;
        const at = beginning(date, purgeExistingData, zoneOf(before.timezone), each.now);
        const isEarlier = date !== null && at < each.now;
        const job = await begin(each, scope, before, { at, isEarlier, purgeExistingData });
        return { ...(await lifeOf(each.tx, scope, before.sensorId, each.now)), job };
      }),

    commissionAt: (scope, id, at) =>
      change(scope, id, undefined, async (each, before) => {
        refuseDecommissioned(before);
        await begin(each, scope, before, { at, isEarlier: at < each.now, purgeExistingData: false });
      }),

    decommission: (scope, id, seenVersion) =>
      change(scope, id, seenVersion, async ({ tx, now, record }, before) => {
        refuseDecommissioned(before);
        await uninstall(tx, scope.orgId, before.sensorId, now);
        await saveLife(tx, before.sensorId, { active: false }, now);
        await record({
          ...auditEntry('sensor-decommissioned', before),
          detail: { name: before.name, site: before.siteName },
        });
        return lifeOf(tx, scope, before.sensorId, now);
      }),

    remove: (scope, id, seenVersion) =>
      change(scope, id, seenVersion, async ({ tx, now, record }, before) => {
        const { sensorId } = before;
        const zoneIds = await zonesOf(tx, sensorId);
        await uninstall(tx, scope.orgId, sensorId, now);
        await deleteAssignments(tx, scope.orgId, await assignmentsOf(tx, sensorId), now);
        await leaveOtherLocations(tx, scope.orgId, sensorId, null, now);
        await removeZones(tx, sensorId, now);
        await removeAttached(tx, scope.orgId, [sensorId, ...zoneIds], now);
        await revokePushKeys(tx, sensorId, now);
        await saveLife(tx, sensorId, { active: false, deletedAt: now }, now);
        await record({ ...auditEntry('sensor-removed', before), detail: { name: before.name, site: before.siteName } });
      }),

    reassign: (scope, id, { siteId, shouldMoveData = false }, seenVersion) =>
      change(scope, id, seenVersion, async ({ tx, now, record }, before) => {
        const { sensorId } = before;
        const target = await findEntity(tx, scope, now, 'site', siteId);
        if (!target?.siteId || !target.locationId) throw notFound('The site');
        const to = { siteId: target.siteId, locationId: target.locationId };
        const activeSensorIds = await activeSensorsAt(tx, to.siteId, now);
        const hasBlank = (await blankAt(tx, to.siteId, now)) !== undefined;
        refuseProblems(reassignProblems({ siteId: to.siteId, activeSensorIds, hasBlank }, before));
        const stay = await stayOf(tx, sensorId, now);
        if (stay) {
          await move(tx, scope.orgId, { sensorId, stay, to, withData: shouldMoveData }, now);
        } else {
          await install(tx, scope.orgId, { sensorId, sensorUseType: 1, place: to }, now);
          await inbox.reconsider(tx, scope.orgId, [before]);
        }
        await saveLife(tx, sensorId, {}, now);
        const detail = { name: before.name, from: before.siteName, to: target.name, shouldMoveData };
        await record({ ...auditEntry('sensor-reassigned', before), detail });
        return lifeOf(tx, scope, sensorId, now);
      }),
  };
}

async function existing(tx: Transaction, scope: Scope, id: string, now: Date): Promise<LifecycleSensor> {
  const place = await findEntity(tx, scope, now, 'sensor', id);
  const found = place?.sensorId ? await readLife(tx, scope.orgId, place.sensorId, now) : undefined;
  if (!found) throw notFound('The sensor');
  return found;
}

async function lifeOf(tx: Transaction, scope: Scope, id: string, now: Date): Promise<SensorLife> {
  const {
    macAddress: _mac,
    device: _device,
    siteName: _site,
    timezone: _zone,
    ...life
  } = await existing(tx, scope, id, now);
  return life;
}

/** The current minute, or the start of a day where the sensor is installed. */
function beginning(date: string | null, purgeExistingData: boolean, zone: Zone, now: Date): Date {
  const second = Math.floor(now.getTime() / 1000);
  const today = new Date(localDay(zone, second) * 86_400_000).toISOString().slice(0, 10);
  refuseProblems(commissionCallProblems({ date, purgeExistingData }, today));
  if (date === null) return new Date(Math.floor(second / 60) * 60_000);
  return new Date(dayStart(zone, Date.parse(`${date}T00:00:00Z`) / 86_400_000) * 1000);
}

function refuseDecommissioned({ active }: LifecycleSensor): void {
  if (!active) throw new Refusal('conflict', `${assignmentTexts.decommissioned}.`);
}

function auditEntry(action: AuditAction, { sensorId }: LifecycleSensor) {
  return { action, entityType: 'sensor', entityId: sensorId } as const;
}
