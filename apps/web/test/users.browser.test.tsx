import * as invitations from '@atrium/contract/invitations';
import { listLocations } from '@atrium/contract/locations';
import { loggedIn } from '@atrium/contract/session';
import * as users from '@atrium/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { person, records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf, options, textsOf } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, heading, hide, pick, press } from './steps.ts';

const org = `/app/org/${sampleId('orgId')}`;
const user = `/app/user?userId=${person.userId}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const link = 'http://127.0.0.1/#/register?invitationId=abc';
const organizationRoles = ['Organization User', 'Organization Administrator'];

/** Waits for the link that an installation without a mail server hands out, and closes it. */
async function passOn(): Promise<void> {
  const question = dialog('Pass on the invitation');
  await see(question.getByText(link));
  await question.getByRole('button', { name: 'Close' }).last().click();
  await hide(question);
}

describe('an invitation', () => {
  it('[R237] [R238] [R518] names an address, one of the roles of an organization, and locations', async () => {
    await open('/app/users?tab=active', administrator);
    await press('Invite user');
    const form = dialog('Invite a user');
    await form.getByLabelText('Email').fill('nobody');
    await userEvent.keyboard('{Enter}');
    await see(form.getByText('Valid email is required'));
    expect(sentTo(invitations.invite)).toEqual([]);
    await form.getByRole('combobox', { name: 'Role' }).click();
    await expect.poll(textsOf(options())).toEqual(organizationRoles);
    await page.getByRole('option', { name: 'Organization User' }).click();
    await pick('Locations', 'Riverside Branch', form);
    await form.getByLabelText('Email').fill('grace@example.com');
    expectNow(answer(invitations.invite, { link }));
    await userEvent.keyboard('{Enter}');
    await see(page.getByText('Invitation sent successfully'));
    await passOn();
    expect(sentTo(invitations.invite).map(({ body }) => body)).toEqual([
      { inviteeEmail: 'grace@example.com', inviteRole: 1, locationIds: [sampleId('locationId')] },
    ]);
  });

  it('[R223] lists people with an expiration apart, where they are invited again or no more', async () => {
    await open('/app/users?tab=active', administrator);
    await see(page.getByRole('rowheader', { name: 'Lena Marsh' }));
    expect(new Set(sentTo(users.listUsers).map(({ query }) => query['kind']))).toEqual(new Set(['active']));
    const invited = {
      ...person,
      name: 'grace@example.com',
      email: 'grace@example.com',
      expiration: '2099-01-01T00:00:00.000Z',
    };
    expectNow(answer(users.listUsers, [invited]));
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await see(page.getByRole('rowheader', { name: 'grace@example.com' }));
    expect(sentTo(users.listUsers).at(-1)?.query['kind']).toBe('invited');
  });

  it('[R234] [R235] is renewed and canceled after a question', async () => {
    const sent = answer(invitations.listInvitations, [{ inviteeEmail: 'grace@example.com', status: 'Sent' }]);
    await open(`${org}?tab=invitations`, [...staff, sent]);
    await see(page.getByRole('rowheader', { name: 'grace@example.com' }));
    expectNow(answer(invitations.renewInvitation, [{ inviteeEmail: 'grace@example.com', link }]));
    await press('Renew the invitation of grace@example.com');
    await see(page.getByText('Invitation renewed successfully'));
    await passOn();
    expectNow(
      answer(invitations.cancelInvitation),
      answer(invitations.listInvitations, [{ inviteeEmail: 'grace@example.com', status: 'Canceled' }]),
    );
    await press('Cancel the invitation of grace@example.com');
    expect(sentTo(invitations.cancelInvitation)).toEqual([]);
    await press('Yes, cancel it!', dialog('Cancel Invitation'));
    await see(page.getByText('Invitation canceled successfully'));
    expect(sentTo(invitations.cancelInvitation)).toHaveLength(1);
  });

  it('[R236] is for an administrator while an organization has nobody', async () => {
    await open(`${org}?tab=invitations`, [
      ...staff,
      answer(invitations.listInvitations, []),
      answer(users.listUsers, []),
    ]);
    await press('Invite user');
    const form = dialog('Invite a user');
    await see(form.getByText('The first person of an organization must be its administrator.'));
    await form.getByRole('combobox', { name: 'Role' }).click();
    await expect.poll(textsOf(options())).toEqual(['Organization Administrator']);
    await userEvent.keyboard('{Escape}');
    await form.getByLabelText('Email').fill('first@example.com');
    expectNow(
      answer(invitations.invite, { link }),
      answer(invitations.listInvitations, [{ inviteeEmail: 'first@example.com', status: 'Sent' }]),
    );
    await userEvent.keyboard('{Enter}');
    await passOn();
    await see(page.getByRole('cell', { name: 'Sent' }));
    expect(sentTo(invitations.invite)).toMatchObject([{ body: { inviteRole: 2 } }]);
  });
});

const of = (values: object) => answer(users.getUser, { ...person, ...values });

describe('the page of a user', () => {
  it('[R221] [R224] unlocks, disables and enables', async () => {
    await open(user, [...administrator, of({ failedLoginCounter: 5, lockedUntil: '2099-01-01T00:00:00.000Z' })]);
    await see(page.getByText('5 failed sign-ins in the last 24 hours'));
    await see(page.getByText(/^Locked until /));
    expectNow(answer(users.resetLogin, person), of({ failedLoginCounter: 0 }));
    await press('Unlock');
    await see(page.getByText('User unlocked successfully'));
    await see(page.getByText('0 failed sign-ins in the last 24 hours'));
    const enabled = page.getByRole('switch', { name: /^Sign-in enabled/ });
    await enabled.click({ force: true });
    expectNow(answer(users.disableLogin, person), of({ loginDisabled: true }));
    await press('Yes, disable it!', dialog('Disable Sign-in'));
    await see(page.getByText('User login disabled successfully'));
    await expect.element(enabled).not.toBeChecked();
    expectNow(answer(users.enableLogin, person), of({}));
    await enabled.click({ force: true });
    await see(page.getByText('User login enabled successfully'));
    await expect.element(enabled).toBeChecked();
  });

  it('[R229] offers staff alone to send a password reset', async () => {
    await open(user, administrator);
    await see(page.getByRole('button', { name: 'Save' }));
    expect(countOf(page.getByRole('button', { name: 'Send password reset' }))()).toBe(0);
    await open(user, [...staff, answer(users.sendUserPasswordReset)]);
    await press('Send password reset');
    await see(page.getByText('Password reset sent successfully'));
    expect(sentTo(users.sendUserPasswordReset)).toMatchObject([{ params: { userId: person.userId } }]);
  });

  it('[R226] [R228] lets administrators change the role of users alone', async () => {
    const role = page.getByRole('combobox', { name: 'Role' });
    await open(user, [...administrator, of({ roleId: 2, roles: [{ roleId: 2, name: 'OrganizationAdministrator' }] })]);
    await see(role);
    await expect.element(role).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await open(user, [...administrator, of({ scope: 1 })]);
    await see(role);
    await role.click();
    await expect.poll(textsOf(options())).toEqual(organizationRoles);
  });

  it('[R225] deletes by the exact name, and says what the server refused', async () => {
    await open(user, administrator);
    await see(heading('Lena Marsh'));
    await chooseAction('Delete user');
    const question = dialog('Delete User');
    await press('Yes, delete it!', question);
    await question.getByRole('textbox').fill('Lena');
    await userEvent.keyboard('{Enter}');
    await see(question.getByText('Invalid Input: The text did not match. The user was not deleted.'));
    expect(sentTo(users.deleteUser)).toEqual([]);
    expectNow(refuse(users.deleteUser, 409, 'Lena Marsh is the last administrator of Lakeside Libraries.'));
    await question.getByRole('textbox').fill('Lena Marsh');
    await userEvent.keyboard('{Enter}');
    await see(page.getByText(/^Unable to delete user. Lena Marsh is the last administrator/));
    expect(sentTo(users.deleteUser)).toMatchObject([{ params: { userId: person.userId } }]);
  });

  it('[R227] has no button to save for staff of the provider', async () => {
    await open(user, [
      ...staff,
      of({ scope: 3890, roleId: 3, orgId: null, roles: [{ roleId: 3, name: 'SenSourceUser' }] }),
    ]);
    await see(page.getByText('Staff of the provider. Their role cannot be changed here.'));
    expect(countOf(page.getByRole('button', { name: 'Save' }))()).toBe(0);
  });

  it('[R222] without a user is the list of users', async () => {
    // Someone who has not been there yet: the list is found as it was left, on whichever tab.
    await open('/app/user', [...administrator, answer(loggedIn, sampleId('userId', 9))]);
    await see(page.getByRole('rowheader', { name: 'Lena Marsh' }));
    expect(address()).toMatch(/^#\/app\/users(\?|$)/);
  });
});

describe('the locations that someone sees', () => {
  const riverside = sampleId('locationId');
  const limited = answer(users.getUser, { ...person, limitedToLocations: true, locationIds: [riverside] });
  const one = answer(users.listLocationAssignments, [{ name: 'Riverside Branch' }]);
  const none = answer(users.getUser, { ...person, limitedToLocations: true, locationIds: [] });

  it('[R230] are chosen, taken away after a question, given back, and all of them again', async () => {
    await open(user, administrator);
    await see(page.getByText('Sees every location of the organization.'));
    await press('Choose locations');
    const form = dialog('Choose locations');
    // So few need no search.
    expect(countOf(form.getByRole('searchbox'))()).toBe(0);
    await form.getByRole('checkbox', { name: 'Riverside Branch' }).click();
    expectNow(answer(users.assignLocations), limited, one);
    await press('Save', form);
    await see(page.getByText('Location assigned successfully'));
    await see(page.getByText('Sees only these locations.'));
    expect(sentTo(users.assignLocations)).toMatchObject([{ body: { locationIds: [riverside] } }]);

    const question = dialog('Unassign the last location?');
    await press('Unassign Riverside Branch');
    await press('Cancel', question);
    await hide(question);
    expect(sentTo(users.unassignLocations)).toEqual([]);
    expectNow(answer(users.unassignLocations), none, answer(users.listLocationAssignments, []));
    await press('Unassign Riverside Branch');
    await press('Yes, unassign', question);
    await see(page.getByText('Sees no location.'));
    expectNow(limited, one);
    await press('Undo');
    await see(page.getByRole('button', { name: 'Unassign Riverside Branch' }));
    expect(sentTo(users.assignLocations)).toHaveLength(2);
    expectNow(
      answer(users.allowAllLocations),
      answer(users.getUser, person),
      answer(users.listLocationAssignments, []),
    );
    await press('All locations');
    await press('Yes, let them see all', page.getByRole('dialog'));
    await see(page.getByText('Sees every location of the organization.'));
    expect(sentTo(users.allowAllLocations)).toHaveLength(1);
  });

  it('[R093] are searched where there are many, and all matches are selected or cleared', async () => {
    const names = ['North Mall', 'North Pier', 'Old Town', 'Harbour', 'Station', 'Airport', 'Castle', 'Market', 'Park'];
    const places = names.map((name) => ({ name, city: name === 'Harbour' ? 'Northport' : null }));
    await open(user, [...administrator, answer(listLocations, places)]);
    await press('Choose locations');
    const form = dialog('Choose locations');
    const boxes = form.getByRole('checkbox');
    const chosen = form.getByRole('checkbox', { checked: true });
    const search = form.getByRole('searchbox', { name: 'Search' });
    await expect.poll(countOf(boxes)).toBe(names.length);
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard(' NORTH ');
    await expect.poll(countOf(boxes)).toBe(3);
    await press('Select all', form);
    await expect.poll(countOf(chosen)).toBe(3);
    await search.fill('nowhere');
    await see(form.getByText('Nothing matches'));
    await expect.element(form.getByRole('button', { name: 'Select all' })).toBeDisabled();
    await search.fill('');
    await expect.poll(countOf(chosen)).toBe(3);
    await form.getByRole('checkbox', { name: 'Park' }).click();
    await search.fill('north');
    await press('Select none', form);
    await search.fill('');
    await expect.poll(countOf(chosen)).toBe(1);
    expectNow(answer(users.assignLocations));
    await press('Save', form);
    await hide(form);
    expect(sentTo(users.assignLocations)).toMatchObject([{ body: { locationIds: [sampleId('locationId', 8)] } }]);
  });
});
