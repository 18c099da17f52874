import { getDashboard, listDashboards } from '@atrium/contract/dashboards';
import * as api from '@atrium/contract/kiosk-links';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardId, opened, path as dashboardPath } from './dashboard-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, heading, hide, pick, press, refused, stopClock } from './steps.ts';

const path = '/app/wall-screens';
const [sales, doors] = [sampleId('dashboardId', 1), sampleId('dashboardId', 2)];
const url = 'https://counts.example.com/#/kiosk/0123456789abcdefghjkmnpqrstvwxyz';
const lobby = {
  kioskLinkId: sampleId('kioskLinkId', 1),
  userId: sampleId('userId'),
  ownerName: 'Ada Lovelace',
  name: 'Lobby',
  items: [
    { dashboardId: sales, name: 'Sales', seconds: 30 },
    { dashboardId: doors, name: 'Doors', seconds: 60 },
  ],
  expiresAt: null,
  isActive: true,
  createdAt: sampleNow,
  lastSeenAt: sampleNow,
  version: 4,
};
const foreign = {
  ...lobby,
  kioskLinkId: sampleId('kioskLinkId', 2),
  userId: sampleId('userId', 9),
  ownerName: 'Grace Hopper',
  name: 'Break room',
  items: [{ dashboardId: sales, name: null, seconds: 15 }],
  isActive: false,
};
const offered = answer(listDashboards, [
  { dashboardId: sales, name: 'Sales', config: '[]' },
  { dashboardId: doors, name: 'Doors', config: '[]' },
]);
const person = [...records, ...signedInAs('OrganizationUser'), offered];
const one = answer(api.listKioskLinks, [lobby]);
const none = answer(api.listKioskLinks, []);
/** Its last day is that of the form, whatever the time zone. */
const ending = answer(api.listKioskLinks, [{ ...lobby, expiresAt: new Date(2100, 0, 1).toISOString() }]);
const panel = (name: string) => page.getByRole('dialog', { name });

it('[R1015] [R1018] adds a wall screen, and shows its link and a QR code once', async () => {
  await open(path, [...person, none]);
  await look('wall-screens-none', page.getByText('No wall screen yet'));
  await press('Add wall screen');
  const form = dialog('Add wall screen');
  await press('Add wall screen', form);
  await see(form.getByText('is required').first());
  await see(form.getByText('Playlist needs a dashboard in every row'));
  await field('Name', form).fill('Lobby');
  await pick('Dashboard 1', 'Sales', form);
  await expect.element(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveFocus();
  await form.getByRole('textbox', { name: 'Seconds for dashboard 1' }).fill('4');
  await press('Add wall screen', form);
  await see(form.getByText('Playlist must show each dashboard for 5 to 3,600 seconds'));
  await form.getByRole('textbox', { name: 'Seconds for dashboard 1' }).fill('45');
  await look('wall-screen-add', form.getByText(/The screen shows only these dashboards/));
  await refused(api.createKioskLink, 'Unable to create the wall screen', () => press('Add wall screen', form));
  expectNow(answer(api.createKioskLink, { ...lobby, url }), one);
  await press('Add wall screen', form);
  expect(sentTo(api.createKioskLink).at(-1)?.body).toEqual({
    name: 'Lobby',
    items: [{ dashboardId: sales, seconds: 45 }],
  });
  const shown = dialog('Link: Lobby');
  await see(shown.getByText(url, { exact: true }));
  await look('wall-screen-link', shown.getByAltText('QR code of the link'));
  await press('Done', shown);
  await hide(shown);
  await see(page.getByText('Active', { exact: true }));
  expect(document.body.innerText).not.toContain(url);
});

it('[R1032] changes the order with buttons and by dragging, the seconds and the last day', async () => {
  await open(path, [...person, one]);
  await press('Lobby');
  await press('Edit wall screen', panel('Lobby'));
  const form = dialog('Edit wall screen');
  await press('Move Doors up', form);
  await expect.element(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveValue('Doors');
  const up = form.getByRole('button', { name: 'Move Doors up' });
  await expect.element(up).toHaveAttribute('aria-disabled', 'true');
  await expect.element(up).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveValue('Doors');
  const [first, second] = form.getByTitle('Drag to change the order').elements();
  second!.dispatchEvent(new DragEvent('dragstart', { bubbles: true }));
  await expect.poll(() => second!.closest('li')?.dataset['dragged']).toBeDefined();
  first!.closest('li')!.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true }));
  await expect.element(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveValue('Sales');
  await press('Move Sales down', form);
  await expect.element(form.getByRole('button', { name: 'Move Sales down' })).toHaveFocus();
  await press('Remove Sales', form);
  await form.getByLabelText('Expires after').fill('2099-12-31');
  expectNow(answer(api.updateKioskLink, { ...lobby, version: 5 }));
  await press('Save', form);
  await see(page.getByText('Wall screen updated successfully'));
  const sent = sentTo(api.updateKioskLink).at(-1);
  expect(sent?.headers.get('if-match')).toBe('"4"');
  expect(sent?.body).toEqual({
    name: 'Lobby',
    items: [{ dashboardId: doors, seconds: 60 }],
    expiresAt: new Date(2100, 0, 1).toISOString(),
  });
});

