import * as spaces from '@atrium/contract/spaces';
import { it } from 'vitest';
import { page } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, field, heading, pick, press, refused, refusedIn } from './steps.ts';

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const space = `${location}/space/${sampleId('spaceId')}`;
const calls = [...records, ...signedInAs('OrganizationAdministrator')];

it('[R080] what fails with spaces is said in their words', async () => {
  await open(`${location}?tab=spaces`, calls);
  await press('New space');
  await field('Name', dialog('New space')).fill('Attic');
  await refusedIn('New space', spaces.createSpace, 'Unable to create space');
  await refused(spaces.getSpace, 'Unable to get space details', () => open(space, calls));
  await press('Try again');
  await see(heading('Reading room'));
  await press('Edit');
  await dialog('Edit space').getByLabelText('Max capacity').fill('12');
  await refusedIn('Edit space', spaces.updateSpace, 'Unable to update space');
});

it('[R080] what fails with the zones of a space is said in their words', async () => {
  await open(space, calls);
  await press('Add zone');
  const draft = page.getByRole('form', { name: 'New zone' });
  await pick('Zone', /Line 8/, draft);
  await refused(spaces.addSpaceZone, 'Could not save zone to space', () => press('Save', draft));
  await press('Cancel', draft);
  await refused(spaces.removeSpaceZone, 'Could not remove zone from space', async () => {
    await press('Remove Line 7');
    await press('Yes, remove it!');
  });
});

it('[R080] what fails with the resets of a space is said in their words', async () => {
  await refused(spaces.listOccupancyResets, 'Unable to get resets', () => open(`${space}?tab=resets`, calls));
  await press('Try again');
  await press('Add reset');
  const draft = page.getByRole('form', { name: 'New reset' });
  await draft.getByLabelText('People inside').fill('4');
  await refused(spaces.addOccupancyReset, 'Unable to create manual reset', () => press('Save', draft));
  await press('Cancel', draft);
  await refused(spaces.deleteOccupancyReset, 'Unable to delete manual reset', async () => {
    await press(/^Delete the reset of/);
    await press('Yes, delete it!');
  });
});
