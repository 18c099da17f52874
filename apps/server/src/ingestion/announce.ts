import { daysTouchedBy } from '@atrium/facts/touched-days';
import type { Directory } from '../registry/directory/directory.ts';
import type { Estate } from '../registry/directory/estate.ts';
import { Refusal } from '../refusal.ts';
import type { Registry } from '../registry/registry.ts';
import { createZones, type UnknownLogic } from '../estate/zone-store.ts';
import { noteArrivals } from './arrival-store.ts';
import { arrivalsOf } from './arrivals.ts';
import { blockedBy, withoutBlocked } from './blacklist.ts';
import type { OnFolded } from './folded.ts';
import { freshFrom } from './horizon.ts';
import { noSigns, type Signs, signsOf } from './signs.ts';
import { fence, type HeldLanes } from './lane-store.ts';
import { foldToday } from './live.ts';
import type { FoldZones } from './zones/live-zones.ts';
import { announceMarks, type Mark } from './mark-store.ts';
import { readBlacklist } from './key-store.ts';
import { contextOf } from './decode-context.ts';
import { nothingPlanned, planBody, type BodyPlan } from './plan.ts';
import { withStored } from './stored-readings.ts';
import type { TodoBody } from './todo-store.ts';
import { contextIn, isMapped, readBody, vendorIn } from './mappings/mapped-vendor.ts';
import { withTakenBack } from './mappings/take-back.ts';
import type { Vendors } from './vendors/table.ts';
import type { Decoded, DecodeContext, Vendor } from './vendors/vendor.ts';

export interface PlannedBody {
  readonly body: TodoBody;
  readonly generation: number;
  readonly plan: BodyPlan;
  /** What the body says about the device that sent it. */
  readonly signs: Signs;
}

/** Bodies whose live numbers are published and whose days are marked: their facts can be written. */
export interface Announced {
  readonly bodies: readonly PlannedBody[];
  /** By organization; a deleted organization has none. */
  readonly estates: ReadonlyMap<string, Estate>;
  /** Marks of old days, which become ready when the facts are written. */
  readonly marks: readonly (Mark & { seq: string })[];
  /** On the monotonic clock. */
  readonly at: number;
}

export interface Announcer {
  announce(bodies: readonly TodoBody[], held: HeldLanes): Promise<Announced>;
}

/**
 * The first half of applying bodies, in PostgreSQL alone: decode, find the series, mark the days, fold today's numbers
 * and announce that they changed. It may be repeated any number of times, so live numbers move while ClickHouse is
 * unavailable, and a repetition after a crash changes nothing.
 */
export function createAnnouncer(
  registry: Registry,
  directory: Directory,
  clock: () => Date,
  markWriter: number,
  onFolded: OnFolded | undefined,
  foldZones: FoldZones,
  vendors: Vendors,
): Announcer {
  /** Marks of fresh days that are known to exist: they are not removed while the day is fresh. */
  const standing = new Set<string>();

  return {
    async announce(bodies, held) {
      const { planned: read, estates } = await plan(bodies);
      const now = clock();
      const fresh = freshFrom(now.getTime() / 1000);
      const announced = await registry.system(async (tx) => {
        await fence(
          tx.client,
          held,
          bodies.map(({ lane }) => lane),
        );
        const planned = await withStored(tx, read, estates, now);
        const marks = [...marksOf(planned, markWriter).values()];
        const freshMarks = marks.filter((mark) => mark.day >= fresh && !standing.has(markKey(mark)));
        const oldMarks = marks.filter((mark) => mark.day < fresh);
        await foldToday(tx, planned, estates, now, onFolded);
        await foldZones(tx, planned, estates, now);
        await noteArrivals(tx.client, arrivalsOf(planned, now));
        return {
          planned,
          freshMarks,
          oldMarks,
          seq: await announceMarks(tx.client, { fresh: freshMarks, old: oldMarks }),
        };
      });
      const { planned, freshMarks, oldMarks, seq } = announced;
      if (standing.size > 200_000) standing.clear();
      for (const mark of freshMarks) standing.add(markKey(mark));
      return { bodies: planned, estates, marks: oldMarks.map((mark) => ({ ...mark, seq })), at: performance.now() };
    },
  };

  async function plan(bodies: readonly TodoBody[]) {
    const orgIds = new Set(bodies.map(({ orgId }) => orgId));
    let estates = await loadEstates(directory, orgIds);
    let decoded = await allowed(bodies, await decodeAll(bodies, vendors, estates));
    for (let attempt = 1; ; attempt += 1) {
      const read = decoded;
      const inEstates = estates;
      const planned = bodies.map((body, i) => planOne(body, read[i], inEstates.get(body.orgId), clock()));
      const unknown = unknownLogics(planned);
      if (unknown.size === 0 || attempt === 3) {
        return { planned: await withTakenBack(registry, planned, inEstates, clock()), estates };
      }
      for (const [orgId, logics] of unknown) {
        await registry.system((tx) => createZones(tx, orgId, logics, clock()));
        directory.forget(orgId);
      }
      estates = await loadEstates(directory, orgIds);
      // Mappings are part of an estate: bodies of taught sensors are read in the one in which they are planned.
      if (bodies.some(({ vendor }) => isMapped(vendor)))
        decoded = await allowed(bodies, await decodeAll(bodies, vendors, estates));
    }
  }

  /** Without what was brought of blocked devices. */
  async function allowed(bodies: readonly TodoBody[], all: readonly DecodedBody[]): Promise<readonly DecodedBody[]> {
    if (!all.some(({ decoded }) => decoded?.carried)) return all;
    const isBlocked = blockedBy(await registry.system(readBlacklist));
    return all.map((each, i) => {
      const route = bodies[i]?.vendor ?? '';
      return { ...each, decoded: each.decoded && withoutBlocked(each.decoded, route, isBlocked) };
    });
  }
}

