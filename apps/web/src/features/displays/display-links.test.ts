import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { snippetOf } from './display-links.ts';

const display = { url: 'https://counts.example.com/api/display/live-occupancy/12345678', code: '12345678' };
const raw = 'https://counts.example.com/api/raw-data/live-occupancy/12345678';
const room = { name: 'Reading room', occupancy: 7, maxCapacity: 10, remaining: 3, percent: 70, updatedAt: null };
const refused = { code: 'unavailable', message: 'Not now.', err: 'Not now.' };

/** The snippet on a page of a customer: what its element shows after each answer. */
function customerPage() {
  const element = { textContent: '' };
  const asked: string[] = [];
  let answer: Response | undefined;
  let again: (() => void) | undefined;
  const globals = {
    document: { getElementById: (id: string) => (id === 'live-occupancy' ? element : null) },
    fetch: async (url: string) => {
      asked.push(url);
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    },
    setTimeout: (next: () => void, ms: number) => {
      expect(ms).toBe(10_000);
      again = next;
    },
  };
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(snippetOf(display)) ?? [];
  const show = async (body: object | undefined, status = 200) => {
    answer = body && Response.json(body, { status });
    const next = again;
    again = undefined;
    if (next) next();
    else runInNewContext(script, globals);
    await expect.poll(() => again).toBeDefined();
    return element.textContent;
  };
  return { asked, show };
}

it('[R480] the snippet shows the number, and asks again every ten seconds', async () => {
  const { asked, show } = customerPage();
  expect(await show(room)).toBe('Reading room: 7 people, 3 places free');
  expect(await show({ ...room, occupancy: 12, remaining: 0 })).toBe('Reading room: 12 people, full');
  expect(await show({ ...room, maxCapacity: null, remaining: null })).toBe('Reading room: 7 people');
  expect(asked).toEqual([raw, raw, raw]);
});

it('[R1140] the snippet keeps the last number while none comes, and shows nothing for a display that is off', async () => {
  const { show } = customerPage();
  const unknown = { ...room, occupancy: null, remaining: null };
  expect(await show(unknown)).toBe('');
  expect(await show(refused, 503)).toBe('');
  expect(await show(room)).toBe('Reading room: 7 people, 3 places free');
  for (const [body, status] of [[refused, 429], [refused, 503], [unknown, 200], [undefined]] as const)
    expect(await show(body, status)).toBe('Reading room: 7 people, 3 places free');
  expect(await show({ ...refused, code: 'not_found' }, 404)).toBe('');
});
