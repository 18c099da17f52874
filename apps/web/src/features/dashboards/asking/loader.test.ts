import { describe, expect, it } from 'vitest';
import { createLoader } from './loader.ts';

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
