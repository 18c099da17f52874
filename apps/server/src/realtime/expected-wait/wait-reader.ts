import type { ExpectedWaitNow, liveWait } from '@atrium/contract/expected-wait-mappings';
import type { Facts } from '@atrium/facts/facts-interface';
import { expectedWait, sampledMinutes, shownWaitMinutes } from '@atrium/metrics/expected-wait';
import { shownPeople } from '@atrium/rules/space-fill';
import { readLast } from '../../ingestion/today-store.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { membersOf, plainTraffic, resolve } from '../../registry/directory/resolve.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { TopicReader } from '../topic-reader.ts';
import { headMinutes, olderThanTails } from './head-minutes.ts';
import { createOlderMinutes } from './older-minutes.ts';
import { type MappedQueue, mappedQueues } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'aggregate'>;
  readonly clock: () => Date;
}

/** The expected wait of spaces. ClickHouse is asked only where the sample interval is longer than what PostgreSQL keeps. */
export function createWaitReader(dependencies: Dependencies): TopicReader<typeof liveWait> {
  const waitsOf = createWaits(dependencies);
  return {
    series: plainTraffic,
    async *read(entities) {
      yield* await waitsOf(entities.map(({ estate, entity }) => ({ estate, spaceId: entity.entityId })));
    },
  };
}

/** The expected wait of a space for a call, like that on sockets. */
export function createWaitNow(dependencies: Dependencies & { readonly directory: Directory }) {
  const waitsOf = createWaits(dependencies);
  return async (scope: Pick<Scope, 'orgId' | 'locationIds'>, spaceId: string): Promise<ExpectedWaitNow> => {
    const estate = await dependencies.directory.estate(scope.orgId);
    const [space] = resolve(estate, scope, { entityType: 'space', entityIds: [spaceId], ...plainTraffic });
    const [wait] = await waitsOf([{ estate, spaceId: space!.entityId }]);
    return wait!;
  };
}

interface QueuedSpace {
  readonly estate: Estate;
  readonly spaceId: string;
}

function createWaits({ registry, facts, clock }: Dependencies) {
  const olderMinutes = createOlderMinutes(facts);
  return async (spaces: readonly QueuedSpace[]): Promise<ExpectedWaitNow[]> => {
    const now = clock().getTime() / 1000;
    const { queues, lasts } = await registry.system(async (tx) => {
      const mapped = await mappedQueues(
        tx,
        spaces.map(({ spaceId }) => spaceId),
      );
      const found = spaces.map(({ estate, spaceId }) => {
        const queue = mapped.get(spaceId);
        return queue && { estate, queue, members: headOf(estate, queue) };
      });
      const series = found.flatMap((each) => each?.members.map((member) => member.series) ?? []);
      return { queues: found, lasts: await readLast(tx.client, [...new Set(series)]) };
    });
    const tails = new Map([...lasts].map(([series, { state }]) => [series, state]));
    return Promise.all(
      queues.map(async (found, index): Promise<ExpectedWaitNow> => {
        const { spaceId } = spaces[index]!;
        if (!found) return { spaceId, ...nothing, asOf: iso(now) };
        const { estate, queue, members } = found;
        const { expectedWaitMappingId, people, at, intervalMinutes } = queue;
        const heard = newest(members.map(({ series }) => tails.get(series)?.lastMinute ?? undefined));
        const sampled = sampledMinutes(now, intervalMinutes, heard);
        const older = await olderMinutes(estate.factOrg, olderThanTails({ members, tails }, sampled), now);
        const head = { members, tails, older, isReversedAt: reversal(estate, queue) };
        const wait = expectedWait(people, headMinutes(head, sampled));
        const ends = [at, heard === undefined ? null : Math.min(now, heard + 60)].filter((end) => end !== null);
        return {
          spaceId,
          expectedWaitMappingId,
          waitLineLength: people === null ? null : Math.max(0, shownPeople(people)),
          expectedWaitTime: wait,
          expectedWaitTimeMinutes: wait === null ? null : shownWaitMinutes(wait),
          lastReadingAt: ends.length > 0 ? iso(Math.min(...ends)) : null,
          asOf: iso(now),
        };
      }),
    );
  };
}

const nothing = {
  expectedWaitMappingId: null,
  waitLineLength: null,
  expectedWaitTime: null,
  expectedWaitTimeMinutes: null,
  lastReadingAt: null,
};

/** The head zone is at the location of the space, so who sees one sees the other. */
function headOf(estate: Estate, { headZoneId }: MappedQueue) {
  const everywhere = { orgId: estate.orgId, locationIds: 'all' } as const;
  return membersOf(estate, everywhere, { entityType: 'zone', ...plainTraffic }, headZoneId);
}

function reversal({ spaces }: Estate, { spaceId, headZoneId }: MappedQueue): (minute: number) => boolean {
  const periods = spaces.get(spaceId)?.zones.get(headZoneId) ?? [];
  return (minute) => periods.some(({ reversed, from, to }) => reversed && from <= minute && minute < to);
}

function newest(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((at) => at !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
