import * as offline from '@atrium/contract/offline-sensors';
import { listSensors } from '@atrium/contract/sensors';
import { getSidebar } from '@atrium/contract/sidebar';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf, textsOf } from './shown.ts';
import { open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, downloads, heading, hide, pick, press, refused } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const sensorAt = (name: string) => ({
  name,
  macAddress: '006E02AABBCC',
  site: { name: 'North door' },
  location: { name: 'Pier 7', timezone: 'America/Chicago' },
  organization: { name: 'Harbour' },
});
const silent = { createdAt: hoursAgo(2), lastHeard: hoursAgo(2), sensor: sensorAt('Ceiling north') };
const old = { createdAt: hoursAgo(24 * 40), cause: 'Being rebuilt', sensor: sensorAt('Ceiling south') };
const acknowledged = {
  cause: 'No power since the storm',
  acknowledgedBy: sampleId('userId'),
  acknowledger: { name: 'Ada Lovelace' },
};
const none = { today: 0, yesterday: 0, week: 0, month: 0, quarter: 0, year: 0, old: 0 };
const shop = [
  answer(offline.listOfflineSensors, [silent, old]),
  answer(offline.countOfflineSensors, { count: 2, acknowledged: 1, ages: { ...none, today: 1, quarter: 1 } }),
  answer(offline.listOfflineRecordsOfSensor, [silent]),
];
const table = page.getByRole('region', { name: 'Offline sensors, open' });
const rows = table.getByRole('row');
const ages = page.getByRole('group', { name: 'Offline since' });
const age = (name: string) => ages.getByRole('button', { name });

const asked = () => sentTo(offline.listOfflineSensors).at(-1)?.query['orgId'];

describe('the open records', () => {
  it('[R213] [R217] are listed with how old they are, and summed up by age', async () => {
    await open('/app/offline-sensors?tab=open', [...administrator, ...shop]);
    await see(age('2 All'));
    await expect.element(age('2 All')).toHaveAttribute('aria-pressed', 'true');
    for (const name of ['All', 'Today', 'Yesterday', 'Week', 'Month', 'Quarter (90 days)', 'Year', 'Old'])
      await expect.element(age(name)).toBeVisible();
    await see(page.getByText('Sensors that have been silent for at least 15 minutes.'));
    await see(page.getByRole('heading', { name: 'Offline in the last 7 days' }));
    await expect.poll(countOf(rows)).toBe(3);
    for (const text of ['Ceiling north', '2 h ago', 'Not acknowledged'])
      await expect.element(rows.nth(1)).toHaveTextContent(text);
    const columns = textsOf(table.getByRole('columnheader'))().join(' ');
    expect(columns).toMatch(/Sensor.*Location.*Site.*MAC address.*Offline since.*Cause.*Acknowledged by.*Actions/);
    expect(columns).not.toContain('Organization');
    expectNow(answer(offline.listOfflineSensors, [old]));
    await age('1 Quarter (90 days)').click();
    await expect.poll(countOf(rows)).toBe(2);
    await expect.element(rows.nth(1)).toHaveTextContent('Being rebuilt');
    expect(sentTo(offline.listOfflineSensors).at(-1)?.query).toMatchObject({ age: 'quarter' });
  });

  it('[R213] are searched, and saved as a file', async () => {
    await open('/app/offline-sensors?tab=open', [...administrator, ...shop]);
    await expect.poll(countOf(rows)).toBe(3);
    const [file] = await downloads(() => press('CSV'));
    expect(file?.text).toContain('Ceiling south');
    expectNow(answer(offline.listOfflineSensors, []));
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
    await see(page.getByText('No sensor matches'));
  });

  it('[R517] say why there are none', async () => {
    const nobody = [
      answer(offline.listOfflineSensors, []),
      answer(offline.countOfflineSensors, { count: 0, acknowledged: 0, ages: none }),
      answer(listSensors, []),
    ];
    await open('/app/offline-sensors?tab=open', [...administrator, ...nobody]);
    await see(page.getByText('No sensor yet'));
    await see(page.getByRole('link', { name: 'Connect a sensor' }));
  });

  it('[R215] are acknowledged with a cause', async () => {
    await open('/app/offline-sensors?tab=open', [...administrator, ...shop]);
    await press('Acknowledge Ceiling north');
    const form = dialog('Acknowledge offline sensor');
    await press('Save', form);
    await see(form.getByText('Cause is required'));
    expect(sentTo(offline.updateOfflineSensor)).toEqual([]);
    await press('No power', form);
    await form.getByLabelText('Cause').click();
    await userEvent.keyboard('{End} since the storm');
    await refused(offline.updateOfflineSensor, 'Unable to update offline sensor', () => press('Save', form));
    expectNow(
      answer(offline.updateOfflineSensor),
      answer(offline.listOfflineSensors, [{ ...silent, ...acknowledged }, old]),
    );
    await press('Save', form);
    await see(page.getByText('Offline sensor updated successfully'));
    expect(sentTo(offline.updateOfflineSensor).at(-1)?.body).toEqual({ cause: 'No power since the storm' });
    await expect.element(rows.nth(1)).toHaveTextContent('No power since the storm');
    await expect.element(rows.nth(1)).toHaveTextContent('Ada Lovelace');
    await expect
      .element(page.getByRole('button', { name: 'Edit cause of Ceiling north' }))
      .toHaveTextContent('Edit cause');
  });

  it('[R213] open with everything about them', async () => {
    await open('/app/offline-sensors?tab=open', [...administrator, ...shop]);
    await refused(offline.listOfflineRecordsOfSensor, 'Unable to get offline sensor', () => press('Ceiling south'));
    await userEvent.keyboard('{Escape}');
    const all = { ...silent, ...acknowledged };
    await open('/app/offline-sensors?tab=open', [
      ...administrator,
      ...shop,
      answer(offline.listOfflineSensors, [all, old]),
      answer(offline.listOfflineRecordsOfSensor, [all]),
    ]);
    await press('Ceiling north');
    const panel = dialog('Ceiling north');
    await see(panel.getByRole('img', { name: /was offline once in the last 7 days, 2 h/ }));
    const facts = textsOf(panel.getByRole('definition'));
    await expect
      .poll(() => facts().join(' | '))
      .toMatch(
        /Ceiling north.*Offline.*2 h.*Pier 7.*North door.*00:6E:02:AA:BB:CC.*No power since the storm.*Ada Lovelace/,
      );
    await see(panel.getByRole('button', { name: 'Edit cause' }));
    await panel.getByRole('link', { name: 'Open the site' }).click();
    await see(heading('North door'));
    await see(page.getByRole('heading', { name: 'Offline records' }));
    await see(page.getByText('When its sensors were silent in the last 7 days'));
    await see(page.getByRole('heading', { name: 'In and out by hour' }));
  });
});

