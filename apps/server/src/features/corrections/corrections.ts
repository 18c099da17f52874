import type { Correction, CorrectionPreview, createCorrection, previewCorrection } from '@atrium/contract/corrections';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { Facts } from '@atrium/facts/facts-interface';
import { areCounts, correctionTexts, type Counts, estimate, periodProblem } from '@atrium/rules/correction';
import type { Changes } from '../../estate/changes.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { type Entity, plainTraffic, resolve } from '../../registry/directory/resolve.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { type Hour, hoursOf, weeksBefore } from './hours.ts';
import { addCorrection, correctionsOf, endCorrection, findCorrection, openSeries, overlaps, toReply } from './store.ts';

export interface Corrections {
  list(scope: Scope, zoneId: string): Promise<Correction[]>;
  preview(scope: Scope, body: BodyOf<typeof previewCorrection>): Promise<CorrectionPreview>;
  create(scope: Scope, body: BodyOf<typeof createCorrection>): Promise<Correction>;
  remove(scope: Scope, correctionId: string): Promise<Correction>;
}

type CountRow = readonly [series: number, at: number, span: number, ins: number, outs: number];

export interface CorrectionDependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'aggregate'>;
  readonly changes: Changes;
  readonly clock: () => Date;
  /** Puts commands into the inbox, in the transaction of the change. */
  readonly inbox: {
    add(
      tx: Transaction,
      orgId: string,
      command:
        | { readonly type: 'history'; readonly rows: readonly CountRow[] }
        | { readonly type: 'erase'; readonly series: readonly number[]; readonly from: number; readonly to: number },
    ): Promise<unknown>;
  };
}

/** What a correction makes of a stretch, hour by hour; `counts` are absent where nothing counts. */
interface Planned {
  readonly zone: Entity;
  readonly hours: readonly Hour[];
  readonly counts: readonly Counts[] | undefined;
  /** Whether the zone measures anything then. */
  readonly isUsed: boolean;
}

/**
 * Corrections change no fact: they take a stretch away from the series of a zone, and give it to a series of their own
 * or to none. Removing one brings back what the sensor counted.
 */
