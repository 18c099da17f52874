import { liveTraffic } from '@atrium/contract/live-traffic';
import { listLocations } from '@atrium/contract/locations';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { heading } from './steps.ts';
import { reportLive } from './socket.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const table = () => page.getByRole('region', { name: 'All locations' }).getByRole('table');
const figure = (name: string) => page.getByRole('region', { name, exact: true });
const search = () => page.getByRole('searchbox', { name: 'Search' });

/** A reading of this minute. */
const reading = (index: number, ins: number) => {
  const now = new Date().toISOString();
  const entityId = sampleId('locationId', index);
  return { entityType: 'location', entityId, ins, outs: 1, isOpen: true, lastReadingAt: now, asOf: now } as const;
};

it('all locations are in one table that updates live', async () => {
  await open('/app/welcome', administrator);
  await see(table().getByText('Oakwood Branch'));
  expect(table().getByRole('rowheader').elements()).toHaveLength(2);
  await reportLive(liveTraffic, reading(1, 4321));
  const row = table().getByRole('row', { name: /Oakwood Branch/ });
  await expect.element(row).toHaveTextContent('4,321');
  await expect.element(row).toHaveTextContent('Live');
  await reportLive(liveTraffic, reading(1, 4322));
  await expect.element(row).toHaveTextContent('4,322');
  await reportLive(liveTraffic, reading(0, 77));
  await expect.element(figure('In today')).toHaveTextContent('Live');
});

it('the table of locations is sorted and searched, and opens one by keys', async () => {
  await open('/app/welcome', administrator);
  await see(table().getByText('Oakwood Branch'));
  await table().getByRole('button', { name: 'Location' }).click();
  await expect
    .element(table().getByRole('columnheader', { name: 'Location' }))
    .toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => sentTo(listLocations).at(-1)?.query).toMatchObject({ order: '-name' });
  await search().fill('oak');
  await expect.poll(() => sentTo(listLocations).at(-1)?.query).toMatchObject({ search: 'oak' });
  expectNow(answer(listLocations, []));
  await search().fill('nowhere');
  await see(page.getByText('No location matches'));
  expectNow(...records.filter(({ endpoint }) => endpoint === listLocations));
  await search().fill('');
  await see(table().getByText('Oakwood Branch'));
  (table().getByRole('rowheader').first().getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await see(heading('Oakwood Branch'));
});

it('[R564] a closed location without counts today says Closed in the table instead of zeros and a share', async () => {
  await open('/app/welcome', administrator);
  const row = table().getByRole('row', { name: /Oakwood Branch/ });
  await see(row);
  await reportLive(liveTraffic, { ...reading(1, 0), outs: 0, completeness: 1, isOpen: false });
  await see(row.getByText('Closed', { exact: true }).first());
  expect(countOf(row.getByText('–', { exact: true }))()).toBe(2);
  await reportLive(liveTraffic, { ...reading(1, 3), completeness: 1, isOpen: false });
  await see(row.getByText('100%'));
  await see(row.getByText('3', { exact: true }));
});

it('someone who has one location sees that one only', async () => {
  const one = answer(listLocations, [{ name: 'Riverside Branch', timezone: 'America/Chicago' }]);
  await open('/app/welcome', [...records, ...signedInAs('OrganizationUser'), one]);
  await see(heading('Riverside Branch'));
  await see(figure('In today'));
  await reportLive(liveTraffic, reading(0, 77));
  await expect.element(figure('In today')).toHaveTextContent('Live');
  expect(page.getByRole('button', { name: 'Location:' }).elements()).toEqual([]);
  expect(page.getByRole('heading', { name: 'All locations' }).elements()).toEqual([]);
});
