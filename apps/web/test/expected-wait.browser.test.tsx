import * as api from '@atrium/contract/expected-wait-mappings';
import { listDisplays } from '@atrium/contract/displays';
import { getOrganization } from '@atrium/contract/organizations';
import { listSensors } from '@atrium/contract/sensors';
import { getSpace, listSpaces } from '@atrium/contract/spaces';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { reportLive, sentEvents } from './socket.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, heading, hide, pick, press, refused } from './steps.ts';

const spaceId = sampleId('spaceId');
const locationId = sampleId('locationId');
const headZoneId = sampleId('zoneId', 1);
const space = { spaceId, locationId, name: 'Check-in hall', location: { name: 'Airport' } };
const mapping = {
  expectedWaitMappingId: sampleId('expectedWaitMappingId'),
  spaceId,
  headZoneId,
  throughputSampleInterval: 15,
  space,
  zone: { name: 'Gate line' },
};
const enabled = answer(getOrganization, {
  name: 'Lakeside Airports',
  isEnabled: true,
  canViewOccupancy: true,
  canViewExpectedWaitTime: true,
});
const zone = (index: number, name: string, countApplication: number, disabled = false) => {
  return { zoneId: sampleId('zoneId', index), name, countApplication, disabled };
};
const offered = [
  answer(listSpaces, [space]),
  answer(listSensors, [
    {
      name: 'Eye',
      zone: [
        zone(1, 'Gate line', 1),
        zone(2, 'Queue area', 5),
        zone(3, 'Closed line', 1, true),
        zone(4, 'Journey line', 9),
      ],
    },
  ]),
];
const noDisplay = answer(listDisplays, []);
const calls = [...records, ...signedInAs('OrganizationAdministrator'), enabled, ...offered, noDisplay];
const withMapping = [...calls, answer(api.listExpectedWaitMappings, [mapping])];
const address = '/app/expected-wait-time';
const row = page.getByRole('button', { name: 'Check-in hall', exact: true });
const panel = dialog('Check-in hall');
const wait = {
  spaceId,
  waitLineLength: 12,
  expectedWaitTime: 415,
  expectedWaitTimeMinutes: 7,
  lastReadingAt: sampleNow,
  asOf: sampleNow,
};

