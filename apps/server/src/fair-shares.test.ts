import { afterEach, expect, it, vi } from 'vitest';
import { createFairShares, createWorkAccounts } from './fair-shares.ts';

const bounds = { atOnce: 3, perKey: 2, waitingPerKey: 2, waiting: 3, message: 'Full.' };

/** Work that ends when the test decides. */
function jobs(shares = createFairShares(bounds)) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (name: string, signal?: AbortSignal) =>
      shares.run(
        name[0]!,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
      ),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('leaves room for others, however much one key requests', async () => {
  const { begun, run } = jobs();
  for (const name of ['a1', 'a2', 'a3', 'b1']) void run(name);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('lets keys take turns', async () => {
  const { begun, run, end } = jobs(createFairShares({ ...bounds, atOnce: 1, waiting: 9, waitingPerKey: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void run(name);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('refuses requests beyond the limit of a key, and beyond the overall limit', async () => {
  const { run } = jobs();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name);
  await expect(run('a5')).rejects.toMatchObject({ code: 'too_many', message: 'Full.', extra: { retryAfter: 2 } });
  for (const name of ['b1', 'b2']) void run(name);
  await expect(run('c1')).rejects.toMatchObject({ code: 'too_many' });
});

it('forgets a caller who leaves while waiting', async () => {
  const { begun, run, end } = jobs();
  const gone = new AbortController();
  for (const name of ['a1', 'a2']) void run(name);
  const left = run('a3', gone.signal);
  const stays = run('a4');
  gone.abort();
  await expect(left).rejects.toThrow();
  void run('a5');
  await end('a1');
  await end('a2');
  await end('a4');
  await stays;
  expect(begun).toEqual(['a1', 'a2', 'a4', 'a5']);
});

it('continues after work that failed', async () => {
  const shares = createFairShares({ ...bounds, perKey: 1 });
  const failed = shares.run('a', () => Promise.reject(new Error('broken')));
  const next = shares.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

const wait = (time: number) => new Promise<void>((resolve) => void setTimeout(resolve, time));

/** Work without a pause by `a`, and now and then by the others; returns how many milliseconds of the time `a` worked. */
async function workedIn(milliseconds: number, others: readonly string[], isSameLine = true): Promise<number> {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const work = createWorkAccounts({ burst: 500, share: 0.25 });
  const line = () => createFairShares({ ...bounds, perKey: 1, waitingPerKey: 9, work });
  const own = line();
  const ofOthers = isSameLine ? own : line();
  let worked = 0;
  const workOf = async (key: string, time: number, breath: number) => {
    for (;;) {
      await (key === 'a' ? own : ofOthers).run(key, () => wait(time));
      if (key === 'a') worked += time;
      if (breath > 0) await wait(breath);
    }
  };
  void workOf('a', 50, 0);
  for (const other of others) void workOf(other, 10, 400);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return worked;
}
afterEach(() => vi.useRealTimers());

it('[I212] gives a key that works without a pause its share of the time, when others work too', async () => {
  const worked = await workedIn(10_000, ['b']);
  // Half a second at once, then a quarter of the time, seen every 20 ms.
  expect(worked).toBeGreaterThan(2_300);
  expect(worked).toBeLessThan(3_100);
});

it('[I212] gives a key its share also when the others do work of another kind', async () => {
  expect(await workedIn(10_000, ['b'], false)).toBeLessThan(3_100);
});

it('[I212] gives a key that works alone all of the time', async () => {
  expect(await workedIn(10_000, [])).toBeGreaterThan(9_800);
});
