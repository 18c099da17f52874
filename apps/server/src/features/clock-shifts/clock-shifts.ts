import type { AuditAction } from '@atrium/contract/audit';
import type { ClockShiftRecord, createClockShift, SensorClock } from '@atrium/contract/clock-shifts';
import type { BodyOf } from '@atrium/contract/endpoint';
import { clockShiftProblems, writeOffset } from '@atrium/rules/clock-shift';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { notFound, refuseProblems } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';

/** What ingestion does with the readings. */
export interface ClockShiftDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  clockOf(scope: Scope, sensorId: string): Promise<SensorClock>;
  create(scope: Scope, wish: Wish): Promise<ClockShiftRecord>;
  find(scope: Scope, clockShiftId: string): Promise<ClockShiftRecord>;
  /** In the transaction of the caller; so is `takeBack`. */
  apply(tx: Transaction, scope: Scope, clockShiftId: string): Promise<ClockShiftRecord>;
  takeBack(tx: Transaction, scope: Scope, clockShiftId: string): Promise<ClockShiftRecord>;
}

interface Wish {
  readonly sensorId: string;
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
  readonly receivedBefore: Date | null;
  readonly reason: string;
}

/** The clock of a sensor as people see it: within what they may see, and with an audit entry for what they do. */
export function createClockShifts(parts: ClockShiftDependencies) {
  const { registry, clock } = parts;

  const sensorIn = async (scope: Scope, sensorId: string) => {
    const found = await registry.tenant(scope, (tx) => findEntity(tx, scope, clock(), 'sensor', sensorId));
    if (!found) throw notFound('The sensor');
    return { name: found.name, sensorId: sensorId.toLowerCase() };
  };

  /** A move of a sensor outside the scope is unknown. */
  const shiftIn = async (scope: Scope, clockShiftId: string) => {
    const shift = await parts.find(scope, clockShiftId);
    return { shift, sensor: await sensorIn(scope, shift.sensorId) };
  };

  const recorded = async (
    scope: Scope,
    clockShiftId: string,
    action: AuditAction,
    work: (tx: Transaction) => Promise<ClockShiftRecord>,
  ) => {
    const { sensor } = await shiftIn(scope, clockShiftId);
    return registry.tenant(scope, async (tx) => {
      const shift = await work(tx);
      const { from, to, seconds, reason, preview } = shift;
      const detail = { name: sensor.name, from, to, offset: writeOffset(seconds), reason, readings: preview?.readings };
      const entry = { action, entityType: 'sensor', entityId: shift.sensorId, detail };
      await recordAudit(tx, { ...doneBy(scope), ...entry, orgId: scope.orgId, at: clock() });
      return shift;
    });
  };

  return {
    async clockOf(scope: Scope, named: string) {
      const { sensorId } = await sensorIn(scope, named);
      return parts.clockOf(scope, sensorId);
    },

    async create(scope: Scope, named: string, body: BodyOf<typeof createClockShift>) {
      const { sensorId } = await sensorIn(scope, named);
      const { from, to, seconds, receivedBefore = null } = body;
      const reason = body.reason.trim();
      refuseProblems(clockShiftProblems({ from, to, seconds, reason }, clock().getTime() / 1000));
      return parts.create(scope, {
        sensorId,
        from: new Date(from),
        to: new Date(to),
        seconds,
        receivedBefore: receivedBefore === null ? null : new Date(receivedBefore),
        reason,
      });
    },

    find: async (scope: Scope, clockShiftId: string) => (await shiftIn(scope, clockShiftId)).shift,

    apply: (scope: Scope, clockShiftId: string) =>
      recorded(scope, clockShiftId, 'clock-shifted', (tx) => parts.apply(tx, scope, clockShiftId)),

    takeBack: (scope: Scope, clockShiftId: string) =>
      recorded(scope, clockShiftId, 'clock-shift-taken-back', (tx) => parts.takeBack(tx, scope, clockShiftId)),
  };
}
