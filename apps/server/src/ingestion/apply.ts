import type { Facts } from '@atrium/facts/facts-interface';
import type { RawRow } from '@atrium/facts/rows';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Announced, PlannedBody } from './announce.ts';
import { endOf } from './fold.ts';
import { fence, type HeldLanes } from './lane-store.ts';
import { requestRefold, type Written } from './today-store.ts';
import { requestZoneRefold } from './zones/zone-state-store.ts';
import { noteLateDays } from './change-store.ts';
import { lateDaysOf, lateDaysWithin } from './late-changes.ts';
import { markDaysReady } from './mark-store.ts';
import { markSpaces } from './occupancy/mark-store.ts';
import type { Reason } from './plan.ts';
import { notePackages, packagesOf } from './package-store.ts';
import { joinedKinds } from './plan-kinds.ts';
import { quarantine, release, removeEmptyGroups } from './quarantine-store.ts';
import { skewOf } from './signs.ts';
import { shapeOf } from './shape.ts';
import { type ReportedStatus, writeStatuses } from './status-store.ts';
import { holdEstates, noteApplied, removeTodo, writeLedger, type LedgerEntry } from './todo-store.ts';

/** Organizations whose estate was edited between planning and writing: their bodies must be planned again. */
export class EstateMoved extends Error {
  override readonly name = 'EstateMoved';
  readonly orgIds: readonly string[];
  constructor(orgIds: readonly string[]) {
    super('An estate was edited in the meantime.');
    this.orgIds = orgIds;
  }
}

/** The second half, first step: readings of every kind and copies of the bodies into ClickHouse. Idempotent. */
export async function writeFacts(facts: Facts, batches: readonly Announced[]): Promise<void> {
  const bodies = batches.flatMap((batch) => batch.bodies);
  const rows = bodies.flatMap(({ plan }) => plan.rows);
  const raw = batches.flatMap(({ bodies: ofBatch, estates }) =>
    ofBatch.flatMap((planned) => {
      const estate = estates.get(planned.body.orgId);
      return estate ? [rawRow(planned, estate.factOrg)] : [];
    }),
  );
  const { levels, samples, events, heard } = joinedKinds(bodies.map(({ plan }) => plan.kinds));
  if (rows.length > 0) await facts.append(rows);
  if (levels.length > 0) await facts.levels.append(levels);
  if (samples.length > 0) await facts.samples.append(samples);
  if (events.length > 0) await facts.events.append(events);
  if (heard.length > 0) await facts.heard.append(heard);
  if (raw.length > 0) await facts.appendRaw(raw);
}

function rawRow({ body, generation }: PlannedBody, org: number): RawRow {
  return {
    org,
    seq: BigInt(body.seq),
    lane: body.lane,
    device: body.device,
    receivedAt: body.receivedAt.getTime(),
    kind: body.kind,
    vendor: body.vendor,
    decoder: `${body.vendor}/${generation}`,
    contentType: body.contentType,
    body: body.body,
  };
}

export interface Completion {
  readonly registry: Registry;
  readonly batches: readonly Announced[];
  readonly held: HeldLanes;
  readonly now: Date;
  /** What an earlier plan of these bodies wrote. */
  readonly abandoned: readonly Written[];
  readonly beforeCommit: (() => void | Promise<void>) | undefined;
}

/**
 * The last step, one transaction: it deletes the todo rows, marks the days ready, and writes the ledger and the
 * quarantine. Throws `LaneLost` or `EstateMoved` on a concurrent change. Returns whether a closed sum must be reread.
 */
export async function completeBodies(completion: Completion): Promise<boolean> {
  const { registry, batches, held, now, abandoned, beforeCommit } = completion;
  const planned = batches.flatMap((batch) => batch.bodies);
  const bodies = planned.map(({ body }) => body);
  return registry.system(async (tx) => {
    const { client } = tx;
    await fence(
      client,
      held,
      bodies.map(({ lane }) => lane),
    );
    const versions = versionsOf(batches);
    const current = await holdEstates(client, versions.keys());
    const moved = [...current.keys()].filter((orgId) => current.get(orgId) !== versions.get(orgId));
    if (moved.length > 0) throw new EstateMoved(moved);
    await removeTodo(client, bodies);
    await markDaysReady(client, latestMarks(batches));
    const written = writtenBy(planned);
    const everywhere = { from: 0, to: Math.ceil(now.getTime() / 1000) + 86_400 };
    const reread = abandoned.map(({ seriesId }) => ({ seriesId, ...everywhere }));
    const refoldCounts = await requestRefold(client, [...written, ...reread], now);
    const refoldZones = await requestZoneRefold(client, kindsWrittenBy(planned), now);
    await markSpaces(client, [...written, ...abandoned]);
    const second = now.getTime() / 1000;
    const plans = planned.map(({ plan }) => plan);
    await noteLateDays(client, [...lateDaysOf(plans, second), ...lateDaysWithin(abandoned, second)], now);
    await sortOut(tx, planned);
    await writeStatuses(client, statusesOf(planned));
    await notePackages(client, packagesOf(planned));
    await noteApplied(client, bodies, now);
    await beforeCommit?.();
    return refoldCounts || refoldZones;
  });
}