describe('expected waits', () => {
  it('[R437] [R892] lists mappings with the wait of now, which moves', async () => {
    await open(address, withMapping);
    await see(heading('Expected wait time display setup'));
    await see(page.getByRole('heading', { level: 2, name: 'Expected wait time' }));
    await see(page.getByText('Gate line'));
    await expect.poll(() => sentEvents(api.liveWait.events.subscribe)).toEqual([{ spaceId }]);
    await reportLive(api.liveWait, wait);
    await see(page.getByText('7 min', { exact: true }));
    await look('expected-waits', row);
    await reportLive(api.liveWait, { ...wait, expectedWaitTime: null, expectedWaitTimeMinutes: null });
    await see(page.getByText('–', { exact: true }));
    await row.click();
    await see(panel.getByText(/^Nobody left the queue in the sample interval/));
    await reportLive(api.liveWait, { ...wait, waitLineLength: 20, expectedWaitTime: 661, expectedWaitTimeMinutes: 12 });
    await see(panel.getByText('12 min', { exact: true }));
    await look('expected-wait', panel.getByText('15 min', { exact: true }));
    await reportLive(api.liveWait, { ...wait, lastReadingAt: '2026-03-02T19:00:00.000Z' });
    await see(panel.getByText('Not current', { exact: true }));
  });

  it('[R437] [R438] adds a mapping of a space and a line at its location, sampled over 15 minutes', async () => {
    await open(address, [...calls, answer(api.listExpectedWaitMappings, [])]);
    await look('expected-waits-empty', page.getByText('No expected wait mapping yet', { exact: true }));
    await press('Add mapping');
    const form = dialog('Add mapping');
    await press('Add mapping', form);
    await see(form.getByText('Space is required'));
    await see(form.getByText('Head zone is required'));
    await see(form.getByText('Choose a space first.'));
    await pick('Space', /Check-in hall, Airport/, form);
    await form.getByRole('combobox', { name: 'Head zone' }).click();
    await see(page.getByRole('option', { name: 'Journey line, Eye' }));
    expect(page.getByRole('option').elements()).toHaveLength(2);
    await page.getByRole('option', { name: 'Gate line, Eye' }).click();
    await look('expected-wait-new', form.getByLabelText('Throughput sample interval'));
    await refused(api.createExpectedWaitMapping, 'Unable to create the expected wait mapping', () =>
      press('Add mapping', form),
    );
    expectNow(answer(api.createExpectedWaitMapping, mapping), answer(api.listExpectedWaitMappings, [mapping]));
    await press('Add mapping', form);
    expect(sentTo(api.createExpectedWaitMapping).at(-1)?.body).toEqual({
      spaceId,
      headZoneId,
      throughputSampleInterval: 15,
    });
    await see(page.getByText('Expected wait mapping created successfully'));
    await hide(form);
    await see(row);
  });

  it('[R437] [R734] edits a mapping, with an interval that is allowed', async () => {
    await open(address, withMapping);
    await row.click();
    await press('Edit mapping', panel);
    const form = dialog('Edit mapping');
    const interval = form.getByLabelText('Throughput sample interval');
    await interval.fill('121');
    await press('Save', form);
    await see(form.getByText('Throughput sample interval must be a whole number of minutes from 1 to 120'));
    await interval.fill('30');
    await refused(api.updateExpectedWaitMapping, 'Unable to update the expected wait mapping', () =>
      press('Save', form),
    );
    expectNow(answer(api.updateExpectedWaitMapping, { ...mapping, throughputSampleInterval: 30 }));
    await press('Save', form);
    await see(page.getByText('Expected wait mapping updated successfully'));
    expect(sentTo(api.updateExpectedWaitMapping).at(-1)?.body).toMatchObject({ throughputSampleInterval: 30 });
  });

  it('[R437] deletes a mapping after a question', async () => {
    await open(address, withMapping);
    await row.click();
    await press('Delete', panel);
    const question = dialog('Delete Expected Wait Mapping');
    await look('expected-wait-delete', question.getByText(/of Check-in hall/));
    await refused(api.deleteExpectedWaitMapping, 'Unable to delete the expected wait mapping', () =>
      press('Yes, delete it!', question),
    );
    expectNow(answer(api.deleteExpectedWaitMapping), answer(api.listExpectedWaitMappings, []));
    await press('Delete', panel);
    await press('Yes, delete it!', question);
    await see(page.getByText('Expected wait mapping deleted successfully'));
    await hide(panel);
    await see(page.getByText('No expected wait mapping yet', { exact: true }));
  });

  it('[R892] shows others the waits, and nothing to change', async () => {
    const user = [...records, ...signedInAs('OrganizationUser'), enabled];
    await open(address, [...user, answer(api.listExpectedWaitMappings, [mapping])]);
    await row.click();
    await see(panel.getByText('Gate line'));
    for (const name of ['Edit mapping', 'Delete', 'Add mapping'])
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
    await open(address, [...user, answer(api.listExpectedWaitMappings, [])]);
    await see(page.getByText(/once an administrator adds a mapping/));
  });

  it('[R892] says when they or the one of a space cannot be read, and when the subscription has none', async () => {
    await open(address, [...calls, refuse(api.listExpectedWaitMappings, 503, 'Not now.')]);
    await see(page.getByText('Unable to retrieve expected wait mappings. Not now.').first());
    await open(`${address}?spaceId=${spaceId}`, [...calls, refuse(api.listExpectedWaitMappings, 503, 'Not now.')]);
    await see(page.getByText('Unable to retrieve expected wait mapping. Not now.').first());
    const off = answer(getOrganization, { name: 'Lakeside Airports', isEnabled: true, canViewExpectedWaitTime: false });
    await open(address, [...calls, off]);
    await look('expected-waits-off', page.getByText('Displays are not enabled', { exact: true }));
  });

  it('[R892] names the organization for staff', async () => {
    await openAsStaff(address, [...withMapping, ...signedInAs('SenSourceUser')]);
    await see(row);
    await expect
      .poll(() => sentEvents(api.liveWait.events.subscribe))
      .toEqual([{ spaceId, orgId: expect.any(String) }]);
  });
});

describe('the page of a space', () => {
  const spacePage = `/app/org/${sampleId('orgId')}/location/${locationId}/space/${spaceId}`;
  const link = page.getByRole('link', { name: 'Expected wait time', exact: true }).last();

  it('[R439] [R161] links to its expected wait', async () => {
    await open(spacePage, [...withMapping, answer(getSpace, space)]);
    await link.click();
    await see(panel.getByText('Gate line'));
    await press('Close', panel);
    await hide(panel);
    await see(row);
  });

  it('[R439] leads to a new mapping of the space where it has none', async () => {
    await open(`${address}?spaceId=${spaceId}`, [...calls, answer(api.listExpectedWaitMappings, [])]);
    const form = dialog('Add mapping');
    await expect.element(form.getByRole('combobox', { name: 'Space' })).toHaveValue('Check-in hall, Airport');
    await press('Cancel', form);
    await hide(form);
    await see(page.getByText('No expected wait mapping yet', { exact: true }));
  });

  it('[R439] has no link without expected wait time', async () => {
    const off = answer(getOrganization, { name: 'Lakeside Airports', isEnabled: true, canViewOccupancy: true });
    await open(spacePage, [...calls, off, answer(getSpace, space)]);
    await see(heading('Check-in hall'));
    await see(page.getByRole('link', { name: 'Count by hand' }));
    expect(page.getByRole('main').getByRole('link', { name: 'Expected wait time' }).elements()).toEqual([]);
  });
});
