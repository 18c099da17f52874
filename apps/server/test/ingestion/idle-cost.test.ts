import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bundleProduct } from '../doors/product.ts';
import type { IdleCost } from './kill-point.ts';
import type { ServerProcess } from './start-server.ts';

async function costOf({ process: child }: ServerProcess, question: 'cost' | 'load'): Promise<IdleCost> {
  const answer = once(child, 'message');
  child.send(question);
  return (await answer)[0] as IdleCost;
}

it('[I318] without brokers and SFTP a server loads neither of their packages and listens on one port', async () => {
  const product = await bundleProduct();
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-idle-'));
  try {
    const server = await product.start({ dataDir, hasSftp: false });
    // Long enough to look for brokers.
    await pause(2000);
    expect(await costOf(server, 'cost')).toEqual({ packages: [], listeners: 1 });
    // It would have been seen.
    expect(await costOf(server, 'load')).toEqual({ packages: ['mqtt', 'ssh2'], listeners: 1 });
    await server.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await product.remove();
  }
}, 120_000);
