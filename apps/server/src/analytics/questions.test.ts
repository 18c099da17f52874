import { setImmediate as turn } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkAccounts, organizationBudget } from '../fair-shares.ts';
import { createQuestions } from './questions.ts';

afterEach(() => vi.useRealTimers());

/** Answers that are being written, by name. */
function writings() {
  const questions = createQuestions({} as never, createWorkAccounts(organizationBudget));
  const begun: Record<string, PassThrough> = {};
  const gone = new AbortController();
  const write = (key: string, name: string) =>
    questions.writing(key, () => (begun[name] = new PassThrough()), gone.signal);
  return { begun, write, leave: () => gone.abort(new Error('gone')) };
}

it('[S206] two long answers that nobody reads hold up further ones of their organization, and nobody else’s', async () => {
  const { begun, write } = writings();
  await Promise.all([write('a', 'first'), write('a', 'second')]);
  const third = write('a', 'third');
  await write('b', 'of a neighbor');
  await turn();
  expect(Object.keys(begun)).toEqual(['first', 'second', 'of a neighbor']);

  begun['first']!.destroy();
  expect(await third).toBe(begun['third']);
});

it('[S206] a reader who takes nothing for half a minute gives the turn back, and one who takes something does not', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const questions = createQuestions({} as never, createWorkAccounts(organizationBudget));
  const begun: { name: string; take: () => void }[] = [];
  const write = (name: string) =>
    questions.writing(
      'a',
      (charge) => {
        begun.push({ name, take: () => charge(1) });
        return new PassThrough();
      },
      undefined,
    );
  void write('stalled');
  void write('slow');
  void write('third');
  void write('fourth');
  const names = () => begun.map(({ name }) => name);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(names()).toEqual(['stalled', 'slow']);
  begun[1]!.take();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(names()).toEqual(['stalled', 'slow', 'third']);
  for (let taken = 0; taken < 3; taken += 1) {
    begun[1]!.take();
    begun[2]!.take();
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(names()).toEqual(['stalled', 'slow', 'third']);
});

it('[S206] a caller who leaves keeps no turn, whether the answer was begun or waits', async () => {
  const { begun, write, leave } = writings();
  await Promise.all([write('a', 'first'), write('a', 'second')]);
  const waiting = write('a', 'third');
  leave();
  await expect(waiting).rejects.toThrow('gone');
  await turn();
  expect(begun['third']).toBeUndefined();
});

it('[I212] answers that are the same for thirty callers are written thirty times, within the budget of their organization', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const questions = createQuestions({} as never, createWorkAccounts(organizationBudget));
  const written = { a: 0, b: 0 };
  /** Writing takes 100 ms, and each answer is read at once. */
  const ask = async (key: 'a' | 'b') => {
    await questions.writing(
      key,
      (charge) => {
        written[key] += 1;
        charge(100);
        const answer = new PassThrough();
        setTimeout(() => answer.destroy(), 100);
        return answer;
      },
      undefined,
    );
  };
  for (let caller = 0; caller < 60; caller += 1) void ask('a');
  for (let second = 0; second < 10; second += 1) {
    void ask('b');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(written.b).toBe(10);
  // Two seconds of work at once, then 0.3 of the time.
  expect(written.a).toBeGreaterThan(40);
  expect(written.a).toBeLessThan(56);
});

it('[R950] [R1160] counts who waits for a turn, for a reader and to be written', async () => {
  const questions = createQuestions({} as never, createWorkAccounts(organizationBudget));
  const { signal, abort } = (() => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(new Error('gone')) };
  })();
  const ends: (() => void)[] = [];
  const query = () => new Promise<void>((resolve) => ends.push(resolve));
  const answering = (key: string) =>
    questions.answer(
      key,
      async () => {
        const ask = questions.asking(key, signal);
        await Promise.all([ask(query), ask(query)]);
      },
      signal,
    );
  const first = answering('a');
  await turn();
  expect(questions.load('a')).toEqual({ running: 1, waiting: 0 });
  // The first one has both readers of its organization: the second has begun, and waits all the same.
  const others = [answering('a'), answering('a')].map((each) => each.catch(() => undefined));
  await turn();
  expect(questions.load('a')).toEqual({ running: 1, waiting: 2 });
  expect(questions.load('b')).toEqual({ running: 0, waiting: 0 });
  expect(questions.load()).toEqual({ running: 1, waiting: 2 });
  for (const end of ends.splice(0)) end();
  await first;
  await turn();
  expect(questions.load('a')).toEqual({ running: 1, waiting: 1 });
  abort();
  for (const end of ends.splice(0)) end();
  await Promise.all(others);
  expect(questions.load()).toEqual({ running: 0, waiting: 0 });

  const written = () => questions.writing('c', () => new PassThrough(), undefined);
  await Promise.all([written(), written()]);
  void written();
  await turn();
  expect(questions.load('c')).toEqual({ running: 0, waiting: 1 });
});
