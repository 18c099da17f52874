import { openFacts } from '@atrium/facts/facts';
import { pino } from 'pino';
import { parentPort, workerData } from 'node:worker_threads';
import type { Health } from '../ingestion/applying.ts';
import type { Node } from '../ingestion/lanes.ts';
import { createDirectory } from '../registry/directory/directory.ts';
import { listen } from '../registry/notifications.ts';
import { openRegistry, type RegistryAddress } from '../registry/registry.ts';
import { stepBack } from '../thread-priority.ts';
import { buildApplyingAndImports } from './applying.ts';

/** The thread that applies readings and imports files, started by applying-thread.ts. */
export interface ApplyingAddresses {
  readonly postgres: RegistryAddress;
  readonly clickhouse: { readonly url?: string; readonly socketPath?: string; readonly database: string };
  readonly logLevel: string;
  readonly node: Node;
  /** Of files that wait to be imported. */
  readonly filesFolder: string;
}

export type Question = 'applied' | 'idle' | 'stop';
type Asked =
  | { readonly question: 'wake'; readonly lanes?: ReadonlySet<number> }
  | { readonly question: Question; readonly id: number };

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'damage' }
  | { readonly kind: 'health'; readonly health: Health }
  | { readonly kind: 'done'; readonly id: number; readonly failure?: string };

const { postgres, clickhouse, logLevel, node, filesFolder } = workerData as ApplyingAddresses;
const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

// Requests wait for readings only where all processors are busy.
stepBack(5);
const clock = () => new Date();
const registry = openRegistry(postgres);
const facts = openFacts({ ...clickhouse, onDamage: () => tell({ kind: 'damage' }) });
const notifications = await listen(postgres);
const applying = await buildApplyingAndImports({
  registry,
  facts,
  directory: createDirectory(registry, notifications, clock),
  notifications,
  clock,
  node,
  filesFolder,
  log: pino({ level: logLevel }, pino.destination({ dest: 2, sync: true })),
  onHealth: (health) => tell({ kind: 'health', health }),
});

const answers: Record<Question, () => Promise<void>> = {
  applied: () => applying.applied(),
  idle: () => applying.idle(),
  async stop() {
    await applying.stop();
    await notifications.close();
    await facts.close();
    await registry.close();
  },
};
parentPort?.on('message', (asked: Asked) => {
  if (asked.question === 'wake') applying.wake(asked.lanes);
  else {
    const { question, id } = asked;
    answers[question]().then(
      () => tell({ kind: 'done', id }),
      (error: unknown) => tell({ kind: 'done', id, failure: String(error) }),
    );
  }
});
tell({ kind: 'ready' });
