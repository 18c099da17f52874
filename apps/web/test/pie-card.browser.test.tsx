import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { sampleTotals } from '../src/features/dashboards/widgets/sample.ts';
import type { QuestionValues } from '../src/features/dashboards/widgets/values.ts';
import { Drawn, leave, type Room, roomOf, show, widgetOf } from './card-stage.tsx';
import { look, see } from './stage.ts';

const pie = cardOf('pie')!;
const names = ['Riverside Library', 'North Mall', 'Old Town Station'];

function values(factor = 1): QuestionValues {
  const sample = sampleTotals({ places: 3 });
  const totals = sample.totals.map((total, at) => ({
    ...total,
    key: names[at]!,
    name: names[at]!,
    figures: Object.fromEntries(Object.entries(total.figures).map(([key, value]) => [key, (value ?? 0) * factor])),
  }));
  return { ...sample, totals };
}

const rooms: readonly Room[] = [
  roomOf(2, 2),
  roomOf(2, 4),
  roomOf(3, 4),
  roomOf(4, 4),
  roomOf(4, 6),
  roomOf(6, 3),
  { width: 148, height: 184 },
  { width: 318, height: 304 },
];

afterAll(leave);

it.each([
  ['thousands', 1],
  ['millions', 900],
] as const)('[R990] the names of a pie are whole on small cards, with values in %s', async (_, factor) => {
  show(
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'flex-start' }}>
      {rooms.map((room) => (
        <Drawn key={`${room.width} ${room.height}`} card={pie} room={room} values={values(factor)} />
      ))}
    </div>,
  );
  await see(page.getByText('North Mall').last());
  const shown = page.getByText(/^(Riverside Library|North Mall|Old Town Station)$/).elements();
  expect(shown).toHaveLength(rooms.length * names.length);
  const cut = shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(cut.map((each) => `${each.textContent} ${each.clientWidth}`)).toEqual([]);
  await look(`pie-small-${factor}`, page.getByText('North Mall').last());
  const articles = page.getByRole('article').elements();
  expect(articles.map((each) => each.firstElementChild!.scrollWidth)).toEqual(rooms.map(({ width }) => width));
  // From the least size of its card on there is a ring.
  expect(articles.map((each) => each.querySelector('svg') !== null)).toEqual(
    rooms.map(({ height }) => height >= roomOf(3, 3).height),
  );
});

const parts = (figures: readonly number[], name = 'Place'): QuestionValues => {
  const sample = sampleTotals({ places: 1 });
  const [total] = sample.totals;
  const totals = figures.map((sumins, at) => ({
    ...total!,
    key: `p${at}`,
    name: `${name} ${at + 1}`,
    figures: { sumins },
  }));
  return { ...sample, totals };
};
const lines = () => page.getByRole('listitem').elements();
/** Those of the list that are whole. */
const shownLines = () => {
  const { top, bottom } = page.getByRole('list').element().getBoundingClientRect();
  return lines().filter((line) => {
    const { top: from, bottom: to } = line.getBoundingClientRect();
    return from >= top - 1 && to <= bottom + 1;
  });
};

it('[R982] percentages have no shares of their own and no sum in the ring', async () => {
  const widget = widgetOf(pie, {}, { widgetOptions: { valueFormat: 'percent' } });
  show(<Drawn card={pie} room={roomOf(4, 6)} widget={widget} values={parts([0.49, 0.453, 0.057])} />);
  // The part that is pointed at is written in the ring, and the pointer is where the test before left it.
  await page.getByRole('heading', { name: 'Cards' }).hover();
  await see(page.getByText('45.3%'));
  expect(lines().map(({ textContent }) => textContent)).toEqual(['Place 149%', 'Place 245.3%', 'Place 35.7%']);
  await expect.poll(() => document.querySelector('article svg')?.textContent).toBe('');
  await look('pie-percent', page.getByText('45.3%'));
});

it.each([7, 8])('[R982] a list of %i takes room from the ring', async (count) => {
  const alike = parts(Array<number>(count).fill(448_899), 'Brooklyn Atlantic Avenue');
  show(<Drawn card={pie} room={{ width: 344, height: 268 }} values={alike} />);
  await see(page.getByText(`Brooklyn Atlantic Avenue ${count}`));
  expect(shownLines()).toHaveLength(count);
  expect(page.getByText(/more$/).elements()).toEqual([]);
  expect(document.querySelector('article svg')).not.toBeNull();
});

it('[R982] a list that is cut says how many parts follow, until they are scrolled to', async () => {
  show(<Drawn card={pie} room={{ width: 248, height: 158 }} values={parts(Array.from({ length: 8 }, () => 900))} />);
  await see(page.getByText('+3 more'));
  expect(shownLines()).toHaveLength(5);
  await look('pie-cut', page.getByText('+3 more'));
  page.getByRole('list').element().scrollTo(0, 1000);
  await expect.poll(() => page.getByText('+3 more').elements()).toEqual([]);
  expect(shownLines().at(-1)?.textContent).toContain('Place 8');
});
