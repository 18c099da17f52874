import * as organizations from '@atrium/contract/organizations';
import { loggedIn } from '@atrium/contract/session';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, downloads, field, heading, hide, overtaken, pick, press, refused } from './steps.ts';

const org = `/app/org/${sampleId('orgId')}`;
const staff = [...records, ...signedInAs('SenSourceUser')];
/** For whom no list has been left in another way. */
const someoneElse = answer(loggedIn, sampleId('userId', 9));
const rows = () => page.getByRole('region', { name: 'Organizations' }).getByRole('rowheader');
const capability = (flag: string) => page.getByRole('switch', { name: new RegExp(`^${flag}( Needs .*)?$`) });

it('[R080] what fails with organizations is said in their words', async () => {
  await open('/app/orgs', [...staff, refuse(organizations.listOrganizations, 409, 'Not today.')]);
  await see(page.getByText('Unable to retrieve organizations', { exact: true }).first());
  await see(page.getByText('Whoops!'));
  await refused(organizations.searchOrganizations, 'Unable to retrieve filtered organizations', () =>
    open('/app/orgs?flags=canViewPOS', [...staff, someoneElse]),
  );
  await refused(organizations.getOrganization, 'Unable to retrieve organization details', () => open(org, staff));
  await open(org, staff);
  await see(heading('Lakeside Libraries'));
  await page.getByLabelText('Web site').fill('example.com');
  await refused(organizations.updateOrganization, 'Unable to save organization', () => press('Save'));
  await see(page.getByRole('alert').getByText('Not today.', { exact: true }));
});

it('[R123] a new organization is enabled, sees traffic and resets negative occupancy, and needs a name', async () => {
  await open('/app/org/new', staff);
  for (const flag of ['Enabled', 'Traffic', 'Reset on negative occupancy']) {
    await see(capability(flag));
    await expect.element(capability(flag)).toBeChecked();
  }
  expect(page.getByRole('switch', { checked: true }).elements()).toHaveLength(3);
  await press('Save');
  await look('organization-without-name', page.getByText('Name is required'));
  expect(sentTo(organizations.createOrganization)).toEqual([]);
});

it('[R126] nobody but staff gets to the list of organizations', async () => {
  await open('/app/orgs', [...records, ...signedInAs('OrganizationAdministrator')]);
  await see(heading('Riverside Branch'));
  expect(window.location.hash).toBe('#/app/welcome');
  expect(sentTo(organizations.listOrganizations)).toEqual([]);
});

