import * as api from '@atrium/contract/displays';
import { listLocations } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { listSensors } from '@atrium/contract/sensors';
import { listSpaces } from '@atrium/contract/spaces';
import { defaultLook } from '@atrium/rules/display';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, pick, press, refused } from './steps.ts';

const orgId = sampleId('orgId');
const locationId = sampleId('locationId');
const spaceId = sampleId('spaceId');
const zoneId = sampleId('zoneId');
const url = 'https://counts.example.com/api/display/live-occupancy/12345678';
const display = {
  ...defaultLook,
  locationId,
  kind: 'live-occupancy',
  entityType: 'space',
  entityId: spaceId,
  name: 'Reading room',
  code: '12345678',
  url,
  enabled: true,
  hasLogo: false,
  items: [],
} as const;
const flags = {
  canViewOccupancy: true,
  faceMaskEnabled: true,
  canViewQueueOptimizer: true,
  canViewExpectedWaitTime: true,
};
const places = [
  answer(listLocations, [{ locationId, name: 'Riverside' }]),
  answer(listSpaces, [{ spaceId, name: 'Reading room' }]),
  answer(listSensors, [{ name: 'Door sensor', zone: [{ zoneId, name: 'Entrance' }] }]),
  answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, ...flags }),
];
const administrator = [...records, ...signedInAs('OrganizationAdministrator'), ...places];
const reader = [...records, ...signedInAs('OrganizationUser'), ...places];
const none = answer(api.listDisplays, []);
const one = answer(api.listDisplays, [display]);
const path = `/app/manual-occupancy-view/${orgId}/${locationId}/${spaceId}`;
const links = page.getByRole('region', { name: 'Links' });
/** Copied as they are shown. */
const shows = (text: string) => see(links.getByText(text, { exact: true }));

it('[R477] [R480] chooses a location and a space, switches the display on and shows its links', async () => {
  await open('/app/manual-occupancy-view', [...administrator, none]);
  await see(heading('Live Occupancy'));
  await look('display-choose', page.getByText('Nothing is chosen yet'));
  await pick('Location', 'Riverside');
  await pick('Space', 'Reading room');
  await look('display-private', page.getByText('This display is not public'));
  expect(window.location.hash).toBe(`#${path}`);
  await refused(api.createDisplay, 'Unable to create the display', () => press('Switch on display'));
  expectNow(answer(api.createDisplay, display), one);
  await press('Switch on display');
  expect(sentTo(api.createDisplay).at(-1)?.body).toEqual({ kind: 'live-occupancy', entityId: spaceId });
  for (const view of ['', '?view=icon', '?view=iconlabel', '?view=icononly', '?view=percent'])
    await shows(`${url}${view}`);
  await shows('https://counts.example.com/api/raw-data/live-occupancy/12345678');
  await shows('https://counts.example.com/api/display/live-occupancy');
  await see(links.getByText(/fetch\('https:\/\/counts.example.com\/api\/raw-data\/live-occupancy\/12345678'\)/));
  await expect.element(page.getByTitle('Preview')).toHaveAttribute('src', '/api/display/live-occupancy/12345678');
});

