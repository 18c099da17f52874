import { listLocations } from '@atrium/contract/locations';
import * as push from '@atrium/contract/push-keys';
import { listSensors } from '@atrium/contract/sensors';
import { listSites } from '@atrium/contract/sites';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo, unreachable, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, hide, pick, press, stopClock } from './steps.ts';
import { textsOf } from './shown.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  hideThePage(false);
});

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const url = (vendor: string) => `https://counts.example.com/api/push/${vendor}/k7x2m9q4`;
const key = { name: 'Northwind sensors' };
const opened = {
  ...key,
  key: 'k7x2m9q4',
  addresses: ['xovis5', 'milesight', 'json'].map((vendor) => ({ vendor, title: vendor, url: url(vendor) })),
};
const withKey = [...administrator, answer(push.listPushKeys, [key]), answer(push.getPushKey, opened)];
const mac = '006E02A1B2C3';
const seconds = (count: number) => new Date(Date.parse(sampleNow) - count * 1000).toISOString();

const attempt = { vendor: 'xovis5', status: 202, bytes: 812, contentType: 'application/json', pending: false };
const newDevice = { ...attempt, at: seconds(12), device: mac, outcome: 'new-device', reason: 'unassigned' } as const;
const lines = [
  {
    lineId: '1',
    name: 'Line 1',
    form: 'line',
    latest: { kind: 'interval', at: seconds(60), seconds: 60, ins: 7, outs: 4 },
  },
  { lineId: '2', name: 'Escalator', form: 'line', latest: null },
] as const;
const unassigned = { vendor: 'xovis5', macAddress: mac, identifier: mac, state: 'unassigned', lines } as const;
const heard = answer(push.listPushAttempts, {
  asOf: sampleNow,
  attempts: [newDevice],
  devices: [{ ...unassigned, heardAt: seconds(12) }],
});

const found = answer(push.getNewDevice, { deviceId: mac, vendor: 'xovis5', lines });
const places = [
  answer(listLocations, [{ name: 'Main street' }]),
  answer(push.listNewDevices, [{ deviceId: mac, vendor: 'xovis5' }]),
];

const choose = (vendor: RegExp) => page.getByRole('radio', { name: vendor }).click();
const device = page.getByRole('region', { name: /^Enter this in/ });
const live = page.getByRole('region', { name: 'Watch it arrive' });

it('[R517] [R581] without a key the page says what comes first', async () => {
  await open('/app/pushurls', [...administrator, answer(push.listPushKeys, [])]);
  await see(live.getByText('What arrives with the chosen key appears here'));
  await see(page.getByText('No push key yet', { exact: true }));
  expect(sentTo(push.getPushKey)).toEqual([]);
  await look('connect-empty', page.getByRole('button', { name: 'Create push key' }).first());
  await press('Create push key');
  await field('Name', dialog('Create push key')).fill('Northwind sensors');
  expectNow(answer(push.createPushKey, opened), answer(push.listPushKeys, [key]), answer(push.getPushKey, opened));
  await press('Create push key', dialog('Create push key'));
  await choose(/^Xovis/);
  await see(device.getByText(url('xovis5')).first());
});

const newKey = { pushKeyId: sampleId('pushKeyId', 1), name: 'New store' };
const oldKey = { pushKeyId: sampleId('pushKeyId', 900), name: 'Old store' };

/** An organization with so many keys that the picker has the newest ones, and the list the oldest. */
function withManyKeys(active: { name: string; pushKeyId: string }[]): void {
  const real = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const asked = new URL(input instanceof Request ? input.url : String(input), window.location.origin);
    if (asked.pathname === push.listPushKeys.path) {
      const [id, search] = ['pushKeyId', 'search'].map((name) => asked.searchParams.get(name));
      const rest = asked.searchParams.has('order') ? active.slice(-1) : active.slice(0, 1);
      const rows = id
        ? active.filter(({ pushKeyId }) => pushKeyId === id)
        : search
          ? active.filter(({ name }) => name.includes(search))
          : rest;
      expectNow(answer(push.listPushKeys, rows));
    }
    return real(input, init);
  });
}

const keyField = page.getByRole('combobox', { name: 'Push key', exact: true });
const readKeys = () => sentTo(push.getPushKey).map(({ params }) => params['pushKeyId']);

