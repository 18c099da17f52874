import type { Facts } from '@atrium/facts/facts-interface';
import { kindOf } from '@atrium/metrics/measures';
import {
  type ClockShift,
  clockShiftTexts,
  clockUnsetBefore,
  kindDays,
  maxRevision,
  nextRevision,
  offsetOf,
  placesOf,
  touches,
} from '@atrium/rules/clock-shift';
import { maxReplayBodies, maxReplayDays } from '@atrium/rules/inbox';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate, EstateClockShift } from '../../registry/directory/estate.ts';
import type { Registry } from '../../registry/registry.ts';
import { decodeAll } from '../announce.ts';
import { blockedBy, withoutBlocked } from '../blacklist.ts';
import { readBlacklist } from '../key-store.ts';
import { sensorOf } from '../estate-index.ts';
import type { BodyKey } from '../received/body-id.ts';
import type { ReplayBodies } from '../received/replay-bodies.ts';
import type { TodoBody } from '../todo-store.ts';
import type { Vendors } from '../vendors/table.ts';
import type { Logic } from '../vendors/vendor.ts';
import { isMapped } from '../mappings/mapped-vendor.ts';
import { bodyNumberOf, instantsIn, mappingVersionOf, timesOf } from './moved.ts';
import { areCarried } from './shift-store.ts';

export interface ExamineParts {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'records'>;
  readonly bodies: ReplayBodies;
  readonly vendors: Vendors;
  readonly clock: () => Date;
}

/** Readings of a sensor are to be moved, or what was moved is to be put back. */
export interface WantedChange {
  readonly orgId: string;
  readonly sensorId: string;
  readonly shift: Omit<EstateClockShift, 'revision' | 'inForce'>;
  readonly isBack: boolean;
}

export interface Examined {
  /** Bodies with readings at the times that are touched, whether or not they are moved. */
  readonly affected: readonly BodyKey[];
  /** How many readings change their place. */
  readonly moved: number;
  /** Counted at these times, and what was sent is gone. */
  readonly lost: number;
  readonly refusal: string | null;
  /** The estate as it would be. */
  readonly estate: Estate;
  readonly revision: number;
}

const atOnce = 200;
const maxKept = 200_000;
const day = 86_400;

/**
 * Reads everything that is kept of a sensor, and finds what a change is about. It can be made only if every reading that was
 * counted at these times can be counted again: otherwise a part would be moved and the rest would stay.
 */
export async function examine(
  parts: ExamineParts,
  change: WantedChange,
  report: (done: number, total: number) => Promise<void>,
): Promise<Examined> {
  const { registry, directory } = parts;
  const { orgId, sensorId, shift } = change;
  const now = await directory.latest(orgId);
  const before = now.clockShifts.get(sensorId) ?? [];
  const revision = nextRevision(before, shift);
  const after = shiftsAfter(before, change, revision);
  const estate = { ...now, clockShifts: new Map([...now.clockShifts, [sensorId, after]]) };
  const devices = devicesOf(now, sensorId);
  const keys = await keysOf(parts, orgId, devices);
  const hears = [...now.series.values()].some(
    (each) => each.owner === 'zone' && each.sensorId === sensorId && kindOf(each.measure) !== 'count',
  );
  const affected: BodyKey[] = [];
  /** By number, with the version of the mapping that reads it today. */
  const kept = new Map(keys.map(({ seq }) => [seq, 0]));
  let [moved, grows, holds] = [0, false, false];
  for (let start = 0; start < keys.length; start += atOnce) {
    const batch = keys.slice(start, start + atOnce);
    for (const { body, logics, version } of await said(parts, change, batch, now)) {
      kept.set(body.seq, version);
      const receivedAt = Math.floor(body.receivedAt.getTime() / 1000);
      const isTouched = (at: number) => timesOf(at, after, receivedAt).some((time) => touches(shift, time));
      const times = logics.flatMap(instantsIn);
      if (times.some(isTouched) || (hears && touches(shift, receivedAt)))
        affected.push({ seq: body.seq, receivedAt: body.receivedAt.getTime() });
      moved += times.filter((at) => offsetOf(before, at, receivedAt) !== offsetOf(after, at, receivedAt)).length;
      grows ||= logics.some(({ counters = [] }) => counters.some(({ at }) => isTouched(at)));
      holds ||= logics.some(({ levels = [] }) => levels.some(({ span }) => span === null));
    }
    await report(Math.min(start + atOnce, keys.length), keys.length);
  }
  const { lost, older } = await countLost(parts, now, change, kept);
  const refusals: readonly (readonly [boolean, string])[] = [
    [await registry.system((tx) => areCarried(tx, orgId, devices)), clockShiftTexts.carried],
    [grows, clockShiftTexts.growing],
    [holds, clockShiftTexts.held],
    [hears && isTooOld(shift, parts.clock()), clockShiftTexts.kinds],
    [lost > 0, clockShiftTexts.lost(lost)],
    [older > 0, clockShiftTexts.older],
    [keys.length > maxKept || affected.length > maxReplayBodies, clockShiftTexts.tooMany],
    [revision > maxRevision, clockShiftTexts.tooOften],
    [moved === 0 && !change.isBack, clockShiftTexts.none],
  ];
  const refusal = refusals.find(([isSo]) => isSo)?.[1] ?? null;
  return { affected, moved, lost, refusal, estate, revision };
}