it('[R478] [R480] has the ids of its address chosen, and a QR code of each link', async () => {
  await open(path, [...administrator, one]);
  await shows(url);
  await expect.element(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Riverside');
  await expect.element(page.getByRole('combobox', { name: 'Space' })).toHaveValue('Reading room');
  await look('display-setup', links);
  await press('QR code');
  const image = dialog('QR code').getByAltText('QR code of the link');
  await see(image);
  const first = image.element().getAttribute('src');
  await pick('Show', 'Percent', dialog('QR code'));
  await expect.poll(() => image.element().getAttribute('src')).not.toBe(first);
  await look('display-qr', image);
});

it('[S178] asks before a link is renewed or switched off', async () => {
  await open(path, [...administrator, one]);
  await press('Renew link');
  await see(dialog('Renew Link').getByText(/never works again/));
  const renewed = { ...display, code: 'abcdefghjkmn', url: url.replace('12345678', 'abcdefghjkmn') };
  expectNow(answer(api.renewDisplay, renewed), answer(api.listDisplays, [renewed]));
  await press('Yes, renew it!', dialog('Renew Link'));
  await shows(renewed.url);
  await press('Switch off');
  const off = { ...renewed, enabled: false };
  await refused(api.updateDisplay, 'Unable to switch the display off', () =>
    press('Yes, switch it off!', dialog('Switch Off Display')),
  );
  expectNow(answer(api.updateDisplay, off), answer(api.listDisplays, [off]));
  await press('Switch off');
  await press('Yes, switch it off!', dialog('Switch Off Display'));
  await shows('Switched off');
  expect(sentTo(api.updateDisplay).at(-1)?.body).toEqual({ enabled: false });
  await hide(page.getByTitle('Preview'));
  expectNow(answer(api.updateDisplay, renewed), answer(api.listDisplays, [renewed]));
  await press('Switch on display');
  await shows('Public');
});

it('[R875] [R876] changes the look, and names what cannot be read beside its field', async () => {
  await open(path, [...administrator, one]);
  const form = page.getByRole('region', { name: 'Look' });
  await field('Text below', form).fill('Welcome');
  await pick('Language', 'German', form);
  await field('Text color', form).fill('#222222');
  await press('Save', form);
  await see(form.getByText(/is hard to read on this background/));
  expect(sentTo(api.updateDisplay)).toEqual([]);
  await field('Text color', form).fill('#FFEEDD');
  expectNow(answer(api.updateDisplay, display));
  await press('Save', form);
  await expect.poll(() => sentTo(api.updateDisplay).length).toBe(1);
  const { background, accent } = defaultLook;
  expect(sentTo(api.updateDisplay).at(-1)?.body).toEqual({
    title: '',
    note: 'Welcome',
    background,
    color: '#FFEEDD',
    accent,
    language: 'de',
  });
});

it('[R477] shows links to everyone and changes to administrators', async () => {
  await open(path, [...reader, one]);
  await shows(url);
  await hide(page.getByRole('button', { name: 'Renew link' }));
  await hide(page.getByRole('region', { name: 'Look' }));
  await open(path, [...reader, none]);
  await see(page.getByText('An administrator of your organization can switch it on.'));
  await open(path, [...reader, refuse(api.listDisplays, 500, 'Not now.')]);
  await see(page.getByRole('alert').getByText('Not now.'));
});

it('[R477] [R479] [R481] [R482] sets up the other kinds, for staff in the chosen organization', async () => {
  const base = 'https://counts.example.com/api/display';
  const of = (kind: 'facemask' | 'queue-opt' | 'expected-wait-time', entityType: 'space' | 'zone') =>
    answer(api.listDisplays, [{ ...display, kind, entityType, url: `${base}/${kind}/12345678` }]);
  const staff = [...records, ...signedInAs('SenSourceUser'), ...places];
  await openAsStaff('/app/face-mask', [...staff, of('facemask', 'zone')]);
  await see(heading('Face mask display setup'));
  await pick('Location', 'Riverside');
  await pick('Zone', 'Entrance, Door sensor');
  await shows(`${base}/facemask/12345678`);
  await shows(`${base}/facemask`);
  expect(window.location.hash).toBe(`#/app/face-mask/${orgId}/${locationId}/${zoneId}`);
  await openAsStaff('/app/queue-optimizer', [...staff, of('queue-opt', 'zone')]);
  await pick('Location', 'Riverside');
  await pick('Space or zone', 'Entrance, Door sensor');
  await shows(`${base}/queue-opt/12345678`);
  await shows(`${base}/queue-opt`);
  expect(window.location.hash).toBe(`#/app/queue-optimizer/${orgId}/${locationId}/${zoneId}`);
  await openAsStaff('/app/expected-wait-display', [...staff, of('expected-wait-time', 'space')]);
  await pick('Location', 'Riverside');
  await pick('Space', 'Reading room');
  await shows(`${base}/expected-wait-time/12345678`);
});

const playlist = {
  ...display,
  displayId: sampleId('displayId', 2),
  kind: 'playlist',
  entityType: null,
  entityId: null,
  locationId: null,
  name: 'Lobby',
  url: 'https://counts.example.com/api/display/playlist/abcdefghjkmn',
  items: [{ displayId: sampleId('displayId', 1), view: null, seconds: 15 }],
} as const;

it('[R882] lists displays, and makes a playlist of those that are public', async () => {
  const shown = { ...display, displayId: sampleId('displayId', 1) };
  await open('/app/displays', [...administrator, none]);
  await look('displays-empty', page.getByText('No display yet'));
  await open('/app/displays', [...administrator, answer(api.listDisplays, [shown])]);
  await press('Add playlist');
  const form = dialog('Add playlist');
  await press('Add playlist', form);
  await see(form.getByText('is required'));
  await field('Name', form).fill('Lobby');
  await press('Add display', form);
  await field('Seconds', form).fill('3');
  await press('Add playlist', form);
  await see(form.getByText(/must show each display for 5 to 600 seconds/));
  await field('Seconds', form).fill('20');
  await pick('Show', 'Percent', form);
  await look('playlist-new', field('Seconds', form));
  expectNow(answer(api.createDisplay, playlist), answer(api.listDisplays, [shown, playlist]));
  await press('Add playlist', form);
  await see(page.getByText('1 display', { exact: true }));
  expect(sentTo(api.createDisplay).at(-1)?.body).toEqual({
    kind: 'playlist',
    name: 'Lobby',
    items: [{ displayId: shown.displayId, view: 'percent', seconds: 20 }],
  });
  await look('displays', page.getByText('Lobby'));
  await press('Set up Lobby');
  const panel = dialog('Lobby');
  await see(panel.getByText(playlist.url, { exact: true }));
  await look('playlist', panel.getByRole('button', { name: 'Edit playlist' }));
  await press('Delete', panel);
  expectNow(answer(api.deleteDisplay), answer(api.listDisplays, [shown]));
  await press('Yes, delete it!', dialog('Delete Playlist'));
  await see(page.getByText('No playlist yet'));
});
