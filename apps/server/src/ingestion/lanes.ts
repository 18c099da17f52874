import { randomUUID } from 'node:crypto';
import type { Registry } from '../registry/registry.ts';
import { releaseLanes, renewLanes, retireFormerPumps, type HeldLanes } from './lane-store.ts';
import type { Log } from '../log.ts';
import { markAgain } from './mark-store.ts';
import { applyAgain, lastApplied } from './todo-store.ts';
import { startWorker } from './worker.ts';

/** The lanes this process works on. */
export interface Lanes {
  readonly held: HeldLanes;
  release(): Promise<void>;
}

const renewEvery = 2000;
/** ClickHouse does not wait for the disk; after this time everything has long been there. */
const repeatedMinutes = 10;

/**
 * Takes lanes and keeps them. When an earlier process of this node ended without saying so, what was written in its last
 * minutes is written again: the same facts, so nothing is counted twice.
 */
export async function holdLanes(registry: Registry, node: string, log: Log, onMore: () => void): Promise<Lanes> {
  const holder = `${node}/${randomUUID()}`;
  let held: HeldLanes = await registry.system(async ({ client }) => {
    if (await retireFormerPumps(client, node, holder)) {
      const last = await lastApplied(client);
      if (last) {
        const since = new Date(last.getTime() - repeatedMinutes * 60_000);
        await markAgain(client, since);
        const bodies = await applyAgain(client, since);
        log.info({ bodies }, 'The last run ended abruptly; its last minutes are written again');
      }
    }
    return renewLanes(client, node, holder);
  });

  const run = async (): Promise<boolean> => {
    const before = held.size;
    held = await registry.system(({ client }) => renewLanes(client, node, holder));
    if (held.size > before) onMore();
    return false;
  };
  const worker = startWorker({ name: 'lanes', log, pause: renewEvery, run });

  return {
    get held() {
      return held;
    },
    async release() {
      await worker.stop();
      await registry.system(({ client }) => releaseLanes(client, holder));
    },
  };
}
