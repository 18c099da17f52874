import { listInvitations, renewInvitation } from '@atrium/contract/invitations';
import { listLocations } from '@atrium/contract/locations';
import * as users from '@atrium/contract/users';
import { it } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { person, records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, heading, hide, pick, press, refused } from './steps.ts';

const user = `/app/user?userId=${sampleId('userId', 1)}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const signIn = () => page.getByRole('switch', { name: /^Sign-in enabled/ });

it('[R080] what fails with people is said in their words', async () => {
  await refused(users.listRoles, 'Unable to get roles', () => open(user, administrator));
  await open(user, administrator);
  await see(heading('Lena Marsh'));
  await pick('Role', 'Organization Administrator');
  await refused(users.assignRole, 'Unable to assign role', () => press('Save'));
  await refused(users.disableLogin, 'Unable to disable user login', async () => {
    await signIn().click({ force: true });
    await press('Yes, disable it!');
  });
  await refused(users.assignLocations, 'Unable to assign location', async () => {
    await press('Choose locations');
    await dialog('Choose locations').getByRole('checkbox', { name: 'Riverside Branch' }).click();
    await press('Save', dialog('Choose locations'));
  });
});

it('[R080] what fails with the roles and locations of administrators is said in their words', async () => {
  const administers = { ...person, roleId: 2, roles: [{ roleId: 2, name: 'OrganizationAdministrator' }] };
  await open(user, [...staff, answer(users.getUser, administers)]);
  await see(heading('Lena Marsh'));
  await refused(users.sendUserPasswordReset, 'Unable to send account recovery email', () =>
    press('Send password reset'),
  );
  await pick('Role', 'Organization User');
  await refused(users.unassignRole, 'Unable to unassign role', () => press('Save'));

  const somewhere = answer(users.listLocationAssignments, [{ name: 'Somewhere' }, { name: 'Elsewhere' }]);
  await open(user, [...staff, answer(users.getUser, { ...administers, loginDisabled: true }), somewhere]);
  await see(heading('Lena Marsh'));
  await refused(users.unassignLocations, 'Unable to unassign location', () => press('Unassign Somewhere'));
  await refused(users.enableLogin, 'Unable to enable user login', () => signIn().click({ force: true }));
});

it('[R080] what fails with invitations is said in their words', async () => {
  const sent = answer(listInvitations, [{ inviteeEmail: 'grace@example.com', status: 'Sent' }]);
  await open(`/app/org/${sampleId('orgId')}?tab=invitations`, [...staff, answer(listLocations, []), sent]);
  await see(page.getByRole('rowheader', { name: 'grace@example.com' }));
  await refused(users.listRoles, 'Unable to get roles', () => press('Invite user'));
  await press('Invite user');
  await press('Cancel', dialog('Invite a user'));
  await hide(dialog('Invite a user'));
  await refused(renewInvitation, 'Unable to renew invitation', () =>
    press('Renew the invitation of grace@example.com'),
  );
});
