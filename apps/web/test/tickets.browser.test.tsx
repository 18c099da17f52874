import { createLocation } from '@atrium/contract/locations';
import * as tickets from '@atrium/contract/tickets';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf, options, textsOf } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, pick, press } from './steps.ts';

const org = `/app/org/${sampleId('orgId')}`;
const location = `${org}/location/${sampleId('locationId')}?tab=tickets`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const reader = [...records, ...signedInAs('OrganizationUser')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const carpet = {
  subject: 'South door counts twice',
  ticketType: 'Accuracy',
  status: 2,
  group_id: 7,
  notes: 'Since May.',
};
const kept = [
  answer(tickets.listTickets, [carpet]),
  answer(tickets.getTicket, carpet),
  answer(tickets.listDeskGroups, [{ group_id: 7, name: 'Field Service' }]),
];
const unreachable = 'The help desk cannot be reached right now.';

describe('the tickets of a location', () => {
  const form = dialog('New ticket');

  it('[R255] [R256] are of type Test unless another one is chosen, and need a subject', async () => {
    await open(location, [...administrator, ...kept]);
    await see(page.getByRole('row', { name: 'South door counts twice' }));
    const columns = textsOf(page.getByRole('columnheader'))().join(' ');
    expect(columns).toMatch(/Subject.*Type.*Status.*Created.*Changed.*Actions/);
    await press('New ticket');
    const type = form.getByRole('combobox', { name: 'Ticket type' });
    await expect.element(type).toHaveValue('Test');
    await expect.element(form.getByLabelText('Location')).toHaveValue('Riverside Branch');
    await expect
      .element(form.getByRole('combobox', { name: 'Group' }))
      .toHaveAttribute('placeholder', 'Anyone available');
    await press('Save', form);
    await see(form.getByText('Subject is required'));
    expect(sentTo(tickets.createTicket)).toEqual([]);
    await form.getByLabelText('Subject').fill('Carpet');
    await type.click();
    await expect
      .poll(textsOf(options()))
      .toEqual(['Test', 'Installation Event', 'Problem', 'Question', 'Accuracy', 'Maintenance']);
    await page.getByRole('option', { name: 'Accuracy' }).click();
    await pick('Group', 'Field Service', form);
    expectNow(refuse(tickets.createTicket, 503, unreachable, { code: 'unavailable' }));
    await press('Save', form);
    await see(page.getByText(`Unable to create ticket. ${unreachable}`));
    expectNow(answer(tickets.createTicket));
    await press('Save', form);
    await see(page.getByText('Ticket created successfully'));
    expect(sentTo(tickets.createTicket).at(-1)?.body).toMatchObject({
      subject: 'Carpet',
      ticketType: 'Accuracy',
      group_id: 7,
    });
  });

  it('[R256] [R257] are moved on to another status, and deleted after a question', async () => {
    await open(location, [...administrator, ...kept]);
    await press('South door counts twice');
    const edit = dialog('Edit ticket');
    await expect.element(edit.getByRole('combobox', { name: 'Group' })).toHaveValue('Field Service');
    await expect.element(edit.getByLabelText('Notes')).toHaveValue('Since May.');
    await edit.getByRole('combobox', { name: 'Status' }).click();
    await expect.poll(textsOf(options())).toEqual(['Open', 'Pending', 'Resolved', 'Closed']);
    await page.getByRole('option', { name: 'Resolved' }).click();
    expectNow(answer(tickets.updateTicket));
    await press('Save', edit);
    await see(page.getByText('Ticket updated successfully'));
    expect(sentTo(tickets.updateTicket)).toMatchObject([{ body: { status: 4 } }]);

    await press('Delete South door counts twice');
    const question = dialog('Delete Ticket');
    await see(question.getByText(/This cannot be undone. Are you sure\?/));
    expect(sentTo(tickets.deleteTicket)).toEqual([]);
    expectNow(answer(tickets.deleteTicket));
    await press('Yes, delete it!', question);
    await see(page.getByText('Ticket deleted successfully'));
    expectNow(answer(tickets.listTickets, []));
    await pick('Status', 'Resolved');
    await see(page.getByText('No ticket matches'));
    await see(page.getByText('Change the search or the filter.'));
    expect(sentTo(tickets.listTickets).at(-1)?.query).toMatchObject({ status: '4' });
  });

  it('[R258] say whether the help desk knows the location, which can become a contact', async () => {
    await open(location, [...administrator, ...kept]);
    await see(page.getByText('This location is not a help desk contact yet. Its first ticket adds it.'));
    const known = answer(tickets.getLocationContact, { name: 'Riverside Branch' });
    expectNow(answer(tickets.createLocationContact), known);
    await press('Add contact');
    await see(page.getByText('Contact created successfully'));
    await hide(page.getByRole('button', { name: 'Add contact' }));
    await see(page.getByText('Known to the help desk as Riverside Branch.'));
  });

  it('[R257] can be read by those who may change nothing', async () => {
    await open(location, [...reader, ...kept]);
    await press('South door counts twice');
    await expect
      .element(dialog('South door counts twice'))
      .toHaveTextContent(/Status.*Open.*Ticket type.*Accuracy.*Location.*Created.*Notes.*Since May\./);
    for (const name of ['Delete South door counts twice', 'New ticket'])
      expect(countOf(page.getByRole('button', { name }))()).toBe(0);
  });
});

it('[R257] the tickets of an organization are listed together, without a button for another', async () => {
  await open(`${org}?tab=tickets`, [...staff, answer(tickets.listTickets, [])]);
  await see(page.getByText('No ticket yet'));
  await see(page.getByText('This organization is not a help desk company yet. Its first ticket adds it.'));
  expect(countOf(page.getByRole('button', { name: 'New ticket' }))()).toBe(0);
  await open(`${org}?tab=tickets`, [...staff, answer(tickets.listTickets, [{ ...carpet, locationName: 'Depot' }])]);
  await expect.element(page.getByRole('row', { name: 'South door counts twice' })).toHaveTextContent('Depot');
});

it('[R152] [R258] a new location may come with a contact and an installation ticket', async () => {
  await open('/app/locations', administrator);
  await press('New location');
  const form = dialog('New location');
  await field('Name', form).fill('Lamar Boulevard');
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Chicago');
  await page.getByRole('option', { name: 'America/Chicago' }).click();
  await form.getByRole('switch', { name: 'Add it to the help desk as a contact' }).click();
  await form.getByRole('switch', { name: 'Open an installation ticket' }).click();
  await expect.element(form.getByRole('combobox', { name: 'Ticket type' })).toHaveValue('Installation Event');
  await form.getByLabelText('Notes for the installation').fill('Two doors, a ladder is needed');
  expectNow(answer(createLocation));
  await press('Save', form);
  await see(page.getByText('Location created successfully'));
  expect(sentTo(createLocation)).toMatchObject([
    {
      body: {
        createFreshDeskContact: true,
        installationOptions: {
          createInstallationTicket: true,
          ticketType: 'Installation Event',
          notes: 'Two doors, a ladder is needed',
        },
      },
    },
  ]);
});
