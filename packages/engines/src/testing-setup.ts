import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestEngines, type Addresses } from './testing.ts';

/** Global set-up of vitest. Runs that follow each other may share engines: the variable names the socket of `offerTestEngines`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env.ATRIUM_TEST_ENGINES;
  const { socket, close } = shared ? { socket: shared, close: async () => {} } : await offerTestEngines();
  project.provide('testEnginesSocket', socket);
  return close;
}

/** Waits to be asked, so that a run of pure unit tests starts no engine. */
export async function offerTestEngines(): Promise<{ socket: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-ask-'));
  let engines: ReturnType<typeof startTestEngines> | undefined;
  const server = createServer((caller) => {
    caller.on('error', () => caller.destroy());
    engines ??= startTestEngines();
    void engines.then(
      ({ postgres, clickhouse }) => caller.end(JSON.stringify({ postgres, clickhouse } satisfies Addresses)),
      (error: unknown) => caller.end(JSON.stringify({ failure: String(error) })),
    );
  });
  const socket = join(folder, 'ask');
  await new Promise<void>((listening) => {
    server.listen(socket, listening);
  });
  return {
    socket,
    close: async () => {
      server.close();
      await engines?.then((started) => started.stop()).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
