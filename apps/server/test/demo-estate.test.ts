import { listAlarmConfigs } from '@atrium/contract/alarms';
import { demoWorld } from '@atrium/simulator/demo-world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoData } from '../src/demo/demo.ts';
import { estateFileCalls } from './estate-file-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const bodyOf = (file: string) => file.slice(file.indexOf('\n'));

it('[R536] [R855] the demo has its alarms, and its estate file sets up another organization that exports the same file', async () => {
  const { registry, secrets } = world;
  // A file does not contain its history.
  const withoutHistory = { appendHistories: async () => '', isWaiting: async () => false };
  const made = await createDemoData({ registry, secrets, clock: () => world.now(), ...withoutHistory });
  expect(made).toBe(true);
  const { organizations, users, password } = demoWorld();
  const admin = await world.signIn({ email: 'admin@northgate.demo', password });
  const alarms = await admin.call(listAlarmConfigs);
  expect(alarms.map(({ config }) => config.email)).toEqual(Array.from({ length: 3 }, () => ['admin@northgate.demo']));
  const staff = await world.signIn({ email: users[0]!.email, password });
  const { written, preview, take } = estateFileCalls(() => staff);
  for (const { orgId, name } of organizations) {
    const file = await written(orgId);
    expect(await preview(orgId, file), name).toMatchObject({ changes: [], problems: [] });
    const { orgId: fresh } = await world.organization({ canViewOccupancy: true });
    expect((await preview(fresh, file)).problems, name).toEqual([]);
    expect((await take(fresh, file)).unchanged, name).toBe(0);
    // The first line names the organization.
    expect(bodyOf(await written(fresh)), name).toBe(bodyOf(file));
  }
});
