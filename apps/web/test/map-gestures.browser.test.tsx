import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ScopeContext } from '../src/api/scope.tsx';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { Drawn, leave, show, withoutBorders } from './card-stage.tsx';
import { look, see } from './stage.ts';
import { press } from './steps.ts';
import { scope } from './widget-stage.tsx';

const map = cardOf('map')!;
const room = { width: 300, height: 300 };
const wall = { capabilities: new Set<never>(), weekStart: 0, currency: 'USD', permitComparisonViews: false } as const;

afterEach(leave);

const drawing = () => document.querySelector<SVGElement>('svg[class*="drawing"]')!;
const circles = () =>
  [...document.querySelectorAll('circle[class*="place"]')].map((each) => ({
    name: each.textContent.split(':')[0]!,
    x: Number(each.getAttribute('cx')),
    y: Number(each.getAttribute('cy')),
  }));
const placeOf = (name: string) => circles().find((each) => each.name === name)!;
const apart = () => Math.hypot(placeOf('Denver').x - placeOf('Atlanta').x, placeOf('Denver').y - placeOf('Atlanta').y);

/** Where fingers are, from the middle of the map; whether the page may still scroll. */
function touch(type: 'touchstart' | 'touchmove' | 'touchend', ...at: readonly (readonly [number, number])[]): boolean {
  const target = drawing();
  const { left, top, width, height } = target.getBoundingClientRect();
  const touches = at.map(
    ([x, y], identifier) =>
      new Touch({ identifier, target, clientX: left + width / 2 + x, clientY: top + height / 2 + y }),
  );
  return target.dispatchEvent(
    new TouchEvent(type, { touches, targetTouches: touches, bubbles: true, cancelable: true }),
  );
}

async function showMap(): Promise<void> {
  show(<Drawn card={map} room={room} isPreview={false} />);
  await see(page.getByRole('button', { name: 'Zoom in' }));
  await expect.poll(() => circles().length).toBe(5);
}

it('[R998] a map is moved with two fingers, while one scrolls the page', async () => {
  await showMap();
  const before = placeOf('Denver');
  expect(touch('touchstart', [0, 0])).toBe(true);
  expect(touch('touchmove', [30, 40])).toBe(true);
  expect(placeOf('Denver')).toEqual(before);
  touch('touchend');
  expect(touch('touchstart', [-50, 0], [50, 0])).toBe(false);
  expect(touch('touchmove', [-20, 40], [80, 40])).toBe(false);
  // Away from the middle, distances follow its latitude.
  await expect.poll(() => Math.round((placeOf('Denver').y - before.y) / 10)).toBe(4);
  const after = placeOf('Denver');
  expect(Math.round((after.x - before.x) / 10)).toBe(3);
  touch('touchend');
  touch('touchmove', [0, 0], [100, 0]);
  expect(placeOf('Denver')).toEqual(after);
  expect(getComputedStyle(drawing()).touchAction).toBe('pan-y');
});

it('[R998] a map is zoomed with two fingers, and shows everything again with a button', async () => {
  await showMap();
  const before = apart();
  touch('touchstart', [-40, 0], [40, 0]);
  touch('touchmove', [-80, 0], [80, 0]);
  await expect.poll(() => apart() / before).toBeCloseTo(2, 1);
  touch('touchend');
  await press('Zoom out');
  await expect.poll(() => apart() / before).toBeCloseTo(1, 1);
  await press('Zoom in');
  await expect.poll(() => apart() / before).toBeCloseTo(2, 1);
  await press('Show all locations');
  await expect
    .poll(() => circles().every(({ x, y }) => x > 0 && y > 0 && x < room.width && y < room.height))
    .toBe(true);
  await look('map-tools', page.getByRole('button', { name: 'Show all locations' }));
});

it('[R998] a finger beside a map does not belong to a gesture on it', async () => {
  await showMap();
  const before = placeOf('Denver');
  const elsewhere = new Touch({ identifier: 9, target: document.body, clientX: 0, clientY: 0 });
  for (const [type, clientX] of [
    ['touchstart', 100],
    ['touchmove', 160],
  ] as const) {
    const one = new Touch({ identifier: 1, target: drawing(), clientX, clientY: 100 });
    const touches = { touches: [elsewhere, one], targetTouches: [one] };
    expect(drawing().dispatchEvent(new TouchEvent(type, { ...touches, bubbles: true, cancelable: true }))).toBe(true);
  }
  expect(placeOf('Denver')).toEqual(before);
});

const onWall = (
  <ScopeContext value={{ ...scope, wall }}>
    <Drawn card={map} room={room} isPreview={false} />
  </ScopeContext>
);

it('[R1029] a map on a wall screen has nothing to press', async () => {
  show(onWall);
  await expect.poll(() => circles().length).toBe(5);
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('[R1067] a map on a wall screen says that it tries again without its borders', async () => {
  await withoutBorders(async () => {
    show(onWall);
    await see(page.getByText('The borders of the world could not be loaded. This screen tries again on its own.'));
    expect(page.getByRole('button').elements()).toEqual([]);
  });
});
