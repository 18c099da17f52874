import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { sampleTotals } from '../src/features/dashboards/widgets/sample.ts';
import type { QuestionValues } from '../src/features/dashboards/widgets/values.ts';
import { Drawn, leave, type Room, roomOf, show } from './card-stage.tsx';
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
