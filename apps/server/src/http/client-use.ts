import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import { addClientUse } from './identity-store.ts';

/** Counts calls of API clients, and stores them together: a call costs no write. */
export interface ClientUse {
  note(clientId: string): void;
  flush(): Promise<void>;
}

const storeEveryMs = 2_000;

interface Dependencies {
  readonly registry: Pick<Registry, 'system'>;
  readonly clock: () => Date;
  readonly log: Pick<Log, 'error'>;
}

export function createClientUse({ registry, clock, log }: Dependencies): ClientUse {
  let used = new Map<string, { calls: number; lastAt: Date }>();
  let timer: NodeJS.Timeout | undefined;

  const add = (clientId: string, calls: number, lastAt: Date) => {
    const known = used.get(clientId);
    if (!known) used.set(clientId, { calls, lastAt });
    else {
      known.calls += calls;
      if (lastAt > known.lastAt) known.lastAt = lastAt;
    }
    timer ??= setTimeout(() => void flush(), storeEveryMs).unref();
  };

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = used;
    used = new Map();
    if (counted.size === 0) return;
    const rows = [...counted].map(([clientId, use]) => ({ clientId, ...use }));
    try {
      await registry.system((tx) => addClientUse(tx, rows));
    } catch (err) {
      log.error({ err }, 'Calls of API clients could not be counted; they are counted with the next ones');
      for (const { clientId, calls, lastAt } of rows) add(clientId, calls, lastAt);
    }
  };

  return { note: (clientId) => add(clientId, 1, clock()), flush };
}
