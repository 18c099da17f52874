import { listLocations } from '@atrium/contract/locations';
import { newestOfflineSensors } from '@atrium/contract/offline-sensors';
import * as push from '@atrium/contract/push-keys';
import { listSensors } from '@atrium/contract/sensors';
import { getFirstSteps } from '@atrium/contract/welcome';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, openAgain, see, signedInAs } from './stage.ts';
import { hide, press } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const steps = page.getByRole('region', { name: 'First steps' });
const nothing = { organization: null, administrator: 'none', location: null, site: null, sensor: null } as const;
const done = answer(getFirstSteps, {
  organization: { id: sampleId('orgId'), name: 'Northwind' },
  administrator: 'registered',
  location: { id: sampleId('locationId'), name: 'Main street' },
  site: { id: sampleId('siteId'), name: 'Front door' },
  hasPushKey: true,
  sensor: { id: sampleId('sensorId'), name: 'Door', commissioned: true },
  hasReading: true,
});

it('staff of a new installation begin with nothing', async () => {
  const none = [answer(getFirstSteps, nothing), answer(listSensors, []), answer(newestOfflineSensors, [])];
  await open('/app/admin-welcome', [...staff, ...none]);
  await see(page.getByText('There is no sensor yet.'));
  await look('first-run-staff-steps', steps.getByText('0 of 5 done'));
});

it('administrators of a new organization begin with nothing, and hide the list once all is done', async () => {
  const own = answer(getFirstSteps, { ...nothing, administrator: 'registered' });
  await open('/app/welcome', [...administrator, own, answer(listLocations, [])]);
  await look('first-run-administrator-steps', steps.getByText('0 of 5 done'));
  await openAgain('/app/welcome', [...administrator, done]);
  await look('first-run-complete', steps.getByText('5 of 5 done'));
  await press('Hide this list');
  await hide(steps);
  await openAgain('/app/welcome', [...administrator, done]);
  await see(page.getByRole('heading', { level: 1 }));
  await hide(steps);
});

it('[R513] [R517] a push key waits for its first push, then says which device it came from', async () => {
  const key = { name: 'Northwind sensors' };
  const opened = {
    ...key,
    key: 'abc',
    addresses: [{ vendor: 'xovis5', title: 'Xovis 5', url: 'http://x/api/push/xovis5/abc' }],
  };
  await open('/app/pushurls', [...administrator, answer(push.listPushKeys, [])]);
  await see(page.getByText('No push key yet'));
  await see(page.getByRole('button', { name: 'Create push key' }).first());
  await open('/app/pushurls', [...administrator, answer(push.listPushKeys, [key]), answer(push.getPushKey, opened)]);
  await press('Northwind sensors');
  const panel = page.getByRole('dialog', { name: 'Northwind sensors' });
  await see(panel.getByText('Waiting for the first push'));
  await see(panel.getByText('/api/push/xovis5/'));
  const lastDevice = { vendor: 'Xovis', macAddress: '006E02A1B2C3', state: 'unassigned' as const };
  const used = { ...key, firstUsedAt: sampleNow, lastUsedAt: sampleNow, lastDevice };
  await open('/app/pushurls', [
    ...administrator,
    answer(push.listPushKeys, [used]),
    answer(push.getPushKey, { ...used, ...opened }),
  ]);
  await press('Northwind sensors');
  await see(panel.getByText('00:6E:02:A1:B2:C3'));
  await look('push-key-first-push', panel.getByText('First push received'));
  expect(sentTo(push.adoptDevice)).toEqual([]);
});