it('[R1204] a key of the list is set up and no other, until it is revoked', async () => {
  const active = [newKey, oldKey];
  withManyKeys(active);
  await open('/app/pushurls', withKey);
  await expect.element(keyField).toHaveValue('New store');
  await press('Old store');
  await press('Connect a device', dialog('Old store'));
  await hide(dialog('Old store'));
  await expect.element(keyField).toHaveValue('Old store');
  await choose(/^Xovis/);
  await see(device.getByText(url('xovis5')).first());
  expect(new Set(readKeys())).toEqual(new Set([oldKey.pushKeyId]));
  await see(live.getByText('Pushes with Old store'));

  expectNow(answer(push.revokePushKey));
  await press('Old store');
  await press('Revoke', dialog('Old store'));
  active.pop();
  await press('Yes, revoke it!');
  await see(live.getByText('What arrives with the chosen key appears here'));
  await expect.element(keyField).toHaveValue('');
  await hide(page.getByText(url('xovis5')));
});

it('[R1204] keys are searched by name among all of them', async () => {
  withManyKeys([newKey, oldKey]);
  await open('/app/pushurls', withKey);
  await expect.element(keyField).toHaveValue('New store');
  await choose(/^Xovis/);
  await expect.poll(readKeys).toContain(newKey.pushKeyId);
  await keyField.fill('Old');
  await page.getByRole('option', { name: 'Old store' }).click();
  await expect.element(keyField).toHaveValue('Old store');
  await expect.poll(() => readKeys().at(-1)).toBe(oldKey.pushKeyId);
});

it('[R494] [R582] a chosen vendor shows its address and settings, with what to leave off', async () => {
  await open('/app/pushurls', withKey);
  await choose(/^Xovis/);
  await see(page.getByRole('heading', { name: 'Enter this in your Xovis device' }));
  await see(device.getByRole('button', { name: 'Copy URI' }));
  await see(device.getByText('Do not add a second Logics agent'));
  await look('connect-xovis', device.getByText(url('xovis5')).first());
  await press('Show QR code', device);
  await see(page.getByRole('img', { name: `QR code of ${url('xovis5')}` }));
  await press('Close', dialog('Address for Xovis'));
  await hide(dialog('Address for Xovis'));

  const read = sentTo(push.getPushKey).length;
  // With the keyboard alone: the arrows move from vendor to vendor, and the search narrows them.
  await page.getByRole('radio', { name: /^Xovis/ }).click();
  await userEvent.keyboard('{ArrowDown}');
  await see(page.getByRole('heading', { name: 'Enter this in your Milesight device' }));
  await page.getByRole('textbox', { name: 'Find a vendor' }).fill('json');
  await expect.poll(textsOf(page.getByRole('radio'))).toHaveLength(2);
  await choose(/^Any device/);
  await see(device.getByText(`curl -X POST '${url('json')}'`));
  expect(sentTo(push.getPushKey)).toHaveLength(read);
  await look('connect-json', device.getByRole('button', { name: 'Copy command' }));
});

it('[R513] [R584] a key waits for its first push, then shows the device, its lines and what to do', async () => {
  await open('/app/pushurls', withKey);
  await see(live.getByText('Waiting for the first push'));
  await live.getByText('Nothing arrives?').click();
  await look('connect-waiting', live.getByText('The device shows 401'));
  expectNow(heard);
  await see(live.getByText(/^Heard \d+ s ago$/));
  await see(live.getByText('From one device, 2 lines and zones.'));
  await see(live.getByText('7 in · 4 out in 1 min'));
  await look('connect-heard', live.getByRole('button', { name: 'Assign to a site: 00:6E:02:A1:B2:C3' }));
});

it('[R584] a device that counts shows its zones and the way to its numbers', async () => {
  const zone = { name: 'North door', needsReview: true };
  const counting = {
    ...unassigned,
    state: 'counting',
    sensorId: sampleId('sensorId'),
    sensorName: 'Door sensor',
    siteName: 'North',
    locationId: sampleId('locationId'),
    heardAt: seconds(3),
    lines: [{ ...lines[0], zone }, lines[1]],
  } as const;
  const accepted = { ...newDevice, status: 200, outcome: 'accepted', reason: null } as const;
  const attempts = [
    accepted,
    { ...accepted, at: seconds(72) },
    { ...accepted, at: seconds(132), outcome: 'test' } as const,
  ];
  await open('/app/pushurls', [
    ...withKey,
    answer(push.listPushAttempts, { asOf: sampleNow, attempts, devices: [counting] }),
  ]);
  await see(live.getByText('Counts for Door sensor at North.'));
  await see(live.getByText('Received and counted × 2'));
  await expect
    .element(live.getByRole('link', { name: 'See the numbers' }))
    .toHaveAttribute('href', expect.stringMatching(/welcome\?location=/));
  await look('connect-counting', live.getByText('→ North door'));
});

