import type { Page } from '@playwright/test';
import { staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, subject: string) => page.getByRole('row', { name: subject });

test('[R257] [R258] a new location comes with a contact and a ticket; tickets are opened, moved on, read and deleted', async ({
  page,
  request,
  signIn,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId } = await calls.organization();
  const administrator = await calls.person(orgId);
  const reader = await calls.person(orgId, 'Grace Hopper', undefined, 1);
  const name = unique('Lamar Boulevard');
  await typeSignIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto('/#/app/locations');
  await page.getByRole('button', { name: 'New location' }).first().click();
  const form = dialog(page, 'New location');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Chicago');
  await page.getByRole('option', { name: 'America/Chicago' }).click();
  await form.getByRole('switch', { name: 'Add it to the help desk as a contact' }).click();
  await form.getByRole('switch', { name: 'Open an installation ticket' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location created successfully')).toBeVisible();

  await openTab(page, 'Tickets');
  await expect(page.getByText(`Known to the help desk as ${name}.`)).toBeVisible();
  await expect(row(page, `Installation Event: ${name}`)).toContainText('Open');
  const address = page.url();
  await page.getByRole('button', { name: 'New ticket' }).click();
  const ticket = dialog(page, 'New ticket');
  const subject = unique('South door counts twice');
  await ticket.getByLabel('Subject').fill(subject);
  await ticket.getByRole('combobox', { name: 'Ticket type' }).click();
  await page.getByRole('option', { name: 'Accuracy' }).click();
  await ticket.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, subject)).toContainText('Accuracy');
  await page.getByRole('button', { name: subject, exact: true }).click();
  const edit = dialog(page, 'Edit ticket');
  await edit.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, subject)).toContainText('Resolved');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await expect(row(page, `Installation Event: ${name}`)).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${subject}` }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('No ticket matches')).toBeVisible();

  await page.context().clearCookies();
  await page.reload();
  await typeSignIn(page, reader.email, reader.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: `Installation Event: ${name}`, exact: true }).click();
  await expect(dialog(page, `Installation Event: ${name}`)).toContainText(/Status.*Open.*Location/);

  // Those of all locations, on the page of an organization: the demonstration has one about its silent sensor.
  await signIn(staff, '/#/app/orgs?search=Northgate');
  await page.getByRole('link', { name: 'Northgate Retail' }).click();
  await openTab(page, 'Records');
  await openTab(page, 'Tickets');
  await expect(row(page, 'Parking entrance: nothing arrives from the sensor')).toContainText('Bengaluru Indiranagar');
});
