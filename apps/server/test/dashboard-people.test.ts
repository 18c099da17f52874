import { listDashboardPeople, publishDashboard } from '@atrium/contract/dashboards';
import { disableLogin } from '@atrium/contract/users';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDashboard, at, dashboardTeam } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
afterAll(() => world.close());

it('[R979] offers an owner the people of the organization who can sign in, by name', async () => {
  const neighbor = await world.organization({ name: 'Neighbor' });
  await world.user({ orgId: neighbor.orgId, name: 'Stranger' });
  const left = await world.user({ orgId: team.orgId, name: 'Left' });
  await team.admin.call(disableLogin, { params: { userId: left.userId } });
  const made = await aDashboard(team.owner);
  const [ben, boss] = [
    { userId: team.ben.userId, name: 'Ben' },
    { userId: team.boss.userId, name: 'Boss' },
  ];
  expect(await team.owner.call(listDashboardPeople, at(made))).toEqual([ben, boss]);
  expect(await team.owner.call(listDashboardPeople, { ...at(made), query: { search: 'bo' } })).toEqual([boss]);
});

it('[R1124] names the people whose ids are asked for, also those who can no longer sign in', async () => {
  const neighbor = await world.organization({ name: 'Next door' });
  const stranger = await world.user({ orgId: neighbor.orgId, name: 'Stranger' });
  const gone = await world.user({ orgId: team.orgId, name: 'Gone' });
  await team.admin.call(disableLogin, { params: { userId: gone.userId } });
  const made = await aDashboard(team.owner);
  const named = (...ids: string[]) =>
    team.owner.call(listDashboardPeople, { ...at(made), query: { userIds: ids.join() } });
  const people = await named(gone.userId, team.ben.userId, stranger.userId, randomUUID(), 'nonsense');
  expect(people).toEqual([
    { userId: team.ben.userId, name: 'Ben' },
    { userId: gone.userId, name: 'Gone' },
  ]);
  expect(await named('nonsense')).toEqual([]);
});

it('[R979] tells nobody else who could read it', async () => {
  const made = await aDashboard(team.owner);
  const path = `/api/dashboard/${made.dashboardId}/people`;
  expect((await team.reader.get(path)).status).toBe(404);
  await team.owner.call(publishDashboard, { ...at(made), body: { isPublic: true } });
  expect((await team.reader.get(path)).status).toBe(403);
});