describe('the resolved records', () => {
  it('[R218] are those of this month unless another period is chosen', async () => {
    await open('/app/offline-sensors?tab=resolved', administrator);
    await see(page.getByRole('button', { name: 'Ceiling north', exact: true }));
    await expect.element(page.getByRole('combobox', { name: 'Resolved in' })).toHaveValue('Month to date');
    const columns = textsOf(page.getByRole('columnheader'))().join(' ');
    expect(columns).toMatch(/Sensor.*Location.*Site.*Offline since.*Back since.*Lasted.*Cause.*Actions/);
    expectNow(answer(offline.listResolvedOfflineSensors, []));
    await pick('Resolved in', 'Last month');
    await see(page.getByText('Nothing was resolved'));
    await see(page.getByText('No sensor came back in this period. Choose another one.'));
  });
});

it('[R155] the records of a site say when a sensor was silent, or that it never was', async () => {
  const site = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}/site/${sampleId('siteId')}`;
  const night = {
    createdAt: hoursAgo(31),
    resolvedDate: hoursAgo(0.2),
    cause: 'Network down',
    sensor: sensorAt('East'),
  };
  await open(`${site}?tab=history`, [...administrator, answer(offline.listOfflineRecordsOfSensor, [night])]);
  await expect.element(page.getByRole('region', { name: 'North sensor' })).toHaveTextContent('Network down');
  await open(`${site}?tab=history`, [...administrator, answer(offline.listOfflineRecordsOfSensor, [])]);
  await see(page.getByRole('region', { name: 'North sensor' }).getByText('It was online the whole time.'));
});

it('[R080] what fails with offline sensors is said in their words', async () => {
  const { listOfflineSensors, countOfflineSensors, listResolvedOfflineSensors, newestOfflineSensors } = offline;
  await refused(listOfflineSensors, 'Unable to get offline sensor records', () =>
    open('/app/offline-sensors?tab=open', administrator),
  );
  await refused(countOfflineSensors, 'Unable to get offline sensor count', () =>
    open('/app/offline-sensors?tab=open', administrator),
  );
  await refused(listResolvedOfflineSensors, 'Unable to get resolved offline sensors', () =>
    open('/app/offline-sensors?tab=resolved', administrator),
  );
  await refused(newestOfflineSensors, 'Unable to get newest offline sensors', () => open('/app/admin-welcome', staff));
});

it('[R009] the menu says how many alerts are open', async () => {
  const menu = answer(getSidebar, [{ text: 'Locations', sref: '/app/locations', icon: 'map-pin', alert: 2 }]);
  await open('/app/profile', [...administrator, menu]);
  const entry = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Locations ?2 open alerts$/ });
  await see(entry);
});

describe('staff', () => {
  it('[R068] see which sensors went offline last', async () => {
    await open('/app/admin-welcome', [...staff, answer(offline.newestOfflineSensors, [silent])]);
    await see(page.getByRole('list', { name: 'Newest offline sensors' }).getByText('Harbour'));
    await page.getByRole('link', { name: 'Open the offline sensors' }).click();
    await see(heading('Offline sensors'));
  });

  it('[R219] see whose sensors they are, of one organization or of all', async () => {
    await openAsStaff('/app/offline-sensors?tab=open', [...staff, ...shop]);
    await see(page.getByRole('row', { name: 'Ceiling north Harbour' }));
    expect(asked()).toBe(sampleId('orgId'));
    expectNow(answer(offline.listOfflineSensors, [old]));
    const whose = page.getByRole('radiogroup', { name: 'Show sensors of' });
    await whose.getByText('All organizations').click();
    await expect.poll(asked).toBe(undefined);
    await expect.poll(countOf(rows)).toBe(2);
    await whose.getByText('This organization').click();
    await expect.element(whose.getByRole('radio', { name: 'This organization' })).toBeChecked();
    await expect.poll(countOf(rows)).toBe(3);
    await page.getByRole('tab', { name: 'Resolved' }).click();
    await hide(table);
  });
});
