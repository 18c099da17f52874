import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FactsRefused, FactsTimeout, FactsUnavailable, type FactsError } from './errors.ts';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { packVer } from './version.ts';

/** What a client must handle from a server: here one that responds as instructed. */
describe('a server that misbehaves', () => {
  let folder: string;
  let server: Server;
  let facts: Facts;
  let requests: { query: string; url: URL }[];
  let reply: { status: number; headers?: Record<string, string>; body: string | Buffer; delay?: number };
  const question = {
    org: 1,
    freshFrom: 0,
    marks: [],
    slices: [{ edges: [0, 3600], members: [{ series: 1, from: 0, to: 3600, key: 0, wIn: 1, wOut: 1 }] }],
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facts-'));
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '', 'http://server');
        const query = url.searchParams.get('query') ?? Buffer.concat(chunks).toString();
        requests.push({ query, url });
        const {
          status,
          headers,
          body,
          delay = 0,
        }: typeof reply = query.startsWith('KILL') ? { status: 200, body: '' } : reply;
        setTimeout(() => response.writeHead(status, headers).end(body), delay).unref();
      });
    });
    await new Promise<void>((listening) => {
      server.listen(join(folder, 'socket'), listening);
    });
    facts = openFacts({ socketPath: join(folder, 'socket'), database: 'atrium' });
  });
  beforeEach(() => {
    requests = [];
  });
  afterAll(async () => {
    await facts.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    [159, FactsTimeout],
    [241, FactsRefused],
    [60, FactsRefused],
    [516, FactsRefused],
    [202, FactsUnavailable],
    [252, FactsUnavailable],
    [394, FactsUnavailable],
  ])('error %i becomes ours, without the engine’s text', async (code, ours) => {
    reply = {
      status: 500,
      body: `Code: ${code}. DB::Exception: near 'SELECT secret FROM atrium.minute': no. (SOME_NAME)`,
    };
    const error = await facts.aggregate(question).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ours);
    expect((error as FactsError).engineCode).toBe(code);
    expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toMatch(
      /secret|Exception|SOME/,
    );
  });

  it.each([
    [75, 'Cannot write to file (fd = 80): , errno: 28, strerror: No space left on device'],
    [1001, 'std::exception: filesystem error: in create_directory: No space left on device ["/data/tmp"]'],
    [76, 'Cannot open file /data/minute.bin: , errno: 24, strerror: Too many open files'],
    [83, 'Cannot fsync /data/minute.bin: , errno: 5, strerror: Input/output error'],
  ])('[I63] error %i for lack of space blames neither rows nor files', async (code, words) => {
    let damaged = 0;
    const store = openFacts({ socketPath: join(folder, 'socket'), database: 'atrium', onDamage: () => (damaged += 1) });
    reply = { status: 500, body: `Code: ${code}. DB::Exception: ${words}. (SOME_NAME)` };
    const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
    const row = { org: 1, series: 1, at: 0, span: 60, ins: 1, outs: 0, ver, gone: 0 as const, flags: 0 };
    await expect(store.append([row])).rejects.toThrow(FactsUnavailable);
    await expect(store.aggregate(question)).rejects.toThrow(FactsUnavailable);
    expect(damaged).toBe(0);
    await store.close();
  });

  it('an error is known by the header that names it, whatever its text begins with', async () => {
    reply = {
      status: 500,
      headers: { 'X-ClickHouse-Exception-Code': '159' },
      body: '{"exception": "Timeout exceeded"}',
    };
    await expect(facts.aggregate(question)).rejects.toThrow(FactsTimeout);
  });

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['an answer that breaks off', 200, Buffer.from([5, 200, 1])],
    ['an error after the status', 200, 'Code: 241. DB::Exception: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED)'],
  ])('%s means it is unavailable', async (_, status, body) => {
    reply = { status, body };
    await expect(facts.aggregate(question)).rejects.toThrow(FactsUnavailable);
  });

  it('nobody at the address means it is unavailable', async () => {
    const nobody = openFacts({ socketPath: join(folder, 'nobody'), database: 'atrium' });
    await expect(nobody.aggregate(question)).rejects.toThrow(FactsUnavailable);
    await expect(nobody.ping()).rejects.toThrow(FactsUnavailable);
    await nobody.close();
  });

  it('is abandoned after the timeout, and told to stop', async () => {
    reply = { status: 200, body: '', delay: 10_000 };
    await expect(facts.aggregate({ ...question, limits: { seconds: 1 } })).rejects.toThrow(FactsTimeout);
    await expectKilled();
  });

  it('is abandoned when the caller leaves, with the caller’s reason, and told to stop', async () => {
    reply = { status: 200, body: '', delay: 10_000 };
    const asker = new AbortController();
    const answer = facts.aggregate(question, { signal: asker.signal });
    const rejected = expect(answer).rejects.toThrow('the tab was closed');
    await expect.poll(() => requests.length, PATIENCE).toBe(1);
    asker.abort(new Error('the tab was closed'));
    await rejected;
    await expectKilled();
  });

  it('[I312] a statement that waits for a connection ends with its caller', async () => {
    reply = { status: 200, body: '', delay: 10_000 };
    const [many, last] = [new AbortController(), new AbortController()];
    const store = openFacts({ socketPath: join(folder, 'socket'), database: 'atrium' });
    const running = Array.from({ length: 16 }, () => store.aggregate(question, { signal: many.signal }));
    const ended = Promise.allSettled(running);
    await expect.poll(() => requests.length, PATIENCE).toBe(16);
    const waiting = store.aggregate(question, { signal: last.signal });
    const refused = expect(waiting).rejects.toThrow('the tab was closed');
    await pause(200);
    last.abort(new Error('the tab was closed'));
    await refused;
    many.abort(new Error('all tabs were closed'));
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
    await store.close();
  });

  it('is not called at all for a caller who has left', async () => {
    await expect(facts.aggregate(question, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(requests).toEqual([]);
  });

  it('gets limits with every query', async () => {
    reply = { status: 200, body: '' };
    await facts.aggregate({ ...question, limits: { seconds: 7, bytes: 1000 } });
    const sent = requests[0]!.url.searchParams;
    expect([sent.get('max_execution_time'), sent.get('max_memory_usage')]).toEqual(['7', '1000']);
    await facts.aggregate(question);
    const usual = requests[1]!.url.searchParams;
    expect([usual.get('max_execution_time'), usual.get('max_memory_usage')]).toEqual(['30', String(1024 ** 3)]);
  });

  /** The running statement has a tag, and the next one kills by that tag. */
  async function expectKilled(): Promise<void> {
    await expect.poll(() => requests.length, PATIENCE).toBe(2);
    const tag = /^SELECT \/\* facts ([0-9a-f-]{36}) \*\//.exec(requests[0]!.query)?.[1];
    expect(tag).toBeDefined();
    expect(requests[1]!.query).toMatch(/^KILL QUERY WHERE/);
    expect(requests[1]!.query).toContain(tag);
  }
});

it('[I313] a connection that was idle is not used again, and a slow statement keeps its own', async () => {
  const lastUsed = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    const { socket } = request;
    // As if it had just closed what was idle.
    if (performance.now() - (lastUsed.get(socket) ?? Infinity) > 2800) {
      socket.destroy();
      return;
    }
    request.resume().on('end', () => {
      setTimeout(() => {
        response.end();
        lastUsed.set(socket, performance.now());
      }, delay);
    });
  });
  let delay = 0;
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const facts = openFacts({ url: `http://127.0.0.1:${port}`, database: 'atrium' });
  for (const [wait, slow] of [
    [0, 0],
    [3000, 3500],
    [3000, 0],
  ] as const) {
    await pause(wait);
    delay = slow;
    await expect(facts.ping()).resolves.toBeUndefined();
  }
  await facts.close();
  server.close();
});

const PATIENCE = { timeout: 10_000 };
