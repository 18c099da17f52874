import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestEngines, type Addresses } from './testing.ts';

/** Global setup of vitest: waits for a request, so that a run of pure unit tests starts no engine. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  project.provide('testEnginesSocket', socket);
  return async () => {
    server.close();
    await engines?.then((started) => started.stop()).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
}
