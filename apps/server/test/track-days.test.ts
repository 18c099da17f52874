import { getOrganization, updateOrganization } from '@atrium/contract/organizations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('[R1152] the days that tracks are kept for', () => {
  it('are 90 unless an administrator chooses 1 to 365', async () => {
    const { orgId } = await world.organization();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const person = await world.signIn(await world.user({ orgId }));
    const params = { orgId: 'myorg' };
    expect((await person.call(getOrganization, { params })).trackDays).toBe(90);
    for (const trackDays of [1, 365])
      expect(await admin.call(updateOrganization, { params, body: { trackDays } })).toMatchObject({ trackDays });
    for (const trackDays of [0, 366, 30.5, '30', null]) {
      const { status, body } = await admin.send<object>('PUT', '/api/org/myorg', { trackDays });
      expect([trackDays, status, body]).toMatchObject([trackDays, 400, { details: [{ path: 'trackDays' }] }]);
    }
    expect((await person.send('PUT', '/api/org/myorg', { trackDays: 30 })).status).toBe(403);
  });

  it('are noted when they are reduced, so that older tracks are erased', async () => {
    const { orgId } = await world.organization();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const reducedAt = async (trackDays: number) => {
      await admin.call(updateOrganization, { params: { orgId: 'myorg' }, body: { trackDays } });
      const [row] = await world.registry.system(({ sql }) =>
        sql.select({ at: organization.trackDaysReducedAt }).from(organization).where(eq(organization.orgId, orgId)),
      );
      return row!.at;
    };
    expect([await reducedAt(120), await reducedAt(30)]).toEqual([null, world.now()]);
  });
});