it('[R585] refused pushes say why and what to do; the page recovers from a failed call', async () => {
  const refused = { ...attempt, at: seconds(4), device: null, reason: null };
  const attempts = [
    { ...refused, status: 415, outcome: 'wrong-type', contentType: 'application/xml' },
    { ...refused, at: seconds(30), status: 413, outcome: 'too-large', bytes: 1_400_000 },
    { ...refused, at: seconds(60), status: 403, outcome: 'other-device', device: mac },
  ] as const;
  await open('/app/pushurls', [
    ...withKey,
    answer(push.listPushAttempts, { asOf: sampleNow, attempts: [...attempts] }),
  ]);
  await see(live.getByText(/^Refused/).first());
  await see(live.getByText('Refused: too large (413)'));
  await see(live.getByText('Refused: this key belongs to another device (403)'));
  await look('connect-refused', live.getByText('Refused: wrong content type (415)'));

  await open('/app/pushurls', [
    ...withKey,
    unreachable(push.listPushAttempts),
    refuse(push.listPushVendors, 500, 'Gone.'),
  ]);
  await see(live.getByRole('alert'));
  await look('connect-failed', page.getByRole('region', { name: 'Choose your sensor' }).getByText('Gone.'));
  // A hidden page does not poll: only the button sends a request. While the page polls, the button is away.
  const button = live.getByRole('button', { name: 'Try again' });
  await expect
    .poll(() => {
      hideThePage(true);
      const isShown = button.elements().length > 0;
      hideThePage(isShown);
      return isShown;
    })
    .toBe(true);
  expectNow(heard);
  await press('Try again', live);
  await see(live.getByText('From one device, 2 lines and zones.'));
  hideThePage(false);
  await open('/app/pushurls', [...withKey, withhold(push.listPushAttempts), withhold(push.listPushVendors)]);
  await look('connect-loading', page.getByRole('heading', { name: 'Watch it arrive' }));
});

it('[R690] shows what arrives by MQTT and SFTP too, with and without a push key', async () => {
  const message = {
    at: seconds(5),
    vendor: 'xovis5',
    device: mac,
    outcome: 'new-device',
    reason: 'unassigned',
    pending: false,
    bytes: 812,
    brokerName: 'Stores',
    topic: 'stores/006E02A1B2C3/counts',
  } as const;
  const discarded = { ...message, at: seconds(9), device: null, outcome: 'too-large', reason: null } as const;
  const file = { fileName: 'pos-2026-02.csv', rowCount: 1200, errorCount: 0, bytes: 52_000, createdAt: seconds(20) };
  const arrived = answer(push.listOtherArrivals, {
    asOf: sampleNow,
    hasBroker: true,
    messages: [message, discarded],
    devices: [{ ...unassigned, heardAt: seconds(5) }],
    files: [
      { ...file, status: 'ok' },
      { ...file, importStatusId: sampleId('fileId'), fileName: 'readme.txt', status: 'failed', errorCount: 1 },
    ],
  });
  await open('/app/pushurls', [...administrator, answer(push.listPushKeys, []), ...places, found, arrived]);
  const mqtt = live.getByRole('region', { name: 'By MQTT' });
  await see(mqtt.getByText('Discarded: too large', { exact: true }));
  await see(mqtt.getByText('Stores · stores/006E02A1B2C3/counts').first());
  const sftp = live.getByRole('region', { name: 'Files by SFTP' });
  await see(sftp.getByText('Imported · 1,200 rows', { exact: true }));
  await look('connect-other-doors', sftp.getByText('Not imported · 1,200 rows, 1 error'));
  await press('Assign to a site: 00:6E:02:A1:B2:C3', mqtt);
  await see(dialog('Assign device'));

  await open('/app/pushurls', [
    ...withKey,
    answer(push.listOtherArrivals, { hasBroker: true, messages: [], devices: [], files: [] }),
  ]);
  await see(live.getByText('No message has arrived from your brokers yet.'));
  await open('/app/pushurls', [...withKey, refuse(push.listOtherArrivals, 500, 'Gone.')]);
  await see(live.getByText('Gone.'));
  await open('/app/pushurls', withKey);
  await see(live.getByText('Sensors that publish to an MQTT broker need no push key.', { exact: false }));
});