export function createCorrections(parts: CorrectionDependencies): Corrections {
  const { registry, directory, facts, changes, clock, inbox } = parts;

  const plan = async (scope: Scope, body: BodyOf<typeof previewCorrection>): Promise<Planned> => {
    const stretch = { from: Date.parse(body.from) / 1000, to: Date.parse(body.to) / 1000 };
    const problem = periodProblem(stretch, body.kind, clock().getTime() / 1000);
    if (problem !== undefined) throw invalid('from', problem);
    const estate = await directory.latest(scope.orgId);
    const zone = zoneIn(estate, scope, body.zoneId);
    const hours = await hoursOf(facts, estate, zone, stretch);
    // Where nobody is counted, times and levels are measured.
    const measured = [...estate.series.values()].filter(
      (each) => each.owner === 'zone' && each.zoneId === zone.entityId,
    );
    const isUsed = measured.some(({ from, to }) => from < stretch.to && to > stretch.from);
    return { zone, hours, counts: await countsOf(estate, zone, hours, body), isUsed };
  };

  const countsOf = async (
    estate: Estate,
    zone: Entity,
    hours: readonly Hour[],
    { kind, counts = [] }: BodyOf<typeof previewCorrection>,
  ): Promise<readonly Counts[] | undefined> => {
    switch (kind) {
      case 'excluded':
        return undefined;
      case 'replaced':
        if (!areCounts(counts, hours.length)) throw invalid('counts', correctionTexts.counts);
        return counts;
      case 'estimated': {
        const past = await hoursOf(facts, estate, measuredOnly(estate, zone), weeksBefore(hours[0]!));
        const estimated = estimate(hours, past);
        if (!estimated) throw invalid('kind', correctionTexts.nothingKnown);
        return estimated;
      }
    }
  };

  return {
    async list(scope, zoneId) {
      const { entityId } = zoneIn(await directory.estate(scope.orgId), scope, zoneId);
      return registry.tenant(scope, (tx) => correctionsOf(tx, scope.orgId, entityId));
    },

    async preview(scope, body) {
      // Hours can be seen before anything was entered.
      const isEmpty = body.kind === 'replaced' && body.counts === undefined;
      const { hours, counts } = await plan(scope, isEmpty ? { ...body, kind: 'excluded' } : body);
      return {
        hours: hours.map(({ from, to, ins, outs, got }, at) => ({
          from: iso(from),
          to: iso(to),
          counted: got > 0 ? { ins, outs } : null,
          corrected: counts?.[at] ?? null,
        })),
        counted: sumOf(hours),
        corrected: sumOf(counts ?? []),
      };
    },

    async create(scope, body) {
      const { zone, hours, counts, isUsed } = await plan(scope, body);
      const like = zone.members.find(({ from, to }) => from < hours.at(-1)!.to && to > hours[0]!.from);
      if (counts ? !like : !isUsed) throw invalid('from', 'The zone was not in use then.');
      return changes(scope, async ({ tx, now, record }) => {
        const { orgId } = scope;
        const stretch = { orgId, zoneId: zone.entityId, from: new Date(body.from), to: new Date(body.to) };
        if (await overlaps(tx, stretch)) throw new Refusal('conflict', correctionTexts.overlaps);
        const { kind, reason } = body;
        const made = await addCorrection(tx, { ...stretch, kind, reason, createdAt: now, createdBy: scope.userId });
        if (counts && like) {
          const series = await openSeries(tx, made, like.series);
          const rows = hours.map(({ from, to }, at): CountRow => [
            series,
            from,
            to - from,
            counts[at]!.ins,
            counts[at]!.outs,
          ]);
          await inbox.add(tx, orgId, { type: 'history', rows });
        }
        const detail = { kind, reason, from: body.from, to: body.to, name: zone.name };
        await record({ action: 'counts-corrected', entityType: 'zone', entityId: zone.entityId, detail });
        return toReply(made, null);
      });
    },

    remove: (scope, correctionId) =>
      changes(scope, async ({ tx, now, record }) => {
        const { orgId } = scope;
        const found = await findCorrection(tx, orgId, correctionId);
        if (!found) throw notFound('The correction');
        const zone = zoneIn(await directory.estate(orgId), scope, found.zoneId);
        const series = await endCorrection(tx, found, now);
        const to = found.to.getTime() / 1000;
        if (series.length > 0) await inbox.add(tx, orgId, { type: 'erase', series, from: 0, to });
        const { from, kind, reason } = toReply(found, null);
        const detail = { kind, reason, from, to: found.to.toISOString(), name: zone.name };
        await record({ action: 'correction-removed', entityType: 'zone', entityId: found.zoneId, detail });
        return toReply(found, null);
      }),
  };
}

/** The zone with what counts for it; one outside the scope is unknown. */
function zoneIn(estate: Estate, scope: Scope, zoneId: string): Entity {
  const [zone] = resolve(estate, scope, { entityType: 'zone', entityIds: [zoneId.toLowerCase()], ...plainTraffic });
  if (!zone) throw notFound(`The zone ${zoneId}`);
  return zone;
}

/** Estimates are made of what was measured, never of other estimates. */
function measuredOnly(estate: Estate, zone: Entity): Entity {
  const estimated = new Set(
    [...estate.corrections.values()].flat().flatMap(({ kind, series }) => (kind === 'estimated' ? (series ?? []) : [])),
  );
  return { ...zone, members: zone.members.filter(({ series }) => !estimated.has(series)) };
}

function sumOf(counts: readonly Counts[]): Counts {
  return counts.reduce((sum, { ins, outs }) => ({ ins: sum.ins + ins, outs: sum.outs + outs }), { ins: 0, outs: 0 });
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { details: [{ path, message }] });
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
