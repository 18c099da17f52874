import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { hallsIn } from './halls.ts';
import { type Screen, screensOf } from './screen.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const hall = hallsIn(() => world);
const { open, closeAll } = screensOf(() => world);
afterEach(closeAll);

const occupancies = (screen: Screen) => screen.heard.map(({ occupancy, corrected }) => [occupancy, corrected]);

it('[R1167] one message says that the number of people in a space was corrected, and those after it do not', async () => {
  const { push, front, spaceId, admin } = await hall();
  await push(front, { '14:00': [5, 0], '17:58': [3, 0] });
  const screen = await open(admin);
  await screen.subscribe('space', spaceId);
  await expect.poll(() => screen.newest?.occupancy, within(10)).toBe(8);
  // Hours late.
  await push(front, { '13:00': [20, 0] });
  await expect.poll(() => screen.newest?.occupancy, within(10)).toBe(28);
  world.pass({ minutes: 2 });
  await push(front, { '18:01': [1, 0] });
  await expect.poll(() => screen.newest?.occupancy, within(10)).toBe(29);
  expect(occupancies(screen).filter(([, corrected]) => corrected)).toEqual([[28, true]]);
  const later = await open(admin);
  await later.subscribe('space', spaceId);
  await expect.poll(() => occupancies(later), within(10)).toEqual([[29, undefined]]);
});
