import type { DisplayState } from '@atrium/contract/displays';
import { type DisplayKind, displayLanguages, occupancyViews } from '@atrium/rules/display';
import { displayWords } from '@atrium/rules/display-words';
import { expect, it } from 'vitest';
import { DisplayServer, PublicPage, sizes, stateOf, waiting } from './public-display-stage.ts';

const formats = Object.keys(sizes) as (keyof typeof sizes)[];

/** As the server orders them: by their wait, the unknown ones last. */
function queues(count: number): NonNullable<DisplayState['queues']> {
  return Array.from({ length: count }, (_, index) => ({
    name: `Checkout ${index + 1}${index === 1 ? ' beside the bakery' : ''}`,
    people: index * 3,
    waitMinutes: index === count - 1 ? null : index * 6,
    isShortest: index === 0,
  }));
}

const full = { people: 1240, maxCapacity: 1200, remaining: 0, percent: 103, sign: 'stop' } as const;
const roomy = { people: 12, maxCapacity: 100, remaining: 88, percent: 12, sign: 'go' } as const;
type Content = readonly [kind: DisplayKind, content: Partial<DisplayState>, view?: string];
const contents: Readonly<Record<string, Content>> = {
  'a full hall': ['live-occupancy', { occupancy: full }],
  'a hall with free places': ['live-occupancy', { occupancy: roomy }],
  ...Object.fromEntries(
    occupancyViews.map((view) => [`a full hall as ${view}`, ['live-occupancy', { occupancy: full }, view] as const]),
  ),
  'a mask to wear': ['facemask', { mask: { state: 'wear', ins: 3 } }],
  'masks worn': ['facemask', { mask: { state: 'ok', ins: 3 } }],
  'a mask sign': ['facemask', { mask: { state: 'sign', ins: 1234 } }],
  'no queue': ['queue-opt', { queues: [] }],
  'three queues': ['queue-opt', { queues: queues(3) }],
  'twenty queues': ['queue-opt', { queues: queues(20) }],
  'no wait': ['expected-wait-time', { wait: { minutes: 0, people: 0 } }],
  'a long wait': ['expected-wait-time', { wait: { minutes: 120, people: 143 } }],
  'an unknown wait': ['expected-wait-time', { wait: { minutes: null, people: null } }],
};

for (const [name, [kind, content, view = '']] of Object.entries(contents)) {
  it(`[R927] ${name} fits on every screen and is read from five meters, in every language`, async () => {
    const server = new DisplayServer(stateOf(kind, content));
    const page = new PublicPage(server, kind, { view });
    await page.shows('Riverside');
    await expect.poll(() => server.streams.length, waiting).toBe(1);
    for (const language of displayLanguages) {
      server.show(stateOf(kind, content, language));
      for (const size of formats) {
        page.resize(size);
        await expect.poll(() => page.problems(), { message: `${language}, ${size}` }).toEqual([]);
      }
    }
  });
}

it('[R880] [R928] lists three queues with people and waits, the shortest first', async () => {
  const page = new PublicPage(new DisplayServer(stateOf('queue-opt', { queues: queues(3) })), 'queue-opt');
  await page.shows('Checkout 1');
  const rows = page.all('.queue').map((row) => row.innerText.replaceAll(/\s+/g, ' '));
  expect(rows).toEqual([
    'Checkout 1 Shortest wait 0 waiting No wait',
    'Checkout 2 beside the bakery 3 waiting 6 min',
    'Checkout 3 6 waiting –',
  ]);
  expect(page.all('.shortest')).toHaveLength(1);
  expect(page.all('.more')).toEqual([]);
});

const inOrder = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

it('[R928] shows of twenty queues those with the shortest waits that stay readable, and how many more there are', async () => {
  const server = new DisplayServer(stateOf('queue-opt', { queues: queues(20) }));
  const page = new PublicPage(server, 'queue-opt', { size: 'portrait' });
  await page.shows('Checkout 1');
  const shown = () => page.all('.queue-name').map((each) => each.innerText.split(/\s/)[1]);
  for (const [size, least] of [
    ['portrait', 8],
    ['landscape', 4],
    ['phone on its side', 4],
    ['phone', 5],
  ] as const) {
    page.resize(size);
    await expect.poll(() => page.problems(), waiting).toEqual([]);
    const count = shown().length;
    expect(count, size).toBeGreaterThanOrEqual(least);
    expect(count, size).toBeLessThan(20);
    expect(shown()).toEqual(inOrder(count));
    expect(page.one('.more').innerText).toBe(`+${20 - count} more`);
  }
  server.show(stateOf('queue-opt', { queues: queues(3) }));
  await expect.poll(() => shown(), waiting).toEqual(['1', '2', '3']);
  expect(page.all('.more')).toEqual([]);
  server.show(stateOf('queue-opt', { queues: queues(20) }, 'pl'));
  await page.shows('jeszcze');
});

it('[R880] shows the one queue of a zone', async () => {
  const only = { name: 'Checkout', people: 1, waitMinutes: 4, isShortest: false };
  const page = new PublicPage(new DisplayServer(stateOf('queue-opt', { queues: [only] })), 'queue-opt');
  await page.shows('4 min');
  expect(page.all('.shortest')).toEqual([]);
  expect(page.all('.more')).toEqual([]);
});

