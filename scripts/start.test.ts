import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from './prepare.mjs';
import { checkout } from './source-files.ts';

// The product as `npm run serve` starts it, with the usual umask. Nothing is installed here: that happens in this very
// checkout, and an interrupted test would leave it without its dependencies.
let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-start-'));
  data = join(folder, 'data');
  await ensureBuilt();
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function serve(settings: Record<string, string> = {}) {
  const child = spawn('sh', ['-c', 'umask 022; exec node scripts/serve.mjs --serve'], {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ATRIUM_DATA: data, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const addresses = () => [...output.matchAll(/ready at (http:\S+)/g)].map(([, url]) => url!);
  return {
    child,
    ended,
    output: () => output,
    /** Its address after it became ready this many times. */
    async ready(times = 1): Promise<string> {
      await expect.poll(() => addresses().length >= times || child.exitCode !== null, patience).toBe(true);
      const url = addresses()[times - 1];
      if (url === undefined) throw new Error(output);
      return url;
    },
  };
}
const patience = { timeout: 120_000, interval: 50 };

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = list.trim().split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(childrenOf))).flat()];
}

/** A zombie process counts as gone too. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(status);
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await expect.poll(async () => (await Promise.all(pids.map(isAlive))).includes(true), patience).toBe(false);
}

async function openToOthers(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true });
  const found = await Promise.all(
    [path, ...entries.map((entry) => join(path, entry))].map(async (each) => {
      // The databases delete files during the walk.
      const mode = (await stat(each).catch(() => undefined))?.mode ?? 0;
      return (mode & 0o077) === 0 ? [] : [`${each} ${(mode & 0o777).toString(8)}`];
    }),
  );
  return found.flat();
}

describe.runIf(process.platform === 'linux')('a server that was started', { timeout: 180_000 }, () => {
  it('[S68] [S69] [S67] closes its files, names a used port, survives its own death, and stops when asked', async () => {
    // As left by an earlier version.
    const shelf = join(data, 'files', 'ab');
    await mkdir(shelf, { recursive: true });
    await writeFile(join(shelf, 'old'), 'x');
    for (const path of [data, join(data, 'files'), shelf]) await chmod(path, 0o755);
    await chmod(join(shelf, 'old'), 0o644);

    const server = serve();
    try {
      const url = await server.ready();
      expect(await openToOthers(data)).toEqual([]);

      const second = serve({ PORT: new URL(url).port, ATRIUM_DATA: join(folder, 'other') });
      expect(await second.ended).toBe(1);
      expect(second.output()).toBe(
        `Port ${new URL(url).port} is already in use. Set PORT to another port, or stop the program that uses it.\n`,
      );
      expect(await readdir(folder)).toEqual(['data']);

      const [serverPid] = await childrenOf(server.child.pid);
      process.kill(serverPid!, 'SIGKILL');
      const again = await server.ready(2);
      expect(server.output()).toContain('The server exited (signal SIGKILL); restarting in 1 s');
      expect((await fetch(`${again}/healthz`)).status).toBe(200);
      expect(await openToOthers(data)).toEqual([]);

      const family = await childrenOf(server.child.pid);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      await expectGone(family);
    } finally {
      server.child.kill('SIGKILL');
    }
  });

  it('[S67] leaves nothing behind when its parent is killed', async () => {
    const server = serve();
    await server.ready();
    const family = await childrenOf(server.child.pid);
    expect(family.length).toBeGreaterThan(1);
    server.child.kill('SIGKILL');
    await expectGone(family);
  });
});
