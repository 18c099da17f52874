import type { ClockShiftPreview, ClockShiftRecord } from '@atrium/contract/clock-shifts';
import { clockShiftTexts, overlap, placesOf } from '@atrium/rules/clock-shift';
import { randomUUID } from 'node:crypto';
import type { JobKind, Task } from '../../jobs/jobs.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { asShift } from '../../registry/directory/clock-shift-store.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { lockSensors, removeSigns } from '../heard-store.ts';
import { previewOf } from '../received/preview.ts';
import { openReplayBodies } from '../received/replay-bodies.ts';
import type { Asking, Enqueue, ReplayParts } from '../received/replays.ts';
import { sendAgain } from '../received/send-again.ts';
import { vendors as allVendors } from '../vendors/table.ts';
import { type Examined, examine, type WantedChange } from './examine.ts';
import {
  addShift,
  findShift,
  forgetCalculated,
  isOpen,
  saveShift,
  shiftsOf,
  stateOf,
  type StoredShift,
  toReply,
} from './shift-store.ts';

export interface ShiftWish {
  readonly sensorId: string;
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
  readonly receivedBefore: Date | null;
  readonly reason: string;
}

/**
 * Moving readings in time: a calculation of what would change, the move, and taking it back, each as a job. A shift is part
 * of the estate, so every body is placed by it, whenever it comes; the jobs send what was counted before through the pump
 * again.
 */
export interface Shifts {
  create(scope: Asking, wish: ShiftWish, enqueue: Enqueue): Promise<ClockShiftRecord>;
  find(scope: Asking, clockShiftId: string): Promise<ClockShiftRecord>;
  /** In the transaction of the caller, which records it; so is `takeBack`. */
  apply(tx: Transaction, scope: Asking, clockShiftId: string, enqueue: Enqueue): Promise<ClockShiftRecord>;
  takeBack(tx: Transaction, scope: Asking, clockShiftId: string, enqueue: Enqueue): Promise<ClockShiftRecord>;
  readonly kinds: Readonly<Record<'preview-clock-shift' | 'apply-clock-shift', JobKind>>;
}

const keepCalculated = 86_400_000;
const noReport = async () => {};

export function createShifts(given: ReplayParts): Shifts {
  const { registry, directory, facts, clock, wake, vendors = allVendors } = given;
  const factOrgOf = async (orgId: string) => (await directory.estate(orgId)).factOrg;
  const bodies = openReplayBodies({ registry, facts, factOrgOf, clock });
  const parts = { registry, directory, facts, bodies, vendors, clock };

  const known = async (task: Task) => {
    const { orgId, clockShiftId } = task.data as { orgId: string; clockShiftId: string };
    return registry.tenant({ orgId }, (tx) => findShift(tx, orgId, clockShiftId));
  };

  const preview = async (task: Task) => {
    const found = await known(task);
    if (!found || found.preview !== null) return;
    const examined = await examine(parts, changeOf(found, false), task.report);
    const { affected, refusal, estate } = examined;
    const keys = refusal === null ? affected : [];
    const calculated = await previewOf(parts, found.orgId, keys, noReport, estate);
    const result: ClockShiftPreview = { ...calculated, readings: examined.moved, lost: examined.lost, refusal };
    await registry.tenant(found, (tx) => saveShift(tx, found, { preview: result }));
  };

  /** Both ways. It begins again where it was killed: what is in force already is not put in force again. */
  const move = async (task: Task) => {
    const found = await known(task);
    const isBack = task.data['isBack'] === true;
    if (!found || found.takenBackAt !== null || (!isBack && (found.backJobId !== null || found.appliedAt !== null)))
      return;
    const { orgId } = found;
    const change = changeOf(found, isBack);
    const isDecided = isBack ? !found.inForce : found.inForce;
    if (!isDecided) {
      const examined = await examine(parts, change, noReport);
      if (examined.refusal !== null) {
        const { refusal } = examined;
        return registry.tenant(found, (tx) => saveShift(tx, found, { refusal, ...(isBack && { backJobId: null }) }));
      }
      await decide(found, isBack, examined);
    }
    // Listed again: bodies that came in between were counted as before, those from now on are not.
    const { affected } = await examine(parts, change, noReport);
    await sendAgain({ registry, bodies, clock, wake }, orgId, affected, task.report);
    const done = isBack ? { takenBackAt: clock() } : { appliedAt: clock() };
    await registry.tenant(found, (tx) => saveShift(tx, found, { ...done, refusal: null }));
  };

  /** From here on readings are placed by it. */
  const decide = async (found: StoredShift, isBack: boolean, { revision }: Examined) => {
    const { orgId, sensorId } = found;
    await registry.system(async (tx) => {
      await raiseEstateVersion(tx, orgId);
      await lockSensors(tx.client, [sensorId]);
      await saveShift(tx, found, { inForce: !isBack, revision });
      await removeSigns(tx.client, sensorId, placesOf(asShift(found)).map(inMinutes));
    });
    directory.forget(orgId);
  };

  return {
    async create(scope, wish, enqueue) {
      const { orgId, userId } = scope;
      const now = clock();
      return registry.tenant(scope, async (tx) => {
        refuseOverlap(await shiftsOf(tx, orgId, wish.sensorId), wish);
        await forgetCalculated(tx, orgId, new Date(now.getTime() - keepCalculated));
        const clockShiftId = randomUUID();
        const job = { kind: 'preview-clock-shift', orgId, userId, data: { orgId, clockShiftId } };
        const previewJobId = await enqueue(tx, job);
        await addShift(tx, { ...wish, clockShiftId, orgId, createdAt: now, createdBy: userId, previewJobId });
        const made = await findShift(tx, orgId, clockShiftId);
        if (!made) throw new Error('The move was not stored.');
        return toReply(made);
      });
    },

    async find(scope, clockShiftId) {
      const found = await registry.tenant(scope, (tx) => findShift(tx, scope.orgId, clockShiftId));
      if (!found) throw notFound('The move of readings');
      return toReply(found);
    },

    async apply(tx, scope, clockShiftId, enqueue) {
      const { found, others } = await inTurn(tx, scope, clockShiftId);
      const state = stateOf(found);
      if (found.preview === null) throw new Refusal('conflict', `${clockShiftTexts.notReady}.`);
      if (state !== 'calculated' && state !== 'interrupted') throw new Refusal('conflict', `${clockShiftTexts.begun}.`);
      if (found.preview.refusal !== null) throw new Refusal('conflict', `${found.preview.refusal}.`);
      refuseOverlap(others, found);
      return begin(tx, scope, found, false, enqueue);
    },

    async takeBack(tx, scope, clockShiftId, enqueue) {
      const { found } = await inTurn(tx, scope, clockShiftId);
      const state = stateOf(found);
      const isHalf = state === 'backInterrupted' || (state === 'interrupted' && found.inForce);
      if (state !== 'moved' && !isHalf) throw new Refusal('conflict', `${clockShiftTexts.notApplied}.`);
      return begin(tx, scope, found, true, enqueue);
    },

    kinds: { 'preview-clock-shift': { run: preview }, 'apply-clock-shift': { run: move, hours: 6 } },
  };
}

