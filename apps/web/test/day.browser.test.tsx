import { getTraffic } from '@atrium/contract/data';
import { listOfflineSensors, updateOfflineSensor } from '@atrium/contract/offline-sensors';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import { getWeatherHistory } from '@atrium/contract/weather';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dayInChicago } from './local-days.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, pick, press } from './steps.ts';

const [here, elsewhere] = [sampleId('locationId'), sampleId('locationId', 1)];
const past = answer(getWeatherHistory, { hours: [] });
const administrator = [...records, ...signedInAs('OrganizationAdministrator'), past];
const user = [...records, ...signedInAs('OrganizationUser'), past];
const controls = page.getByRole('group', { name: 'Day and comparison' });
const completeness = page.getByRole('region', { name: 'Data completeness', exact: true });
const inAddress = (name: string) => new URLSearchParams(address().split('?')[1]).get(name);
const shown = () => ({ day: inAddress('day'), compare: inAddress('compare') });
const askedDays = () => sentTo(getTraffic).map(({ query }) => [query['entityIds'], query['startDate']]);
const noHours = answer(getOpeningHours, {
  timezone: 'America/Chicago',
  days: [1, 0].map((daysAgo) => ({ date: dayInChicago(daysAgo), hours: [] })),
});

describe.each([
  ['the welcome page', `/app/welcome?location=${here}&`],
  ['the page of a location', `/app/org/${sampleId('orgId')}/location/${here}?`],
])('%s', (_, path) => {
  it('[R521] keeps its day and what it is compared with in the address', async () => {
    await open(path, user);
    await see(controls);
    expect(shown()).toEqual({ day: null, compare: null });
    await press('Previous day', controls);
    await expect.poll(shown).toEqual({ day: dayInChicago(1), compare: null });
    await pick('Compare with', 'Day before', controls);
    await expect.poll(shown).toEqual({ day: dayInChicago(1), compare: 'before' });
    await expect.poll(askedDays).toContainEqual([here, dayInChicago(2)]);
    await pick('Compare with', 'Another date', controls);
    await controls.getByLabelText('Date to compare with').fill('2026-03-03');
    await expect.poll(shown).toEqual({ day: dayInChicago(1), compare: '2026-03-03' });
    await pick('Compare with', 'Another location', controls);
    await expect.poll(shown).toEqual({ day: dayInChicago(1), compare: elsewhere });
    await press('Today', controls);
    await expect.poll(shown).toEqual({ day: null, compare: elsewhere });
    await pick('Compare with', 'Same day last week', controls);
    await expect.poll(shown).toEqual({ day: null, compare: null });
  });

  it('[R521] opens with the day and the comparison that are in the address', async () => {
    await open(`${path}day=2026-03-03&compare=${elsewhere}`, user);
    await expect.element(controls.getByLabelText('Day', { exact: true })).toHaveValue('2026-03-03');
    await expect.element(controls.getByRole('combobox', { name: 'Compare with' })).toHaveValue('Another location');
    await expect.poll(askedDays).toContainEqual([here, '2026-03-03']);
    await expect.poll(askedDays).toContainEqual([elsewhere, '2026-03-03']);
  });

  it('[R522] says that it is closed today if it has neither hours nor counts', async () => {
    await open(path, [...user, noHours, answer(getTraffic, { results: [], messages: [] })]);
    await see(page.getByText('Closed today', { exact: true }));
    await see(page.getByText('There are no opening hours on this day, and nobody was counted.'));
    expect(completeness.elements()).toEqual([]);
  });

  it('[R522] shows what was counted while it was closed', async () => {
    await open(path, [...user, noHours]);
    await see(completeness);
    await see(page.getByText('Counted while closed.').first());
    expect(page.getByText('Closed today', { exact: true }).elements()).toEqual([]);
  });

  it('[R811] names silent sensors beside the completeness of today, for administrators to acknowledge', async () => {
    await open(path, administrator);
    await see(completeness.getByRole('list', { name: 'Silent sensors' }).getByText(/has been silent since/));
    expect(sentTo(listOfflineSensors).at(-1)?.query).toMatchObject({ locationId: here });
    await press('Acknowledge Ceiling north', completeness);
    const form = dialog('Acknowledge offline sensor');
    await press('No power', form);
    expectNow(answer(updateOfflineSensor));
    await press('Save', form);
    await see(page.getByText('Offline sensor updated successfully'));
    expect(sentTo(updateOfflineSensor)).toMatchObject([{ body: { cause: 'No power' } }]);
  });

  it('[R811] shows users silent sensors with the cause that was recorded', async () => {
    const known = { sensor: { name: 'Ceiling north' }, cause: 'Network down' };
    await open(path, [...user, answer(listOfflineSensors, [known])]);
    await see(completeness.getByText(/Acknowledged: Network down/));
    expect(completeness.getByRole('button', { name: /^Acknowledge/ }).elements()).toEqual([]);
  });
});