it('[R1032] keeps the focus on the playlist when a row is removed', async () => {
  await open(path, [...person, one]);
  await press('Lobby');
  await press('Edit wall screen', panel('Lobby'));
  const form = dialog('Edit wall screen');
  await press('Add dashboard', form);
  const remove = (name: string) => form.getByRole('button', { name: `Remove ${name}` });
  await see(remove('dashboard'));
  await press('Remove Sales', form);
  await expect.element(remove('Doors')).toHaveFocus();
  await press('Remove dashboard', form);
  await expect.element(remove('Doors')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('button', { name: 'Add dashboard' })).toHaveFocus();
});

it('[R1065] goes on changing a wall screen that the list no longer has', async () => {
  stopClock();
  try {
    await open(path, [...person, one]);
    await press('Lobby');
    await press('Edit wall screen', panel('Lobby'));
    const form = dialog('Edit wall screen');
    await field('Name', form).fill('Hall');
    expectNow(none);
    const loads = sentTo(api.listKioskLinks).length;
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(() => sentTo(api.listKioskLinks).length).toBeGreaterThan(loads);
    await see(page.getByText('No wall screen yet'));
    await refused(api.updateKioskLink, 'Unable to update the wall screen', () => press('Save', form));
    expect(sentTo(api.updateKioskLink).at(-1)).toMatchObject({
      params: { kioskLinkId: lobby.kioskLinkId },
      body: { name: 'Hall' },
    });
    expect(sentTo(api.createKioskLink)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it('[R1018] lists the last day of a link, as the form has it', async () => {
  await open(path, [...person, ending]);
  await see(page.getByRole('cell', { name: '12/31/2099' }));
  await press('Lobby');
  await see(panel('Lobby').getByText('12/31/2099'));
  await press('Edit wall screen', panel('Lobby'));
  await expect.element(dialog('Edit wall screen').getByLabelText('Expires after')).toHaveValue('2099-12-31');
});

it('[R1033] asks before a link is revoked', async () => {
  await open(path, [...person, one]);
  await press('Lobby');
  await look('wall-screen-panel', panel('Lobby').getByText('60 s'));
  await press('Revoke link', panel('Lobby'));
  await see(dialog('Revoke Link').getByText(/go blank within seconds/));
  await refused(api.revokeKioskLink, 'Unable to revoke the link', () =>
    press('Yes, revoke it!', dialog('Revoke Link')),
  );
  await press('Revoke link', panel('Lobby'));
  expectNow(answer(api.revokeKioskLink), none);
  await press('Yes, revoke it!', dialog('Revoke Link'));
  await see(page.getByText('No wall screen yet'));
  expect(sentTo(api.revokeKioskLink).at(-1)?.params).toEqual({ kioskLinkId: lobby.kioskLinkId });
});

it('[R1019] lets administrators revoke links of others, but not change them', async () => {
  const calls = [...records, ...signedInAs('OrganizationAdministrator'), offered];
  await open(path, [...calls, answer(api.listKioskLinks, [lobby, foreign])]);
  await see(page.getByText('A dashboard that was deleted or that you cannot see'));
  await look('wall-screens', heading('Wall screens'));
  await press('Break room');
  await see(panel('Break room').getByText(/its owner can no longer sign in/));
  await see(panel('Break room').getByRole('button', { name: 'Revoke link' }));
  await hide(panel('Break room').getByRole('button', { name: 'Edit wall screen' }));
});

it('[R1031] begins with a dashboard from its menu, once', async () => {
  await open(dashboardPath, [...opened, offered, none]);
  await see(heading('Branches'));
  await chooseAction('Show on a wall screen…');
  const form = dialog('Add wall screen');
  await expect.element(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveValue('Branches');
  expect(sentTo(getDashboard).at(-1)?.params).toEqual({ dashboardId });
  await expect.poll(() => window.location.hash).not.toContain('dashboard=');
});
