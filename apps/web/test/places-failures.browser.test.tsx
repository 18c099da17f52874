import * as locations from '@atrium/contract/locations';
import * as sites from '@atrium/contract/sites';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, heading, press, refused, refusedIn } from './steps.ts';

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const site = `${location}/site/${sampleId('siteId')}`;
const calls = [...records, ...signedInAs('OrganizationAdministrator'), answer(locations.suggestAddresses, [])];

/** Confirms a deletion by the name of what is deleted. */
async function deleteNamed(what: 'location' | 'site', name: string): Promise<void> {
  await chooseAction(`Delete ${what}`);
  await press('Yes, delete it!');
  await page.getByLabelText(`Type the name of the ${what}, ${name}, to delete it`).fill(name);
  await press('Yes, delete it!');
}

it('[R080] what fails with the list of locations is said in their words', async () => {
  await refused(locations.listLocations, 'Unable to retrieve locations', () => open('/app/locations', calls));
  await press('Try again');
  await see(page.getByRole('link', { name: 'Riverside Branch' }));
  await press('New location');
  const form = dialog('New location');
  await field('Name', form).fill('Nowhere');
  await form.getByLabelText('Latitude').fill('30.268107');
  await form.getByLabelText('Longitude').fill('-97.744821');
  await refused(locations.getTimezone, 'Unable to retrieve timezone', () => press('Use the coordinates', form));
  await refusedIn('New location', locations.createLocation, 'Unable to create location');
});

it('[R080] what fails with a location and its sites is said in their words', async () => {
  await refused(locations.getLocation, 'Unable to retrieve location details', () => open(location, calls));
  await press('Try again');
  await see(heading('Riverside Branch'));
  await press('Edit');
  await dialog('Edit location').getByRole('combobox', { name: 'Street' }).fill('1 High Street');
  await refusedIn('Edit location', locations.updateLocation, 'Unable to update location');
  for (const [opener, draft, endpoint, words] of [
    ['Add site', 'New site', sites.createSite, 'Unable to create site'],
    ['Edit North door', 'Edit North door', sites.updateSite, 'Unable to update site'],
  ] as const) {
    await press(opener);
    const row = page.getByRole('form', { name: draft });
    await field('Name', row).fill('Gate');
    await refused(endpoint, words, () => press('Save', row));
    await press('Cancel', row);
  }
  await refused(locations.deleteLocation, 'Unable to delete location', () =>
    deleteNamed('location', 'Riverside Branch'),
  );
  await expect.element(heading('Riverside Branch')).toBeVisible();
});

it('[R080] what fails with a site is said in its words', async () => {
  await refused(sites.getSite, 'Unable to retrieve site details', () => open(site, calls));
  await press('Try again');
  await see(heading('North door'));
  await refused(sites.deleteSite, 'Unable to delete site', () => deleteNamed('site', 'North door'));
  await expect.element(heading('North door')).toBeVisible();
});