it('[R482] shows the expected wait, that there is none, or that it is unknown', async () => {
  const server = new DisplayServer(stateOf('expected-wait-time', { wait: { minutes: 12, people: 7 } }));
  const page = new PublicPage(server, 'expected-wait-time');
  await page.shows('12 min');
  await page.shows('7 waiting');
  await expect.poll(() => server.streams.length, waiting).toBe(1);
  server.show(stateOf('expected-wait-time', { wait: { minutes: 0, people: 0 } }));
  await page.shows('No wait');
  server.show(stateOf('expected-wait-time', { wait: { minutes: null, people: null } }));
  await expect.poll(() => page.one('.label').innerText, waiting).toBe('–');
  expect(page.text).not.toContain('waiting');
});

const [green, red, gray] = ['rgb(20, 104, 58)', 'rgb(168, 34, 24)', 'rgb(86, 92, 90)'];
const mask = (state: 'ok' | 'wear' | 'sign', content: Partial<DisplayState> = {}) =>
  stateOf('facemask', { mask: { state, ins: 5 }, ...content });
const paints = (page: PublicPage, color: string | undefined) =>
  expect.poll(() => page.color('backgroundColor'), waiting).toBe(color);

it('[R879] fills the screen with green or red where masks are measured', async () => {
  const server = new DisplayServer(mask('ok'));
  const page = new PublicPage(server, 'facemask');
  await page.shows(displayWords.en.thanks);
  await paints(page, green);
  await expect.poll(() => server.streams.length, waiting).toBe(1);
  server.show(mask('wear'));
  await page.shows('Please wear a mask');
  await paints(page, red);
  server.show(mask('sign'));
  await page.shows('5 visitors today');
  await paints(page, 'rgb(15, 20, 19)');
});

it('[R878] is gray all over once its data is old, and colored again with the next reading', async () => {
  const server = new DisplayServer(mask('ok', { age: 0, freshSeconds: 2 }));
  const page = new PublicPage(server, 'facemask');
  await paints(page, green);
  await page.shows('No current data');
  await paints(page, gray);
  expect(page.color('filter', '.content')).toBe('grayscale(1)');
  server.streams[0]!.send('beat', { age: 1 });
  await paints(page, green);
  server.show(mask('wear', { age: 301 }));
  await page.shows('Please wear a mask');
  await paints(page, gray);
  server.show(mask('wear', { age: 301, isOpen: false }));
  await page.shows('Closed');
  await paints(page, red);
});

it('[R878] [R882] keeps the gray of the display that a playlist shows when the playlist changes', async () => {
  const items = [{ kind: 'facemask', code: 'maskmask', view: null, seconds: 600 }] as const;
  const playlist = stateOf('playlist', { items: [...items] });
  const server = new DisplayServer({
    '/api/display/facemask/maskmask': mask('wear', { age: 400 }),
    '/api/display/playlist': playlist,
  });
  const page = new PublicPage(server, 'playlist');
  await page.shows('Please wear a mask');
  await paints(page, gray);
  await expect.poll(() => server.streams.length, waiting).toBe(2);
  const ofList = server.streams.find(({ address }) => address.includes('playlist'));
  ofList!.send('state', { ...playlist, name: 'Other name', background: '#ffffff', color: '#000000' });
  expect(page.document.title).toBe('Riverside Leisure Center, main hall');
  await paints(page, gray);
});

const hall = (people: number) => stateOf('live-occupancy', { occupancy: { ...roomy, people } });

it('[R881] says that the connection is lost, keeps what it shows, and recovers', async () => {
  const server = new DisplayServer(hall(12));
  const page = new PublicPage(server, 'live-occupancy');
  await page.shows('12');
  await expect.poll(() => server.streams.length, waiting).toBe(1);
  server.fail();
  await page.shows('No connection');
  expect(page.one('.figure').innerText).toBe('12');
  server.refusesStreams = false;
  server.show(hall(15));
  await page.shows('15');
  await expect.poll(() => page.text, waiting).not.toContain('No connection');
});

it('[R484] says that it is not available once it was switched off, without color', async () => {
  const server = new DisplayServer(mask('wear'));
  const page = new PublicPage(server, 'facemask');
  await paints(page, red);
  await expect.poll(() => server.streams.length, waiting).toBe(1);
  server.answers = { '': 'gone' };
  server.streams[0]!.send('error');
  await page.shows('This display is not available.');
  await paints(page, 'rgb(15, 20, 19)');
});

it('[R870] polls where streams are refused, and does not try them again at once', async () => {
  const server = new DisplayServer(hall(12));
  server.refusesStreams = true;
  const page = new PublicPage(server, 'live-occupancy');
  await page.shows('12');
  await expect.poll(() => server.streams.length, waiting).toBe(1);
  server.answers = { '': hall(13) };
  await page.shows('13');
  server.answers = { '': hall(14) };
  await page.shows('14');
  expect(server.streams).toHaveLength(1);
  expect(server.asked.every((address) => address === '/api/display/live-occupancy/12345678/state')).toBe(true);
});