function changeOf(found: StoredShift, isBack: boolean): WantedChange {
  const { orgId, sensorId, clockShiftId } = found;
  const { revision: _revision, inForce: _inForce, ...shift } = asShift(found);
  return { orgId, sensorId, shift: { clockShiftId, ...shift }, isBack };
}

/** A reading is moved once: it is clear where it lies. */
function refuseOverlap(others: readonly StoredShift[], { from, to }: { from: Date; to: Date }): void {
  const stretch = { from: from.getTime(), to: to.getTime() };
  const isMoved = others
    .filter(({ inForce }) => inForce)
    .some((each) => overlap({ from: each.from.getTime(), to: each.to.getTime() }, stretch));
  if (isMoved) throw new Refusal('conflict', `${clockShiftTexts.overlaps}.`);
}

/** Minutes since 1970 that a stretch of seconds touches. */
function inMinutes({ from, to }: { from: number; to: number }) {
  return { from: Math.floor(from / 60), to: Math.ceil(to / 60) };
}

/** The shift and its sensor, which does one thing at a time. */
async function inTurn(tx: Transaction, { orgId }: Asking, clockShiftId: string) {
  const named = await findShift(tx, orgId, clockShiftId);
  if (!named) throw notFound('The move of readings');
  await lockSensors(tx.client, [named.sensorId]);
  const found = await findShift(tx, orgId, clockShiftId);
  if (!found) throw notFound('The move of readings');
  const others = (await shiftsOf(tx, orgId, found.sensorId)).filter((each) => each.clockShiftId !== clockShiftId);
  if (others.some(isOpen)) throw new Refusal('conflict', `${clockShiftTexts.busy}.`);
  return { found, others };
}

async function begin(
  tx: Transaction,
  { orgId, userId }: Asking,
  found: StoredShift,
  isBack: boolean,
  enqueue: Enqueue,
) {
  const { clockShiftId } = found;
  const data = { orgId, clockShiftId, isBack };
  const jobId = await enqueue(tx, { kind: 'apply-clock-shift', orgId, userId, data });
  await saveShift(tx, found, { refusal: null, ...(isBack ? { backJobId: jobId } : { applyJobId: jobId }) });
  const begun = await findShift(tx, orgId, clockShiftId);
  if (!begun) throw notFound('The move of readings');
  return toReply(begun);
}
