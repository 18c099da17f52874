import { describe, expect, it } from 'vitest';
import { createLoader, type Mergeable } from './loader.ts';

const always = () => true;

/** Calls that wait until they are answered by name. */
function calls() {
  const started: string[] = [];
  const answers = new Map<string, () => void>();
  const ask = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => answers.set(name, () => resolve(name)));
  };
  return { started, ask, answer: (name: string) => answers.get(name)?.() };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));

describe('the loader of a dashboard', () => {
  it('[R988] asks as many questions at a time as the server answers', async () => {
    const turnOf = createLoader(2);
    const { started, ask, answer } = calls();
    const { signal } = new AbortController();
    const all = ['a', 'b', 'c'].map((name) => turnOf(always)(ask(name), signal));
    await soon();
    expect(started).toEqual(['a', 'b']);
    answer('b');
    await soon();
    expect(started).toEqual(['a', 'b', 'c']);
    answer('a');
    answer('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('[R988] those in view come first, as it is when their turn comes', async () => {
    const turnOf = createLoader(1);
    const { started, ask, answer } = calls();
    const { signal } = new AbortController();
    let shown = 'a';
    for (const name of ['a', 'b', 'c']) void turnOf(() => shown === name)(ask(name), signal);
    await soon();
    shown = 'c';
    answer('a');
    await soon();
    answer('c');
    await soon();
    expect(started).toEqual(['a', 'c', 'b']);
  });

  it('[R988] what is no longer asked leaves the line, and a failure makes room', async () => {
    const turnOf = createLoader(1);
    const { started, ask } = calls();
    const left = new AbortController();
    const { signal } = new AbortController();
    const failing = new EventTarget();
    const promise = new Promise<never>((_resolve, reject) =>
      failing.addEventListener('fail', () => reject(new Error('Not today.'))),
    );
    const first = turnOf(always)(() => promise, signal);
    const second = turnOf(always)(ask('b'), left.signal);
    void turnOf(always)(ask('c'), signal);
    await soon();
    left.abort();
    await expect(second).rejects.toThrow('no longer asks');
    failing.dispatchEvent(new Event('fail'));
    await expect(first).rejects.toThrow('Not today.');
    await soon();
    expect(started).toEqual(['c']);
  });
});

const alone = (name: string) => () => Promise.resolve(`${name} alone`);

/** Answers with the metrics that it was asked, or fails. */
function asking(fails = false) {
  const asked: string[] = [];
  const of = (metrics: readonly string[], key = 'k'): Mergeable => ({
    key,
    metrics,
    allows: (all) => all.length <= 3,
    ask: async (all, { aborted }) => {
      asked.push(all.join());
      await soon();
      if (fails) throw new Error('No answer.');
      return { all, aborted };
    },
    ownOf: (reply) => `${metrics.join()} of ${(reply as { all: string[] }).all.join()}`,
    canAskAlone: (error) => error instanceof Error && error.message === 'No answer.',
  });
  return { asked, of };
}

describe('questions that differ only in metrics', () => {
  const { signal } = new AbortController();
  it('[R1054] are one call, and each gets its own part', async () => {
    const turnOf = createLoader(2);
    const { asked, of } = asking();
    const answers = [['ins'], ['outs'], ['ins', 'net']].map((metrics) =>
      turnOf(always, of(metrics))(alone(metrics.join()), signal),
    );
    const other = turnOf(always, of(['ins'], 'other'))(alone('other'), signal);
    expect(await Promise.all(answers)).toEqual([
      'ins of ins,outs,net',
      'outs of ins,outs,net',
      'ins,net of ins,outs,net',
    ]);
    expect(await other).toBe('other alone');
    expect(asked).toEqual(['ins,outs,net']);
  });

  it('[R1054] are as many calls as the server needs for its limit', async () => {
    const turnOf = createLoader(1);
    const { asked, of } = asking();
    const answers = [['a', 'b'], ['c', 'd'], ['c'], ['d']].map((metrics) =>
      turnOf(always, of(metrics))(alone(metrics.join()), signal),
    );
    expect(await Promise.all(answers)).toEqual(['a,b of a,b,c', 'c,d of c,d', 'c of a,b,c', 'd of c,d']);
    expect(asked).toEqual(['a,b,c', 'c,d']);
  });

  it('[R1054] are asked one by one when the common call fails, and hold no place in line afterwards', async () => {
    const turnOf = createLoader(1);
    const { asked, of } = asking(true);
    const first = turnOf(always, of(['ins']))(() => Promise.reject(new Error('Not today.')), signal);
    const second = turnOf(always, of(['outs']))(alone('outs'), signal);
    await expect(first).rejects.toThrow('Not today.');
    expect(await second).toBe('outs alone');
    expect(asked).toEqual(['ins,outs']);
    expect(await turnOf(always)(alone('next'), signal)).toBe('next alone');
  });

  it('[R1054] end the common call once nobody waits for it', async () => {
    const turnOf = createLoader(1);
    const [one, other] = [new AbortController(), new AbortController()];
    let common: AbortSignal | undefined;
    const merge: Mergeable = {
      ...asking().of(['ins']),
      ask: (_metrics, together) => {
        common = together;
        return new Promise((_resolve, reject) => together.addEventListener('abort', () => reject(together.reason)));
      },
      canAskAlone: () => false,
    };
    const answers = [one, other].map((each) => turnOf(always, merge)(alone('ins'), each.signal));
    await soon();
    one.abort();
    expect(common?.aborted).toBe(false);
    other.abort();
    expect(common?.aborted).toBe(true);
    for (const answer of answers) await expect(answer).rejects.toThrow();
    expect(await turnOf(always)(alone('next'), signal)).toBe('next alone');
  });
});
