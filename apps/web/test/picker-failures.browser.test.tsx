import { listFieldNames } from '@atrium/contract/custom-fields';
import { getDashboard } from '@atrium/contract/dashboards';
import { listLocations } from '@atrium/contract/locations';
import { listOrganizations } from '@atrium/contract/organizations';
import { listImageCapableSensors, listSensors } from '@atrium/contract/sensors';
import { listSites } from '@atrium/contract/sites';
import { listSpaces } from '@atrium/contract/spaces';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { calls as dashboardCalls, card, doors, named, own, path } from './dashboard-records.ts';
import { calls, week } from './explore-records.ts';
import { answer } from './network.ts';
import { records } from './records.ts';
import { open, see, signedInAs } from './stage.ts';
import { refused } from './steps.ts';

it.each([
  ['locations', 'location', listLocations],
  ['sites', 'site', listSites],
  ['spaces', 'space', listSpaces],
  ['sensors', 'sensor', listSensors],
  ['property values', 'location', listFieldNames],
] as const)('[R533] a picker that gets no %s says so', async (what, entityType, list) => {
  await refused(list, `Unable to retrieve ${what}`, () =>
    open(`/app/explore?entityType=${entityType}`, [...calls, ...week]),
  );
});

it('[R533] the picker of organizations that gets none says so', async () => {
  const staff = [...records, ...signedInAs('SenSourceUser')];
  await refused(listOrganizations, 'Unable to retrieve organizations', () => open('/app/locations', staff));
});

it('[R533] the picker of image-capable sensors that gets none says so', async () => {
  const image = { ...doors, widgetType: 'sensor-image', clientOptions: named('Entrance') };
  const dashboard = answer(getDashboard, { ...own, config: JSON.stringify([image]) });
  await open(path, [...dashboardCalls, dashboard]);
  await see(card('Entrance'));
  await card('Entrance').getByRole('button').first().click();
  await refused(listImageCapableSensors, 'Unable to retrieve image-capable sensors', () =>
    page.getByRole('menuitem', { name: 'Settings' }).click(),
  );
  await expect.element(page.getByRole('combobox', { name: 'Sensor' })).toBeVisible();
});
