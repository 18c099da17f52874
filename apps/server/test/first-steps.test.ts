import { type FirstSteps, getFirstSteps } from '@atrium/contract/welcome';
import { getProductInfo } from '@atrium/contract/product-info';
import { encodePush } from '@atrium/simulator/xovis5';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMac } from './pushing.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('[R516] reports that it needs to be set up until the first staff user exists', async () => {
  const needsSetup = async () => (await world.anonymous().call(getProductInfo)).needsSetup;
  expect(await needsSetup()).toBe(true);
  await world.staff();
  expect(await needsSetup()).toBe(false);
});

it('[R515] derives the first steps from the existing data, from no organization to the first reading', async () => {
  const staff = await world.signIn(await world.staff());
  const steps = () => staff.call(getFirstSteps);
  const nothing: FirstSteps = {
    organization: null,
    administrator: 'none',
    location: null,
    site: null,
    hasPushKey: false,
    sensor: null,
    hasReading: false,
  };
  expect(await steps()).toEqual(nothing);

  const { orgId, name } = await world.organization({ name: 'Acme' });
  const organization = { id: orgId, name };
  expect(await steps()).toEqual({ ...nothing, organization });
  await world.invitation({ orgId, inviteRole: 2 });
  expect(await steps()).toMatchObject({ administrator: 'invited' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const location = await world.location({ orgId, name: 'Main street' });
  expect(await steps()).toEqual({
    ...nothing,
    organization,
    administrator: 'registered',
    location: { id: location.locationId, name: 'Main street' },
  });

  const site = await world.site({ locationId: location.locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId: site.siteId, macAddress, commissionedDate: null });
  expect(await steps()).toMatchObject({
    site: { id: site.siteId, name: site.name },
    hasPushKey: false,
    sensor: { id: sensorId, commissioned: false },
    hasReading: false,
  });

  const other = await world.sensor({ siteId: site.siteId, macAddress: aMac() });
  const key = await world.pushKey({ orgId });
  expect(await steps()).toMatchObject({ hasPushKey: true, sensor: { id: other.sensorId, commissioned: true } });
  const to = Math.floor(world.now().getTime() / 60_000) * 60;
  const records = [{ from: to - 60, to, forward: 1, backward: 0, samples: 60, samplesExpected: 60 }];
  const device = { macAddress: other.macAddress!, timezone: 'UTC' };
  const body = encodePush({ kind: 'logics', device, packageId: 1, logics: [{ id: 1, name: 'Door', records }] });
  expect((await world.anonymous().post(`/api/push/xovis5/${key}`, body)).status).toBe(200);
  await world.ingestion.idle();
  const complete = await steps();
  expect(complete).toMatchObject({ organization, hasReading: true });
  expect(await admin.call(getFirstSteps)).toEqual(complete);

  // Another organization begins again; the installation as a whole does not.
  const next = await world.organization({ name: 'Next' });
  expect(await staff.call(getFirstSteps, { query: { orgId: next.orgId } })).toEqual({
    ...nothing,
    organization: { id: next.orgId, name: 'Next' },
  });
  expect(await steps()).toEqual(complete);
});
