import type { DisplayState, RawOccupancy } from '@atrium/contract/displays';
import type { ExpectedWaitNow } from '@atrium/contract/expected-wait-mappings';
import type { LiveReading } from '@atrium/contract/live-traffic';
import { shownWaitMinutes } from '@atrium/metrics/expected-wait';
import { sources } from '@atrium/metrics/sources';
import { maskState, queueRows, signOf } from '@atrium/rules/display';
import { displayWords } from '@atrium/rules/display-words';
import type { Registry } from '../../registry/registry.ts';
import type { DisplayRow } from './display-store.ts';
import { countedAt, findPublicOnes, headZoneOf, levelsAt, newestIns, queueOf, queuesAt } from './public-store.ts';

/** What displays read of live numbers; composed from the parts that serve sockets. */
export interface LiveNumbers {
  /** Today's counts and the present state of entities that exist; one that was deleted has none. */
  read(orgId: string, entityType: 'space' | 'zone', entityIds: readonly string[]): Promise<Map<string, LiveReading>>;
  /** The series of a zone that measure something, now. */
  seriesOf(orgId: string, zoneId: string, measure: string): Promise<readonly number[]>;
  /** The series behind the readings of entities. */
  seriesBehind(orgId: string, entityType: 'space' | 'zone', entityIds: readonly string[]): Promise<readonly number[]>;
  expectedWait(orgId: string, spaceId: string): Promise<ExpectedWaitNow>;
}

/** What a display shows, and what changes it. */
export interface Board {
  readonly orgId: string;
  readonly state: DisplayState;
  readonly series: ReadonlySet<number>;
  /** Spaces and zones whose numbers it shows. */
  readonly entityIds: ReadonlySet<string>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly live: LiveNumbers;
  readonly clock: () => Date;
}

/** The part of a state that follows from live numbers. */
interface Shown extends Pick<DisplayState, 'occupancy' | 'mask' | 'queues' | 'wait' | 'items'> {
  /** The newest reading; null where there never was one. */
  readonly at: number | null;
  readonly isOpen: boolean;
  readonly series: readonly number[];
  readonly entityIds: readonly string[];
}

export interface Boards {
  read(row: DisplayRow): Promise<Board>;
  raw(row: DisplayRow): Promise<RawOccupancy>;
}

/** A live reading is of a minute, and counts until its end. */
const minuteMs = 60_000;

