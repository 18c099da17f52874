import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentPayer, runAs } from '../payer.ts';
import { createCoalescing } from './coalesce.ts';

function held() {
  let now = 0;
  const runs: { signal: AbortSignal; done: (value: string) => void; fail: (error: Error) => void }[] = [];
  const coalescing = createCoalescing<string>(() => now);
  const work = (signal: AbortSignal) =>
    new Promise<string>((done, fail) => {
      runs.push({ signal, done, fail });
      signal.addEventListener('abort', () => fail(new Error('stopped')));
    });
  return {
    runs,
    ask: (key = 'a', signal?: AbortSignal) => coalescing.run(key, work, signal),
    pass: (milliseconds: number) => void (now += milliseconds),
  };
}

describe('[R756] the same question asked by several callers at once', () => {
  it('runs once, and another one for itself', async () => {
    const { runs, ask, pass } = held();
    const answers = [ask(), ask(), ask('b')];
    pass(200);
    answers.push(ask());
    expect(runs).toHaveLength(2);
    runs[0]?.done('one');
    runs[1]?.done('other');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'other', 'one']);
  });

  it('is not joined after a moment, nor once it is answered: what has changed since is seen', async () => {
    const { runs, ask, pass } = held();
    const first = ask();
    pass(201);
    const second = ask();
    runs[0]?.done('old');
    expect(await first).toBe('old');
    // The end of the old one does not hide the new one.
    const third = ask();
    runs[1]?.done('new');
    expect(await Promise.all([second, third])).toEqual(['new', 'new']);
    const fourth = ask();
    runs[2]?.done('newest');
    expect(await fourth).toBe('newest');
    expect(runs).toHaveLength(3);
  });

  it('does not end for the others when the connection of the first one does', async () => {
    const coalescing = createCoalescing<string>();
    const [one, other] = [new AbortController(), new AbortController()];
    const ask = ({ signal }: AbortController) =>
      runAs({ kind: 'organization', key: 'a', signal }, () => coalescing.run('a', untilPayerLeaves, signal));
    const [first, second] = [ask(one), ask(other)];
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await Promise.race([second, turn('waits')])).toBe('waits');
    other.abort(new Error('gone too'));
    await expect(second).rejects.toThrow('gone too');
  });

  it('is stopped when the last caller leaves, not before', async () => {
    const { runs, ask } = held();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = ask('a', one.signal);
    const second = ask('a', other.signal);
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    other.abort(new Error('gone too'));
    await expect(second).rejects.toThrow('gone too');
    expect(runs[0]?.signal.aborted).toBe(true);
    // Nobody joins what was stopped.
    const third = ask();
    runs[1]?.done('again');
    expect(await third).toBe('again');
  });

  it('fails for all of them when it fails, and is asked again next time', async () => {
    const { runs, ask } = held();
    const both = [ask(), ask()];
    runs[0]?.fail(new Error('no engine'));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = ask();
    runs[1]?.done('back');
    expect(await next).toBe('back');
  });
});

/** As what waits for a connection to the registry: it looks at the signal of its payer. */
async function untilPayerLeaves() {
  await once(currentPayer()!.signal!, 'abort');
  return 'left';
}