export interface DecodedBody {
  readonly decoded: Decoded | undefined;
  readonly generation: number;
}

/** Gives way to requests between bodies: a large one takes a while. */
export async function decodeAll(
  bodies: readonly TodoBody[],
  vendors: Vendors,
  estates: ReadonlyMap<string, Estate>,
): Promise<DecodedBody[]> {
  const all: DecodedBody[] = [];
  let since = performance.now();
  for (const each of bodies) {
    const estate = estates.get(each.orgId);
    const vendor = estate
      ? vendorIn(vendors, each.vendor, estate, contextIn(estate, each.device, each.receivedAt))
      : vendors.get(each.vendor);
    const decoded = decode(vendor, each.body, contextOf(estate, each.device, each.receivedAt));
    all.push({ decoded, generation: vendor?.generation ?? 0 });
    if (performance.now() - since > 10) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }
  return all;
}

function decode(vendor: Vendor | undefined, body: Buffer, context: DecodeContext): Decoded | undefined {
  try {
    return vendor?.decode(body, context);
  } catch {
    // Decoders should not throw. If one does, its body must not block the others.
    return undefined;
  }
}

export function planOne(
  body: TodoBody,
  read: DecodedBody | undefined,
  estate: Estate | undefined,
  clock: Date,
): PlannedBody {
  const generation = read?.generation ?? 0;
  const apart = (reason: 'decoder_failed' | 'organization_gone') => ({
    body,
    generation,
    plan: { ...nothingPlanned, reason },
    signs: read?.decoded ? signsOf(read.decoded) : noSigns,
  });
  if (!read?.decoded) return apart('decoder_failed');
  if (!estate) return apart('organization_gone');
  const plan = planBody(readBody(body, read.decoded, generation, clock), estate);
  // What is still unknown after zones were created cannot be created.
  const reason = plan.reason ?? (plan.unknown.length > 0 ? 'no_series' : null);
  return { body, generation, plan: { ...plan, reason }, signs: signsOf(read.decoded) };
}

function unknownLogics(planned: readonly PlannedBody[]): Map<string, UnknownLogic[]> {
  const byOrg = new Map<string, UnknownLogic[]>();
  for (const { body, plan } of planned) {
    if (plan.unknown.length > 0) byOrg.set(body.orgId, [...(byOrg.get(body.orgId) ?? []), ...plan.unknown]);
  }
  return byOrg;
}

async function loadEstates(directory: Directory, orgIds: ReadonlySet<string>): Promise<Map<string, Estate>> {
  const estates = new Map<string, Estate>();
  for (const orgId of orgIds) {
    try {
      estates.set(orgId, await directory.estate(orgId));
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }
  return estates;
}

function marksOf(planned: readonly PlannedBody[], markWriter: number): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { body, plan } of planned) {
    for (const { series, day } of daysTouchedBy([...plan.rows, ...plan.kinds.levels])) {
      const mark = { orgId: body.orgId, seriesId: series, day, lane: body.lane + markWriter };
      marks.set(markKey(mark), mark);
    }
  }
  return marks;
}

function markKey({ seriesId, day, lane }: Mark): string {
  return `${seriesId}/${day}/${lane}`;
}
