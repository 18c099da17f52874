import { bindInbox } from '../features/inbox/routes.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import { discardQuarantined } from '../ingestion/quarantine.ts';
import { bodyIdOf, readBodyId } from '../ingestion/received/body-id.ts';
import { devicePage, findGap, gapPage, waiveGap } from '../ingestion/received/devices-store.ts';
import { groupPage } from '../ingestion/received/groups-store.ts';
import { openBody } from '../ingestion/received/opened-body.ts';
import type { Header, Looked } from '../ingestion/received/received-store.ts';
import { createReceived } from '../ingestion/received/received.ts';
import { findGroup } from '../ingestion/received/replay-store.ts';
import { createReplays, type Enqueue, type Replays } from '../ingestion/received/replays.ts';
import { withSenders } from '../ingestion/received/senders-store.ts';
import { requestGap } from '../ingestion/requests/request-store.ts';
import type { Worker } from '../jobs/worker.ts';
import { notFound } from '../refusal.ts';
import { asSystem } from '../registry/registry.ts';
import type { Core } from './core.ts';

/** The screen of the inbox, and the jobs behind it. */
export interface InboxScreen {
  readonly kinds: Replays['kinds'];
  bind(enqueue: Enqueue): void;
}

export function openInbox(core: Core, ingestion: Pick<Ingestion, 'wake'>, requests: Pick<Worker, 'wake'>): InboxScreen {
  const { http, registry, directory, facts, clock } = core;
  const received = createReceived({ registry, facts, clock });
  const replays = createReplays({ registry, directory, facts, clock, wake: () => ingestion.wake() });

  const named = async (rows: readonly Header[]) => {
    const sent = await registry.system((tx) => withSenders(tx, rows));
    return sent.map(({ seq, receivedAt, ...row }) => ({
      ...row,
      bodyId: bodyIdOf({ receivedAt, seq }),
      receivedAt: receivedAt.toISOString(),
    }));
  };

  const bind = (enqueue: Enqueue) =>
    bindInbox(http, {
      registry,
      clock,
      async page(orgId, { limit, cursor, from, to, ...wanted }) {
        const behind = cursor === undefined ? undefined : readBodyId(cursor);
        if (behind === null) return undefined;
        const range = { from: from === undefined ? from : new Date(from), to: to === undefined ? to : new Date(to) };
        const looked = await received.page({ ...wanted, ...range, orgId, behind, most: limit + 1 });
        const rows = looked.rows.slice(0, limit);
        return { results: await named(rows), ...endOf(looked, limit) };
      },
      async open(orgId, bodyId) {
        const found = await received.find(orgId, bodyId);
        if (!found) return undefined;
        const { body: _bytes, ...header } = found;
        const [row] = await named([header]);
        return row && { ...row, ...(await openBody(found, { directory, clock })) };
      },
      bytes: (orgId, bodyId) => received.find(orgId, bodyId),
      groups: (orgId, query) => registry.system((tx) => groupPage(tx, orgId, query)),
      async discard(tx, orgId, quarantineId, reason) {
        const group = await findGroup(tx, orgId, quarantineId);
        if (!group) throw notFound('The quarantined data');
        const now = clock();
        const count = await asSystem(tx, () => discardQuarantined(tx, orgId, quarantineId, { reason, now }));
        return { count, ...group };
      },
      createReplay: (scope, wish) => replays.create(scope, wish, enqueue),
      replay: (scope, replayId) => replays.find(scope, replayId),
      applyReplay: (tx, scope, replayId) => replays.apply(tx, scope, replayId, enqueue),
      devices: (orgId, query) => registry.system((tx) => devicePage(tx, orgId, query, clock())),
      gaps: (orgId, query) => registry.system((tx) => gapPage(tx, orgId, query)),
      waive: (tx, scope, packageGapId, reason) =>
        waiveGap(tx, scope.orgId, packageGapId, { by: scope.userId, reason, now: clock() }),
      async request(tx, scope, packageGapId) {
        const outcome = await requestGap(tx, scope.orgId, packageGapId, clock());
        if (outcome !== 'requested') return outcome;
        tx.afterCommit(() => requests.wake());
        return (await findGap(tx, scope.orgId, packageGapId)) ?? 'unknown';
      },
    });

  return { kinds: replays.kinds, bind };
}

/** Behind the last body of the page, or behind the last one that was looked at. */
function endOf({ rows, last }: Looked, limit: number) {
  const final = rows.length > limit ? rows[limit - 1] : undefined;
  const end = final ? { receivedAt: final.receivedAt, seq: final.seq } : last;
  return {
    next: end && bodyIdOf(end),
    searchedTo: end && new Date(Number(end.receivedAt)).toISOString(),
  };
}