it('[R583] a key is bound to a sensor and released from its panel', async () => {
  await open('/app/pushurls', [...withKey, answer(listSensors, [{ name: 'Door sensor', active: true }])]);
  await press('Northwind sensors');
  const panel = dialog('Northwind sensors');
  await see(panel.getByText('Waiting for the first push'));
  expect(sentTo(push.getPushKey)).toEqual([]);
  await press('Show key', panel);
  await look('push-key-panel', panel.getByText('k7x2m9q4'));
  await press('Choose its sensor', panel);
  const bind = dialog('Who may use this key?');
  await pick('Only for one sensor', 'Door sensor', bind);
  await look('push-key-bind', bind.getByText('Pushes of every other device'));
  expectNow(answer(push.updatePushKey, key));
  await press('Save', bind);
  await hide(bind);
  expect(sentTo(push.updatePushKey).map(({ body }) => body)).toEqual([{ sensorId: sampleId('sensorId') }]);
});

it('[R589] a new device gets a new site and zones in one dialog, and the way to its number', async () => {
  await open('/app/pushurls', [...withKey, ...places, found, answer(listSites, [])]);
  await press('Assign to a site: 00:6E:02:A1:B2:C3');
  const adopting = dialog('Assign device');
  await press('Assign', adopting);
  await see(adopting.getByText('Choose a location').last());
  await pick('Location', 'Main street', adopting);
  await field('Name of the site', adopting).fill('North door');
  await expect.element(field('Zone for Line 1', adopting)).toHaveValue('North door');
  await expect.element(field('Zone for Escalator', adopting)).toHaveValue('Escalator');
  await look('connect-adopt', adopting.getByText('7 in · 4 out in 1 min'));
  await field('Zone for Line 1', adopting).fill('North entrance');
  expectNow(answer(push.adoptDevice), answer(push.listNewDevices, []));
  await press('Assign', adopting);
  await look('connect-adopted', dialog('It counts').getByRole('link', { name: 'See the numbers' }));
  expect(sentTo(push.adoptDevice).map(({ body }) => body)).toEqual([
    {
      site: { locationId: sampleId('locationId'), name: 'North door' },
      name: '',
      zones: [
        { lineId: '1', name: 'North entrance' },
        { lineId: '2', name: 'Escalator' },
      ],
    },
  ]);
  await press('Connect another', dialog('It counts'));
  await hide(dialog('It counts'));
});

it('[R514] [R589] a new device goes to a site without an active sensor, also for staff', async () => {
  const free = { name: 'Front door', location: { name: 'Main street' }, sensor: [] };
  const taken = { name: 'Back door', location: { name: 'Main street' }, sensor: [{ active: true }] };
  const staff = [...withKey, ...signedInAs('SenSourceUser'), ...places, found, answer(listSites, [free, taken])];
  await openAsStaff('/app/pushurls', staff);
  await press('Assign to a site: 00:6E:02:A1:B2:C3');
  const adopting = dialog('Assign device');
  await adopting.getByRole('combobox', { name: 'Site' }).click();
  await expect.poll(textsOf(page.getByRole('option'))).toEqual(['Front door, Main street']);
  await page.getByRole('option').first().click();
  await expect.element(field('Zone for Line 1', adopting)).toHaveValue('Front door');
  expectNow(
    refuse(push.adoptDevice, 400, 'Taken.', {
      details: [{ path: 'siteId', message: 'The site has another active sensor' }],
    }),
  );
  await press('Assign', adopting);
  await see(adopting.getByText('The site has another active sensor'));
});

const asked = () => sentTo(push.listPushAttempts).length;

function hideThePage(isHidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isHidden ? 'hidden' : 'visible' });
  window.dispatchEvent(new Event('visibilitychange'));
}

it('[R587] the page asks every two seconds, and stops while it is hidden', async () => {
  stopClock();
  await open('/app/pushurls', withKey);
  await expect.poll(asked).toBeGreaterThan(0);
  const [first, since] = [asked(), Date.now()];
  // Each look moves the stopped clock on a little.
  await expect.poll(asked).toBe(first + 3);
  expect((Date.now() - since) / 3000).toBeCloseTo(2, 0);
  hideThePage(true);
  const before = asked();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked()).toBe(before);
  hideThePage(false);
  const askedLater = async () => {
    await vi.advanceTimersByTimeAsync(2_500);
    return asked();
  };
  await expect.poll(askedLater).toBeGreaterThan(before);
});
