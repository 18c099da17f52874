import * as api from '@atrium/contract/displays';
import { listExpectedWaitMappings } from '@atrium/contract/expected-wait-mappings';
import { getLocation, listLocations } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { getSpace, listSpaces } from '@atrium/contract/spaces';
import { listZones } from '@atrium/contract/zones';
import { defaultLook } from '@atrium/rules/display';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  administrator,
  display,
  flags,
  locationId,
  none,
  orgId,
  places,
  reader,
  spaceId,
  url,
  zoneId,
} from './display-records.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, pick, press, refused } from './steps.ts';

const noWaits = answer(listExpectedWaitMappings, []);
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
  const image = dialog('QR code').getByAltText(/^QR code of /);
  await see(image);
  const first = image.element().getAttribute('src');
  await pick('Show', 'Percent', dialog('QR code'));
  await expect.poll(() => image.element().getAttribute('src')).not.toBe(first);
  await look('display-qr', image);
});

it('[R1226] shows the links of the place that is chosen, also on the way back', async () => {
  const abbeyId = sampleId('locationId', 7);
  const hallId = sampleId('spaceId', 7);
  const atAbbey = [
    answer(listLocations, [
      { locationId, name: 'Riverside' },
      { locationId: abbeyId, name: 'Abbey' },
    ]),
    answer(listSpaces, [{ spaceId: hallId, name: 'Great hall' }]),
  ];
  await open(path, [...administrator, ...atAbbey, one]);
  await see(links.getByText('Reading room', { exact: true }));
  expectNow(
    answer(getLocation, { locationId: abbeyId, name: 'Abbey' }),
    answer(getSpace, { spaceId: hallId, name: 'Great hall' }),
  );
  await pick('Location', 'Abbey');
  await hide(links);
  await pick('Space', 'Great hall');
  await see(links);
  expect(window.location.hash).toContain(hallId);
  expectNow(
    answer(getLocation, { locationId, name: 'Riverside' }),
    answer(getSpace, { spaceId, name: 'Reading room' }),
  );
  window.history.back();
  await expect.element(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Riverside');
  await expect.element(page.getByRole('combobox', { name: 'Space' })).toHaveValue('Reading room');
});

it('[R1147] names what its address has among any number, and searches on the server', async () => {
  const others = [
    answer(listLocations, [{ locationId: sampleId('locationId', 7), name: 'Abbey' }]),
    answer(listSpaces, []),
  ];
  await open(path, [...administrator, ...others, one]);
  await expect.element(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Riverside');
  const box = page.getByRole('combobox', { name: 'Space' });
  await expect.element(box).toHaveValue('Reading room');
  expect(sentTo(listSpaces).every(({ query }) => (query['search'] ?? '') === '')).toBe(true);
  await box.fill('hal');
  await expect.poll(() => sentTo(listSpaces).at(-1)?.query).toMatchObject({ search: 'hal', locationId });
  await open(`/app/queue-optimizer/${orgId}/${locationId}/${zoneId}`, [
    ...administrator,
    ...others,
    refuse(getSpace, 404, 'The space was not found.'),
    none,
  ]);
  await expect.element(page.getByRole('combobox', { name: 'Space or zone' })).toHaveValue('Entrance, Door sensor');
  expect(sentTo(listZones).map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ display: 'queue-opt', locationId }),
  );
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

const at = (version: number, changes: object = {}) => ({ ...display, hasLogo: true, version, ...changes });

it('[R1065] saves the look only on the state that its form shows', async () => {
  await open(path, [...administrator, answer(api.listDisplays, [at(1)])]);
  const form = page.getByRole('region', { name: 'Look' });
  const text = field('Text below', form);
  const loadAgain = async (newest: ReturnType<typeof at>) => {
    const loads = sentTo(api.listDisplays).length;
    expectNow(answer(api.updateDisplay, newest), answer(api.listDisplays, [newest]));
    await press(newest.enabled ? 'Switch on display' : 'Switch off');
    if (!newest.enabled) await press('Yes, switch it off!', dialog('Switch Off Display'));
    await expect.poll(() => sentTo(api.listDisplays).length).toBeGreaterThan(loads);
    await shows(newest.enabled ? 'Public' : 'Switched off');
  };
  const save = async () => {
    await refused(api.updateDisplay, 'Unable to update the display', () => press('Save', form));
    const { headers, body } = sentTo(api.updateDisplay).at(-1)!;
    return { version: headers.get('if-match'), note: (body as { note?: string }).note };
  };
  await text.fill('Welcome');
  await loadAgain(at(2, { enabled: false }));
  await expect.element(text).toHaveValue('Welcome');
  expect(await save()).toEqual({ version: '"2"', note: 'Welcome' });
  await loadAgain(at(3, { title: 'By someone else' }));
  await expect.element(text).toHaveValue('Welcome');
  expect(await save()).toEqual({ version: '"2"', note: 'Welcome' });
  await press('Discard', form);
  await expect.element(field('Title', form)).toHaveValue('By someone else');
  await expect.element(text).toHaveValue('');
  await press('Remove logo', form);
  await loadAgain(at(4, { title: 'By someone else', enabled: false }));
  expect(await save()).toEqual({ version: '"4"', note: '' });
  await loadAgain(at(6, { title: 'By someone else' }));
  expect(await save()).toEqual({ version: '"4"', note: '' });
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
  await openAsStaff('/app/expected-wait-time', [...staff, of('expected-wait-time', 'space'), noWaits]);
  await pick('Location', 'Riverside');
  await pick('Space', 'Reading room');
  await shows(`${base}/expected-wait-time/12345678`);
  expect(window.location.hash).toBe(`#/app/expected-wait-time/${orgId}/${locationId}/${spaceId}`);
});

it.each([
  ['/app/manual-occupancy-view', 'Live Occupancy'],
  ['/app/face-mask', 'Face mask display setup'],
  ['/app/queue-optimizer', 'Queue optimizer display setup'],
  ['/app/expected-wait-time', 'Expected wait time display setup'],
])('[R477] [R482] [R485] %s is called %s, and says when the subscription has none', async (address, title) => {
  await open(address, [...administrator, none, noWaits]);
  await see(heading(title));
  await expect.poll(() => document.title).toContain(title);
  await see(page.getByText('Nothing is chosen yet'));
  const off = Object.fromEntries(Object.keys(flags).map((flag) => [flag, false]));
  await open(address, [...administrator, answer(getOrganization, { name: 'Lakeside Libraries', ...off })]);
  await see(heading(title));
  await see(page.getByText('Displays are not enabled'));
  await hide(page.getByRole('combobox', { name: 'Location' }));
});

it('[R1144] the earlier address of the set-up of expected waits leads to its page', async () => {
  await open('/app/expected-wait-display', [...administrator, none, noWaits]);
  await see(heading('Expected wait time display setup'));
  expect(window.location.hash).toBe('#/app/expected-wait-time');
  const ids = `${orgId}/${locationId}/${spaceId}`;
  await open(`/app/expected-wait-display/${ids}`, [...administrator, none, noWaits]);
  await see(page.getByText('This display is not public'));
  expect(window.location.hash).toBe(`#/app/expected-wait-time/${ids}`);
});

it('[R099] says when a link is too long for a QR code', async () => {
  await open(path, [...administrator, answer(api.listDisplays, [{ ...display, url: `${url}${'x'.repeat(4_000)}` }])]);
  await press('QR code');
  await see(dialog('QR code').getByText('Could not generate a QR code for the url.'));
});
