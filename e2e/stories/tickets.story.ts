import type { Page } from '@playwright/test';
import { staff, unique } from '../directory-steps.ts';
import { unsent } from '../refusing.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, subject: string) => page.getByRole('row', { name: subject });

test('[R152] [R255] [R256] [R257] [R258] a new location comes with a contact and a ticket; tickets are opened, moved on and deleted', async ({
  page,
  signIn,
}) => {
  const name = unique('Lamar Boulevard');
  await signIn('admin@northgate.demo', '/#/app/locations');
  await page.getByRole('button', { name: 'New location' }).click();
  const form = dialog(page, 'New location');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByLabel('Latitude').fill('30.268107');
  await form.getByLabel('Longitude').fill('-97.744821');
  await form.getByRole('switch', { name: 'Add it to the help desk as a contact' }).click();
  await form.getByRole('switch', { name: 'Open an installation ticket' }).click();
  await expect(form.getByRole('combobox', { name: 'Ticket type' })).toHaveValue('Installation Event');
  await form.getByLabel('Notes for the installation').fill('Two doors, a ladder is needed');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location created successfully')).toBeVisible();

  await openTab(page, 'Tickets');
  await expect(page.getByText(`Known to the help desk as ${name}.`)).toBeVisible();
  await expect(row(page, `Installation Event: ${name}`)).toContainText('Open');
  await page.getByRole('button', { name: 'New ticket' }).click();
  const ticket = dialog(page, 'New ticket');
  await expect(ticket.getByRole('combobox', { name: 'Ticket type' })).toHaveValue('Test');
  await expect(ticket.getByLabel('Location')).toHaveValue(name);
  await expect(ticket.getByRole('combobox', { name: 'Group' })).toHaveAttribute('placeholder', 'Anyone available');
  await unsent(page, async () => {
    await ticket.getByRole('button', { name: 'Save' }).click();
    await expect(ticket.getByText('Subject is required')).toBeVisible();
  });
  await ticket.getByLabel('Subject').fill('South door counts twice');
  await ticket.getByRole('combobox', { name: 'Ticket type' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Test',
    'Installation Event',
    'Problem',
    'Question',
    'Accuracy',
    'Maintenance',
  ]);
  await page.getByRole('option', { name: 'Accuracy' }).click();
  await ticket.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Field Service' }).click();
  await ticket.getByLabel('Notes').fill('Since the carpet was changed.');
  await ticket.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ticket created successfully')).toBeVisible();
  await expect(row(page, 'South door counts twice')).toContainText('Accuracy');
  await expect(page.getByRole('columnheader')).toContainText([
    'Subject',
    'Type',
    'Status',
    'Created',
    'Changed',
    'Actions',
  ]);

  await page.getByRole('button', { name: 'South door counts twice', exact: true }).click();
  const edit = dialog(page, 'Edit ticket');
  await expect(edit.getByRole('combobox', { name: 'Group' })).toHaveValue('Field Service');
  await expect(edit.getByLabel('Notes')).toHaveValue('Since the carpet was changed.');
  await edit.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText(['Open', 'Pending', 'Resolved', 'Closed']);
  await page.getByRole('option', { name: 'Resolved' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ticket updated successfully')).toBeVisible();
  await expect(row(page, 'South door counts twice')).toContainText('Resolved');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await expect(row(page, `Installation Event: ${name}`)).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete South door counts twice' }).click();
  await expect(dialog(page, 'Delete Ticket')).toContainText('This cannot be undone. Are you sure?');
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Ticket deleted successfully')).toBeVisible();
  await expect(page.getByText('No ticket matches')).toBeVisible();
  await expect(page.getByText('Change the search or the filter.')).toBeVisible();
});

test('[R257] tickets of an organization are listed together, read-only users can read them, and a failure is shown', async ({
  page,
  request,
  signIn,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId, name: organization } = await calls.organization();
  const { locationId } = await calls.location(orgId, 'Depot');
  const administrator = await calls.person(orgId);
  const reader = await calls.person(orgId, 'Grace Hopper', undefined, 1);
  await signIn(staff, `/#/app/orgs?search=${encodeURIComponent(organization)}`);
  await page.getByRole('link', { name: organization }).click();
  await openTab(page, 'Records');
  await openTab(page, 'Tickets');
  await expect(page.getByText('No ticket yet')).toBeVisible();
  await expect(
    page.getByText('This organization is not a help desk company yet. Its first ticket adds it.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'New ticket' })).toHaveCount(0);
  // The demonstration has one about its silent sensor.
  await page.goto('/#/app/orgs?search=Northgate');
  await page.getByRole('link', { name: 'Northgate Retail' }).click();
  await openTab(page, 'Records');
  await openTab(page, 'Tickets');
  await expect(row(page, 'Parking entrance: nothing arrives from the sensor')).toContainText('Bengaluru Indiranagar');

  const address = `/#/app/org/${orgId}/location/${locationId}?tab=tickets`;
  await page.context().clearCookies();
  await page.reload();
  await typeSignIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('This location is not a help desk contact yet. Its first ticket adds it.')).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Contact created successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add contact' })).toHaveCount(0);
  await page.getByRole('button', { name: 'New ticket' }).click();
  const subject = unique('Carpet');
  await page.getByLabel('Subject').fill(subject);
  const message = 'The help desk cannot be reached right now.';
  await page.route('**/api/desk/ticket?*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message, err: message } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Unable to create ticket. ${message}`)).toBeVisible();
  await page.unroute('**/api/desk/ticket?*');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ticket created successfully')).toBeVisible();

  await page.context().clearCookies();
  await page.reload();
  await typeSignIn(page, reader.email, reader.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: subject, exact: true }).click();
  await expect(dialog(page, subject)).toContainText(/Status.*Open.*Ticket type.*Test.*Location.*Created.*Notes.*None/);
  await expect(page.getByRole('button', { name: `Delete ${subject}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New ticket' })).toHaveCount(0);
});
