import { listLocations } from '@atrium/contract/locations';
import { newestOfflineSensors } from '@atrium/contract/offline-sensors';
import { listSensors } from '@atrium/contract/sensors';
import { getFirstSteps } from '@atrium/contract/welcome';
import { it } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
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