function versionsOf(batches: readonly Announced[]): Map<string, number> {
  // The oldest, should batches differ: then one of them was planned in an outdated estate.
  const versions = new Map<string, number>();
  for (const { estates } of batches) {
    for (const [orgId, { version }] of estates) versions.set(orgId, Math.min(version, versions.get(orgId) ?? version));
  }
  return versions;
}

function latestMarks(batches: readonly Announced[]): Announced['marks'] {
  const latest = new Map<string, Announced['marks'][number]>();
  for (const { marks } of batches) {
    for (const mark of marks) {
      const key = `${mark.seriesId}/${mark.day}/${mark.lane}`;
      const known = latest.get(key);
      if (!known || BigInt(known.seq) < BigInt(mark.seq)) latest.set(key, mark);
    }
  }
  return [...latest.values()];
}

/** Of each series, from the first to the last minute that bodies wrote. */
export function writtenBy(planned: readonly PlannedBody[]): Written[] {
  return rangesOf(planned.flatMap(({ plan }) => plan.rows));
}

/** The same of what is no count. */
function kindsWrittenBy(planned: readonly PlannedBody[]): Written[] {
  const { levels, samples } = joinedKinds(planned.map(({ plan }) => plan.kinds));
  return rangesOf([...levels, ...samples.map(({ series, at }) => ({ series, at, span: 0 }))]);
}

function rangesOf(rows: readonly { series: number; at: number; span: number }[]): Written[] {
  const written = new Map<number, Written>();
  for (const row of rows) {
    const known = written.get(row.series);
    const [from, to] = [Math.floor(row.at / 60) * 60, endOf(row)];
    written.set(row.series, {
      seriesId: row.series,
      from: Math.min(from, known?.from ?? from),
      to: Math.max(to, known?.to ?? to),
    });
  }
  return [...written.values()];
}

/** Each body is counted once: as applied, or as quarantined until it is applied after all. */
async function sortOut({ client }: Transaction, planned: readonly PlannedBody[]): Promise<void> {
  const apart = planned.flatMap(({ body, generation, plan: { reason, retryAt, waiting } }) =>
    reason === null ? [] : [{ body, reason, generation, retryAt, waiting, shape: shapeFor(reason, body.body) }],
  );
  const applied = planned.filter(({ plan }) => plan.reason === null).map(({ body }) => body);
  const laid = await quarantine(client, apart);
  const released = await release(
    client,
    applied.filter(({ source }) => source !== 'new'),
  );
  const ledger: LedgerEntry[] = [];
  const skews = new Map(planned.map(({ body, signs }) => [body, skewOf(body, signs)]));
  for (const { body } of apart) {
    if (body.source === 'new') ledger.push({ ...body, applied: 0, quarantined: 1, skew: skews.get(body) });
    else if (laid.has(body.seq)) ledger.push({ ...body, applied: -1, quarantined: 1 });
  }
  for (const body of applied) {
    if (body.source === 'new') ledger.push({ ...body, applied: 1, quarantined: 0, skew: skews.get(body) });
    else if (released.has(body.seq)) ledger.push({ ...body, applied: 1, quarantined: -1 });
  }
  for (const { body, plan } of planned) {
    if (body.source !== 'new') continue;
    for (const device of plan.carried) ledger.push({ ...body, device, applied: 0, quarantined: 0, carried: 1 });
  }
  await writeLedger(client, ledger);
  const replayed = new Set(planned.filter(({ body }) => body.source !== 'new').map(({ body }) => body.orgId));
  if (replayed.size > 0) await removeEmptyGroups(client, [...replayed]);
}

/** Readable bodies of a device are quarantined for the same reason, whatever they contain. */
function shapeFor(reason: Reason, body: Buffer): string {
  return unreadable.has(reason) ? shapeOf(body) : '';
}

const unreadable: ReadonlySet<Reason> = new Set([
  'not_json',
  'too_deep',
  'too_wide',
  'unknown_shape',
  'decoder_failed',
  'not_applicable',
]);

function statusesOf(planned: readonly PlannedBody[]): ReportedStatus[] {
  return planned.flatMap(({ body, plan: { statuses } }) =>
    statuses.map(({ sensorId, status }) => ({ ...status, orgId: body.orgId, sensorId, at: body.receivedAt })),
  );
}
