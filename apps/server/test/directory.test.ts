import { updateLocation } from '@atrium/contract/locations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDirectory } from '../src/registry/directory/directory.ts';
import { listen, type Notifications } from '../src/registry/notifications.ts';
import type { Registry } from '../src/registry/registry.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let notifications: Notifications;
beforeAll(async () => {
  world = await openWorld();
  notifications = await listen(world.database);
});
afterAll(async () => {
  await notifications.close();
  await world.close();
});

it('[I213] an organization that is edited all the time is loaded a fifth of the time, and never answered with the past', async () => {
  const { orgId, locationId } = await world.location();
  const staff = await world.signIn(await world.staff());
  const loads: { began: number; ended: number }[] = [];
  const registry: Registry = {
    ...world.registry,
    async system(work) {
      const began = performance.now();
      try {
        return await world.registry.system(work);
      } finally {
        loads.push({ began, ended: performance.now() });
      }
    },
  };
  const directory = createDirectory(registry, notifications, () => world.now());
  for (let n = 1; n <= 6; n += 1) {
    const name = `Door ${n}`;
    await staff.call(updateLocation, { params: { locationId }, query: { orgId }, body: { name } });
    directory.forget(orgId);
    // Two who ask at the same time share what is loaded.
    const [one, other] = await Promise.all([directory.estate(orgId), directory.estate(orgId)]);
    expect(one.locations.get(locationId)?.name).toBe(name);
    expect(other).toBe(one);
  }
  expect(loads).toHaveLength(6);
  for (const [index, { began }] of loads.slice(1).entries()) {
    const before = loads[index]!;
    // Four times as long as it took, half a second at most; timers may be a moment early.
    expect(began - before.ended).toBeGreaterThan(Math.min(4 * (before.ended - before.began), 500) - 5);
  }
});
