import { randomUUID } from 'node:crypto';
import type { Registry, Transaction } from '../registry/registry.ts';
import { releaseLanes, renewLanes, retireFormerPumps, type HeldLanes } from './lane-store.ts';
import type { Log } from '../log.ts';
import { markAgain } from './mark-store.ts';
import { applyAgain, lastApplied, repeatedMinutes } from './todo-store.ts';
import { startWorker } from '../jobs/worker.ts';

/** The lanes this process works on. */
export interface Lanes {
  readonly held: HeldLanes;
  release(): Promise<void>;
}

const renewEvery = 2000;

export interface Node {
  /** The same for every start of this node, whatever its host name. */
  readonly id: string;
  /** Nobody else can work on this registry: any other pump has ended. */
  readonly alone: boolean;
}

/**
 * Takes lanes and keeps them. When an earlier process ended abruptly, its last minutes are written again: the same
 * facts, so nothing is counted twice.
 */
export async function holdLanes(registry: Registry, node: Node, log: Log, onMore: () => void): Promise<Lanes> {
  const holder = `${node.id}/${randomUUID()}`;
  const takeOver = async (client: Transaction['client'], former: { node?: string; alone: boolean }) => {
    if (await retireFormerPumps(client, { ...former, holder })) {
      const last = await lastApplied(client);
      if (last) {
        const since = new Date(last.getTime() - repeatedMinutes * 60_000);
        await markAgain(client, since);
        const bodies = await applyAgain(client, since);
        log.info({ bodies }, 'The last run ended abruptly; its last minutes are being written again');
      }
    }
    return renewLanes(client, node.id, holder);
  };
  let held: HeldLanes = await registry.system(({ client }) => takeOver(client, { node: node.id, alone: node.alone }));

  const run = async (): Promise<boolean> => {
    const before = held.size;
    // Only a start ends former pumps of this node: two that both live would end each other without a pause.
    held = await registry.system(({ client }) => takeOver(client, { alone: false }));
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