function shiftsAfter(
  before: readonly EstateClockShift[],
  { shift, isBack }: WantedChange,
  revision: number,
): EstateClockShift[] {
  const others = before.filter(({ clockShiftId }) => clockShiftId !== shift.clockShiftId);
  return [...others, { ...shift, revision, inForce: !isBack }];
}

/** A sensor may be known by its push key alone. */
export function devicesOf(estate: Estate, sensorId: string): string[] {
  return [`sensor:${sensorId}`, estate.sensors.get(sensorId)?.device ?? []].flat();
}

async function keysOf({ bodies, clock }: ExamineParts, orgId: string, devices: readonly string[]): Promise<BodyKey[]> {
  const now = clock().getTime();
  const range = {
    from: new Date(now - (maxReplayDays + 1) * day * 1000).toISOString(),
    to: new Date(now + day * 1000).toISOString(),
  };
  const all: BodyKey[] = [];
  for (const device of devices) all.push(...(await bodies.keys(orgId, { kind: 'range', device, ...range }, maxKept)));
  return all;
}

/** What bodies say of a sensor. */
async function said(
  { registry, bodies, vendors }: ExamineParts,
  { orgId, sensorId }: WantedChange,
  keys: readonly BodyKey[],
  estate: Estate,
): Promise<{ body: TodoBody; logics: readonly Logic[]; version: number }[]> {
  const batch = await bodies.load(orgId, keys);
  const isBlocked = blockedBy(await registry.system(readBlacklist));
  const decoded = await decodeAll(batch, vendors, new Map([[orgId, estate]]));
  return batch.map((body, index) => {
    const { decoded: read, generation = 0 } = decoded[index] ?? {};
    const version = isMapped(body.vendor) ? generation : 0;
    if (!read) return { body, logics: [], version };
    const { carried = [], ...speaker } = withoutBlocked(read, body.vendor, isBlocked);
    const own = [{ ...speaker, device: body.device }, ...carried].filter(
      ({ device }) => sensorOf(estate, device)?.sensorId === sensorId,
    );
    return { body, logics: own.flatMap(({ logics }) => logics), version };
  });
}

/** Records at the times that are touched whose body is not kept, or is read by another version of its mapping today. */
async function countLost(
  { facts }: ExamineParts,
  estate: Estate,
  { sensorId, shift }: WantedChange,
  kept: ReadonlyMap<string, number>,
): Promise<{ lost: number; older: number }> {
  let [lost, older] = [0, 0];
  const counting = [...estate.series.values()].filter(
    (each) =>
      each.owner === 'zone' &&
      each.sensorId === sensorId &&
      !each.isImported &&
      !each.isCorrection &&
      kindOf(each.measure) === 'count',
  );
  const stretches = joined(placesOf(shift)).filter(({ to }) => to > clockUnsetBefore);
  for (const { seriesId } of counting) {
    for (const { from, to } of stretches) {
      const { records, erasures } = await facts.records({ org: estate.factOrg, series: seriesId, from, to });
      const isErased = ({ at, ver }: { at: number; ver: bigint }) =>
        erasures.some((each) => at >= each.from && at < each.to && ver < each.ver);
      for (const row of records.filter((each) => !isErased(each))) {
        const version = kept.get(String(bodyNumberOf(row.ver)));
        if (version === undefined) lost += 1;
        else if (version !== mappingVersionOf(row.ver)) older += 1;
      }
    }
  }
  return { lost, older };
}

function joined(places: ReturnType<typeof placesOf>): { from: number; to: number }[] {
  const [a, b] = places.toSorted((x, y) => x.from - y.from);
  if (!a || !b) return [...places];
  return a.to >= b.from ? [{ from: a.from, to: Math.max(a.to, b.to) }] : [a, b];
}

/** Whether bodies of these times may be gone already; what was never counted does not matter. */
function isTooOld(shift: Pick<ClockShift, 'from' | 'to' | 'seconds'>, now: Date): boolean {
  const counted = placesOf(shift).filter(({ from }) => from >= clockUnsetBefore);
  return counted.some(({ from }) => from < now.getTime() / 1000 - kindDays * day);
}
