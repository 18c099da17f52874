import { deleteDashboard, publishDashboard, shareDashboard } from '@atrium/contract/dashboards';
import { search } from '@atrium/contract/search';
import { getSidebar } from '@atrium/contract/sidebar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { aDashboard, at, dashboardTeam } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the menu', () => {
  it('[R006] [R007] [R008] [R011] lists own dashboards, then those of others, then how to make one', async () => {
    const { owner, reader, ben } = await dashboardTeam(world);
    const id = new Map<string, string>();
    for (const [client, names] of [
      [owner, ['zebra', 'Apple', 'mango']],
      [reader, ['Cherry', 'banana', 'hidden']],
    ] as const)
      for (const name of names) id.set(name, (await aDashboard(client, { name })).dashboardId);
    const of = (name: string) => ({ params: { dashboardId: id.get(name)! } });
    for (const name of ['Cherry', 'banana'])
      await reader.call(publishDashboard, { ...of(name), body: { isPublic: true } });
    await owner.call(publishDashboard, { ...of('mango'), body: { publishedToUsers: [ben.userId] } });
    const entry = (name: string, icon: string) => ({
      text: name,
      sref: `/app/dashboard/${id.get(name)}`,
      icon,
      section: 'Dashboards',
    });
    const section = (await owner.call(getSidebar)).filter((item) => item.section === 'Dashboards');
    expect(section).toEqual([
      entry('Apple', 'dashboard'),
      entry('mango', 'users'),
      entry('zebra', 'dashboard'),
      entry('banana', 'users'),
      entry('Cherry', 'users'),
      { text: 'New Dashboard', sref: '/app/dashboard/new', icon: 'plus', section: 'Dashboards' },
      { text: 'New from Template', sref: '/app/templategallery', icon: 'template', section: 'Dashboards' },
    ]);
  });

  it('[R008] has no dashboards for staff who chose no organization', async () => {
    const staff = await world.signIn(await world.staff());
    const texts = async (query = {}) => (await staff.call(getSidebar, { query })).map(({ text }) => text);
    expect(await texts()).not.toContain('New Dashboard');
    expect(await texts({ orgId: (await dashboardTeam(world)).orgId })).toContain('New Dashboard');
  });
});

const find = async (client: Client, text: string) =>
  (await client.call(search, { query: { text } })).map(({ type, id, name, detail }) => ({
    type,
    id,
    name,
    detail,
  }));

describe('[R958] the search', () => {
  it('finds dashboards that someone sees by their names, and nothing of others', async () => {
    const { owner, reader, admin, ben } = await dashboardTeam(world);
    const made = await aDashboard(owner, { name: 'Quetzal overview', description: 'All about quokkas' });
    const hit = { type: 'dashboard', id: made.dashboardId, name: 'Quetzal overview', detail: 'Ada' };
    expect(await find(owner, 'dashboard::quetzal')).toEqual([hit]);
    expect(await find(owner, 'quokka')).toEqual([hit]);
    expect(await find(owner, `id::${made.dashboardId}`)).toEqual([hit]);
    expect(await find(reader, 'quetzal')).toEqual([]);
    await owner.call(shareDashboard, { params: { ...made, userId: ben.userId }, body: {} });
    expect([await find(reader, 'quetzal'), await find(admin, 'quetzal')]).toEqual([[hit], []]);
    const staff = await world.signIn(await world.staff());
    expect(await find(staff, 'quetzal')).toEqual([]);
    await owner.call(publishDashboard, { ...at(made), body: { isPublic: true } });
    expect(await find(staff, 'quetzal')).toEqual([{ ...hit, detail: 'Acme · Ada' }]);
    await owner.call(deleteDashboard, at(made));
    expect(await find(owner, 'quetzal')).toEqual([]);
  });
});