it('[R111] [R112] the list of organizations is filtered by dates and flags, searched and saved', async () => {
  const shop = { name: 'Northgate Retail' };
  await open('/app/orgs', [...staff, answer(organizations.listOrganizations, [shop, { name: 'Lakeside Libraries' }])]);
  await see(rows().getByText('Northgate Retail'));
  await press('Filter');
  const form = dialog('Filter organizations');
  await pick('Subscription ends: when', 'after', form);
  await press('Apply', form);
  await see(form.getByText('Pick a date.'));
  await form.getByLabelText('Subscription ends: date').fill('2031-05-17');
  await pick('Switched on', 'Gender', form);
  await userEvent.keyboard('{Escape}');
  await press('Apply', form);
  await expect
    .poll(() =>
      rows()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Lakeside Libraries']);
  expect(sentTo(organizations.searchOrganizations).at(-1)?.query).toMatchObject({
    subExpiration: '>=2031-05-17',
    flags: 'canViewGender',
  });
  expect(window.location.hash).toMatch(/flags=canViewGender/);
  expect(await downloads(() => press('CSV'))).toMatchObject([{ name: 'Organizations.csv' }]);

  await press('Remove the filter Subscription ends after 05/17/2031');
  await press('Remove the filter Gender: on');
  expectNow(answer(organizations.listOrganizations, []));
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such');
  await see(page.getByText('No organization matches'));
  expect(sentTo(organizations.listOrganizations).at(-1)?.query).toMatchObject({ search: 'no such' });
});

it('[R090] an organization is deleted only when its exact name is typed', async () => {
  await open(org, staff);
  await see(heading('Lakeside Libraries'));
  await chooseAction('Delete organization');
  const question = dialog('Delete Organization');
  await see(question.getByText('You are about to delete this organization. This cannot be undone. Are you sure?'));
  await press('Yes, delete it!', question);
  const mismatch = question.getByText('Invalid Input: The text did not match. The organization was not deleted.');
  await question.getByRole('textbox').fill('LAKESIDE LIBRARIES');
  await userEvent.keyboard('{Enter}');
  await see(mismatch);
  expect(sentTo(organizations.deleteOrganization)).toEqual([]);
  await question.getByRole('textbox').fill('Lakeside Libraries');
  await hide(mismatch);
  expectNow(answer(organizations.deleteOrganization));
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Organization deleted successfully'));
  // The list is as it was left.
  await expect.poll(() => window.location.hash.split('?')[0]).toBe('#/app/orgs');
});

it('[R080] a file whose rows cannot be loaded says so', async () => {
  await open('/app/orgs', staff);
  await see(rows().first());
  await refused(organizations.searchOrganizations, 'Unable to create the CSV file', () => press('CSV'));
  await expect.element(page.getByRole('button', { name: 'CSV' })).toBeEnabled();
});

const lakeside = (version: number, part: object) =>
  answer(organizations.getOrganization, { name: 'Lakeside Libraries', site: 'lakeside.example', ...part, version });

describe('[R1194] what someone else has saved meanwhile', () => {
  const { updateOrganization } = organizations;

  it('is not taken back by the fields of an organization', async () => {
    await open(org, [...staff, lakeside(4, {})]);
    await field('Name').fill('Lakeside');
    await overtaken(updateOrganization, lakeside(5, { trackDays: 30 }));
    // A newer version without another value in this form.
    const second = await overtaken(updateOrganization, lakeside(6, { site: 'new.example' }));
    expect([second.headers.get('if-match'), second.body]).toEqual(['"5"', { name: 'Lakeside' }]);
    const third = await overtaken(updateOrganization, lakeside(6, { site: 'new.example' }));
    expect([third.headers.get('if-match'), third.body]).toEqual(['"5"', { name: 'Lakeside' }]);
    await press('Discard');
    await expect.element(field('Web site')).toHaveValue('new.example');
    await expect.element(field('Name')).toHaveValue('Lakeside Libraries');
  });

  it('is not taken back by its settings', async () => {
    await open('/app/orgsettings', [
      ...records,
      ...signedInAs('OrganizationAdministrator'),
      lakeside(4, { trackDays: 90 }),
    ]);
    await page.getByRole('switch', { name: 'Withhold the gender of small groups' }).click();
    await overtaken(updateOrganization, lakeside(5, { trackDays: 30 }));
    const again = await overtaken(updateOrganization, lakeside(5, { trackDays: 30 }));
    expect([again.headers.get('if-match'), again.body]).toEqual(['"4"', { withholdSmallGroups: true }]);
    await press('Discard');
    await expect.element(page.getByLabelText('Days to keep tracks')).toHaveValue('30');
  });
});

describe('contacts and addresses', () => {
  const ada = { name: 'Ada Lovelace', phone: '+1 512 555 0100', email: 'ada@example.com' };
  const some = answer(organizations.listContacts, [ada]);

  it('[R097] [R124] a contact needs name, phone and email', async () => {
    await open(`${org}?tab=contacts`, [...staff, answer(organizations.listContacts, [])]);
    await see(page.getByText('No contact yet'));
    await press('Add contact');
    const form = dialog('Add contact');
    await press('Save', form);
    for (const problem of ['Name is required', 'Phone is required', 'Valid email is required'])
      await see(form.getByText(problem));
    expect(sentTo(organizations.createContact)).toEqual([]);
    await form.getByLabelText('Name').fill('Ada Lovelace');
    await form.getByLabelText('Phone').fill('512 555 0100');
    await form.getByLabelText('Email').fill('ada@example.com');
    expectNow(answer(organizations.createContact, ada), some);
    await userEvent.keyboard('{Enter}');
    await see(page.getByText('Contact created successfully'));
    await see(page.getByRole('link', { name: '+1 512 555 0100' }));
    expect(sentTo(organizations.createContact)).toMatchObject([{ body: ada }]);
  });

  it('[R092] a phone number is asked for with its country and checked', async () => {
    await open(`${org}?tab=contacts`, [...staff, some]);
    await chooseAction('Change phone number', 'Actions for Ada Lovelace');
    const form = dialog('Change phone number');
    const country = form.getByRole('combobox', { name: 'Country' });
    await expect.element(country).toHaveDisplayValue(/United States/);
    await country.fill('Germany');
    await page.getByRole('option', { name: /Germany/ }).click();
    const problem = form.getByText('Enter a phone number of this country.');
    await form.getByLabelText('Phone number').fill('12');
    await userEvent.keyboard('{Enter}');
    await see(problem);
    await form.getByLabelText('Phone number').fill('030 901820');
    await hide(problem);
    expectNow(answer(organizations.updateContact), answer(organizations.listContacts, [{ phone: '+49 30 901820' }]));
    await userEvent.keyboard('{Enter}');
    await see(page.getByRole('link', { name: '+49 30 901820' }));
    expect(sentTo(organizations.updateContact)).toMatchObject([{ body: { phone: '+49 30 901820' } }]);
  });

  it('[R113] a contact that was deleted by mistake comes back', async () => {
    await open(`${org}?tab=contacts`, [...staff, some]);
    await see(page.getByRole('heading', { name: 'Ada Lovelace' }));
    expectNow(answer(organizations.deleteContact), answer(organizations.listContacts, []));
    await chooseAction('Delete', 'Actions for Ada Lovelace');
    await see(page.getByText('No contact yet'));
    expectNow(answer(organizations.createContact), some);
    await press('Undo');
    await see(page.getByRole('heading', { name: 'Ada Lovelace' }));
    expect(sentTo(organizations.createContact)).toMatchObject([{ body: ada }]);
  });

  it('[R097] [R113] an address needs a name', async () => {
    await open(`${org}?tab=addresses`, staff);
    await press('Add address');
    const form = dialog('Add address');
    await see(form);
    await form.getByRole('combobox', { name: 'Name' }).click();
    await userEvent.keyboard('{Enter}');
    await see(form.getByText('Name is required'));
    const address = { name: 'Branch', city: 'Austin', state: 'TX' };
    await form.getByRole('combobox', { name: 'Name' }).fill(address.name);
    await form.getByRole('combobox', { name: 'City' }).fill(address.city);
    await form.getByRole('combobox', { name: 'State' }).fill(address.state);
    expectNow(answer(organizations.createAddress), answer(organizations.listAddresses, [address]));
    await userEvent.keyboard('{Enter}');
    await see(page.getByText('Austin, TX'));
    expect(sentTo(organizations.createAddress)).toMatchObject([{ body: address }]);
  });
});

it('[R091] [R101] [R125] [R127] administrators keep the settings of their organization', async () => {
  const { updateOrganization } = organizations;
  await open('/app/orgsettings', [...records, ...signedInAs('OrganizationAdministrator')]);
  await see(heading('Organization settings'));
  await press('Add address');
  const form = dialog('Add a notification address');
  await form.getByLabelText('Email').fill('not an address');
  await userEvent.keyboard('{Enter}');
  await see(form.getByText('Valid email is required'));
  await form.getByLabelText('Email').fill('facilities@lakeside.example');
  await hide(form.getByText('Valid email is required'));
  await userEvent.keyboard('{Enter}');
  await hide(form);
  await page.getByLabelText('SFTP public key').fill('ssh-rsa nonsense');
  await press('Save');
  await look('organization-settings-key', page.getByText('The key is not complete. Paste the whole line.'));
  expect(sentTo(updateOrganization)).toEqual([]);
  await page.getByLabelText('SFTP public key').fill('');
  const systemNotificationEmails = ['facilities@lakeside.example'];
  const changed = { name: 'Lakeside Libraries', systemNotificationEmails };
  expectNow(answer(updateOrganization, changed), answer(organizations.getOrganization, changed));
  await press('Save');
  await see(page.getByText('Organization updated successfully'));
  expect(sentTo(updateOrganization).at(-1)?.body).toEqual({ systemNotificationEmails });
  await press('Remove facilities@lakeside.example');
  await press('Save');
  await expect.poll(() => sentTo(updateOrganization).at(-1)?.body).toEqual({ systemNotificationEmails: null });
});

it('[R1149] administrators choose whether the gender of small groups is withheld', async () => {
  const { updateOrganization, getOrganization } = organizations;
  const shown = { name: 'Lakeside Libraries', withholdSmallGroups: false } as const;
  await open('/app/orgsettings', [
    ...records,
    ...signedInAs('OrganizationAdministrator'),
    answer(getOrganization, shown),
  ]);
  const choice = page.getByRole('switch', { name: 'Withhold the gender of small groups' });
  await expect.element(choice).not.toBeChecked();
  await expect.element(choice).toHaveAccessibleDescription(/at least 5 people were counted/);
  await choice.click();
  const withheld = { ...shown, withholdSmallGroups: true } as const;
  expectNow(answer(updateOrganization, withheld), answer(getOrganization, withheld));
  await press('Save');
  await see(page.getByText('Organization updated successfully'));
  expect(sentTo(updateOrganization).at(-1)?.body).toEqual({ withholdSmallGroups: true });
  await expect.element(choice).toBeChecked();
});

it('[R1152] administrators choose how many days tracks are kept for', async () => {
  const { updateOrganization, getOrganization } = organizations;
  const usual = { name: 'Lakeside Libraries', trackDays: 90 } as const;
  await open('/app/orgsettings', [
    ...records,
    ...signedInAs('OrganizationAdministrator'),
    answer(getOrganization, usual),
  ]);
  const days = page.getByLabelText('Days to keep tracks');
  await expect.element(days).toHaveValue('90');
  for (const wrong of ['', '0', '366', '2.5', 'many']) {
    await days.fill(wrong);
    await press('Save');
    await see(page.getByText('Tracks are kept for 1 to 365 days'));
    expect(sentTo(updateOrganization)).toEqual([]);
  }
  await days.fill('30');
  const fewer = { ...usual, trackDays: 30 } as const;
  expectNow(answer(updateOrganization, fewer), answer(getOrganization, fewer));
  await press('Save');
  await see(page.getByText('Organization updated successfully'));
  expect(sentTo(updateOrganization).at(-1)?.body).toEqual({ trackDays: 30 });
});

it('[R750] administrators choose the first day of the week', async () => {
  const { updateOrganization, getOrganization } = organizations;
  const sunday = { name: 'Lakeside Libraries', weekStart: 0 } as const;
  await open('/app/orgsettings', [
    ...records,
    ...signedInAs('OrganizationAdministrator'),
    answer(getOrganization, sunday),
  ]);
  const choice = page.getByRole('combobox', { name: 'Weeks begin on' });
  await expect.element(choice).toHaveValue('Sunday');
  await choice.click();
  await expect.poll(textsOf(page.getByRole('option'))).toEqual(['Sunday', 'Monday', 'Saturday']);
  await page.getByRole('option', { name: 'Monday' }).click();
  const monday = { ...sunday, weekStart: 1 } as const;
  expectNow(answer(updateOrganization, monday), answer(getOrganization, monday));
  await press('Save');
  await see(page.getByText('Organization updated successfully'));
  expect(sentTo(updateOrganization).at(-1)?.body).toEqual({ weekStart: 1 });
  await look('organization-settings-week', choice);
});