export function createBoards({ registry, live, clock }: Dependencies): Boards {
  const occupancy = async ({ display: { orgId, entityId } }: DisplayRow): Promise<Shown> => {
    const spaceId = entityId!;
    const [reading, counted, series] = await Promise.all([
      live.read(orgId, 'space', [spaceId]).then((found) => found.get(spaceId)),
      registry.system((tx) => countedAt(tx, spaceId)),
      live.seriesBehind(orgId, 'space', [spaceId]),
    ]);
    const { occupancy: people = null, maxCapacity = null, percent = null } = reading ?? {};
    const remaining = people === null || maxCapacity === null ? null : Math.max(0, maxCapacity - Math.max(0, people));
    return {
      occupancy: { people, maxCapacity, remaining, percent, sign: signOf(percent) },
      ...heard([reading], counted),
      series,
      entityIds: [spaceId],
    };
  };

  const mask = async ({ display: { orgId, entityId } }: DisplayRow): Promise<Shown> => {
    const zoneId = entityId!;
    const [reading, people, masked] = await Promise.all([
      live.read(orgId, 'zone', [zoneId]).then((found) => found.get(zoneId)),
      live.seriesOf(orgId, zoneId, 'people'),
      live.seriesOf(orgId, zoneId, 'mask'),
    ]);
    const tails = await registry.system((tx) => newestIns(tx, [...people, ...masked]));
    const of = (series: readonly number[]) => series.flatMap((id) => tails.get(id) ?? []);
    const at = Math.max(...of(people).map((each) => (each.ins > 0 ? each.at : -Infinity)));
    const insAt = (series: readonly number[]) =>
      of(series).reduce((sum, each) => sum + (each.at === at ? each.ins : 0), 0);
    const newest = at === -Infinity ? undefined : { ins: insAt(people), masked: insAt(masked) };
    return {
      mask: { state: maskState(newest, masked.length > 0), ins: reading?.ins ?? null },
      ...heard([reading]),
      series: [...people, ...masked],
      entityIds: [zoneId],
    };
  };

  const queues = async ({ display: { orgId, entityType, entityId, locationId }, name }: DisplayRow): Promise<Shown> => {
    const found = await registry.system(async (tx) =>
      entityType === 'space'
        ? queuesAt(tx, orgId, locationId!)
        : [(await queueOf(tx, orgId, entityId!)) ?? { name, zoneId: entityId! }],
    );
    const zoneIds = found.map(({ zoneId }) => zoneId);
    const [readings, counted] = await Promise.all([
      live.read(orgId, 'zone', zoneIds),
      registry.system((tx) => levelsAt(tx, zoneIds)),
    ]);
    const rows = found.map((queue) => {
      const { queueLength: people = null, expectedQueueWaitTime: waits = null } = readings.get(queue.zoneId) ?? {};
      return { name: queue.name, people, waitMinutes: waits === null ? null : shownWaitMinutes(waits) };
    });
    return {
      queues: queueRows(rows),
      ...heard(
        zoneIds.map((zoneId) => readings.get(zoneId)),
        counted,
      ),
      series: await live.seriesBehind(orgId, 'zone', zoneIds),
      entityIds: zoneIds,
    };
  };

  const wait = async (row: DisplayRow): Promise<Shown> => {
    const { orgId, entityId } = row.display;
    const [shown, now, headZoneId] = await Promise.all([
      occupancy(row),
      live.expectedWait(orgId, entityId!),
      registry.system((tx) => headZoneOf(tx, orgId, entityId!)),
    ]);
    const { occupancy: inside, series, at, ...rest } = shown;
    const { expectedWaitTimeMinutes: minutes, waitLineLength, lastReadingAt } = now;
    return {
      ...rest,
      at: lastReadingAt === null ? at : Date.parse(lastReadingAt),
      wait: { minutes, people: waitLineLength ?? inside?.people ?? null },
      series: [...series, ...(await live.seriesBehind(orgId, 'zone', headZoneId === undefined ? [] : [headZoneId]))],
    };
  };

  const playlist = async ({ display: { orgId, items } }: DisplayRow): Promise<Shown> => {
    const ids = items.map(({ displayId }) => displayId);
    const found = await registry.system((tx) => findPublicOnes(tx, orgId, ids, clock()));
    const shown = items.flatMap(({ displayId, view, seconds }) => {
      const each = found.get(displayId)?.display;
      return each && each.kind !== 'playlist' ? [{ kind: each.kind, code: each.code, view, seconds }] : [];
    });
    return { items: shown, at: clock().getTime(), isOpen: true, series: [], entityIds: [] };
  };

  const readers = {
    'live-occupancy': occupancy,
    facemask: mask,
    'queue-opt': queues,
    'expected-wait-time': wait,
    playlist,
  };

  return {
    async read(row) {
      const { kind, look, logo, code, version, orgId } = row.display;
      const { at, isOpen, series, entityIds, ...content } = await readers[kind](row);
      const { title, ...colors } = look;
      const now = clock().getTime();
      const state = {
        kind,
        name: title === '' ? row.name : title,
        ...colors,
        logo: logo === null ? null : `/api/display/${kind}/${code}/logo?v=${version}`,
        words: { ...displayWords[look.language] },
        isOpen,
        age: at === null ? null : Math.max(0, Math.round((now - at) / 1000)),
        freshSeconds: sources.traffic.freshSeconds,
        ...content,
      };
      return { orgId, state, series: new Set(series), entityIds: new Set(entityIds) };
    },
    async raw(row) {
      const { occupancy: found, at } = await occupancy(row);
      const { people = null, maxCapacity = null, remaining = null, percent = null } = found ?? {};
      return {
        name: row.name,
        occupancy: people,
        maxCapacity,
        remaining,
        percent: percent === null ? null : Math.min(100, percent),
        updatedAt: at === null ? null : new Date(at).toISOString(),
      };
    },
  };
}

/** The newest reading of several, and whether one of their locations is open. */
function heard(readings: readonly (LiveReading | undefined)[], counted: Date | null = null) {
  const known = readings.filter((each) => each !== undefined);
  const ends = known.flatMap(({ lastReadingAt, asOf }) =>
    lastReadingAt === null ? [] : [Math.min(Date.parse(asOf), Date.parse(lastReadingAt) + minuteMs)],
  );
  const moments = [...ends, ...(counted ? [counted.getTime()] : [])];
  const isOpen = known.length === 0 || known.some((each) => each.isOpen);
  return { at: moments.length === 0 ? null : Math.max(...moments), isOpen };
}
