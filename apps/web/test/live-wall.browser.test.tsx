import { type LiveRow, liveWall } from '@atrium/contract/live-wall';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf, textsOf } from './shown.ts';
import { answerEvents, reportLive, sentEvents, withoutNetwork } from './socket.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { pick } from './steps.ts';

const user = [...records, ...signedInAs('OrganizationUser')];
const asOf = '2026-03-02T20:00:00.000Z';
const trend = [4, 6, 9, 12, null, 14, 18, 22, 20, 25, 28, 30];
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const place = (number: number, values: Partial<LiveRow> = {}): LiveRow => ({
  entityType: 'location',
  entityId: id(number),
  locationId: id(number),
  name: `Store ${number}`,
  isOpen: true,
  lastReadingAt: '2026-03-02T19:59:00.000Z',
  offline: 0,
  alarms: 0,
  ins: 1234,
  occupancy: null,
  trend,
  ...values,
});
const space = (number: number, locationId: string, values: Partial<LiveRow> = {}): LiveRow =>
  place(number, {
    entityType: 'space',
    locationId,
    occupancy: 30,
    maxCapacity: 100,
    percent: 30,
    stopped: false,
    ...values,
  });
const some = [
  place(1),
  space(11, id(1), { name: 'Café' }),
  place(2, { occupancy: 41, ins: 312 }),
  space(12, id(2), { name: 'Sales floor', occupancy: 105, percent: 105, alarms: 1 }),
  place(3, { offline: 2, lastReadingAt: '2026-03-02T18:00:00.000Z' }),
  place(4, { isOpen: false }),
  place(5, { lastReadingAt: null, ins: null, trend: [] }),
  space(15, id(5), { name: 'Terrace', occupancy: 85, percent: 85, stopped: true }),
];
const entityId = sampleId('orgId');
const numbers = (rows: readonly LiveRow[], isWhole = true) => ({
  entityType: 'organization' as const,
  entityId,
  isWhole,
  rows,
  gone: [],
  asOf,
});
const lines = page.getByRole('list', { name: 'Locations and spaces' }).getByRole('listitem');
const nameIn = (line: Element | null) => line?.querySelector('a > span > span')?.textContent;
const names = () => lines.elements().map(nameIn);
const focused = () => nameIn(document.activeElement?.closest('li') ?? null);

async function openWall(rows: readonly LiveRow[] = some): Promise<void> {
  await open('/app/live', user);
  await reportLive(liveWall, numbers(rows));
}

describe('the live wall', () => {
  it('[R850] [R851] shows each location and space with its number and marks, what needs attention first', async () => {
    await openWall();
    await look('live-wall', page.getByText('5 locations · 2 need attention'));
    expect(names()).toEqual(['Store 2', 'Sales floor', 'Store 3', 'Store 5', 'Terrace', 'Store 1', 'Café', 'Store 4']);
    const [store, floor, silent, unheard, terrace, , , closed] = textsOf(lines)().map((text) =>
      text?.replaceAll(/\s+/g, ' '),
    );
    expect(store).toContain('41 inside 312 entered today');
    expect(floor).toContain('Alarm Full');
    expect(floor).toContain('105 inside of 100 · 105%');
    expect(silent).toContain('2 sensors offline Last reading 1 h ago');
    expect(unheard).toContain('Never heard');
    expect(terrace).toContain('Nearly full Traffic stopped');
    expect(closed).toContain('Closed');
    expect(sentEvents(liveWall.events.subscribe)).toEqual([{ entityType: 'organization', entityId }]);
    expect(floor).toContain('Last hour: from 4 to 30');
  });

  it('[R850] moves with what changes, and leads to the page of a place', async () => {
    await openWall();
    await see(page.getByText('41 inside'));
    await reportLive(liveWall, numbers([place(2, { occupancy: 42, ins: 313 })], false));
    await see(page.getByText('42 inside'));
    await expect.poll(names).toHaveLength(some.length);
    await reportLive(liveWall, { ...numbers([], false), gone: [id(12)] });
    await expect.poll(names).not.toContain('Sales floor');
    const link = page.getByRole('link', { name: /^Terrace/ });
    await expect.element(link).toHaveAttribute('href', `/#/app/org/${entityId}/location/${id(5)}/space/${id(15)}`);
  });

  it('[R852] searches and filters, in the address too', async () => {
    await openWall();
    await page.getByRole('searchbox', { name: 'Search locations and spaces' }).fill('ter');
    await expect.poll(names).toEqual(['Store 5', 'Terrace']);
    await expect.poll(address).toContain('search=ter');
    await page.getByRole('searchbox', { name: 'Search locations and spaces' }).fill('');
    await pick('Show', 'Active alarms');
    await expect.poll(names).toEqual(['Store 2', 'Sales floor']);
    await expect.poll(address).toContain('show=alarm');
    await page.getByRole('searchbox', { name: 'Search locations and spaces' }).fill('nowhere');
    await look('live-wall-nothing-found', page.getByText('Nothing found'));
  });

  it('[R853] draws only the lines in sight of very many, and arrow keys reach all of them', async () => {
    await openWall(Array.from({ length: 1000 }, (_, index) => place(index + 1)));
    await see(page.getByText('1,000 locations · nothing needs attention'));
    expect(countOf(lines)()).toBeLessThan(40);
    await userEvent.click(page.getByRole('searchbox', { name: 'Search locations and spaces' }));
    await userEvent.keyboard('{Tab}{Tab}{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('Store 3');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('Store 1000');
    expect(countOf(lines)()).toBeLessThan(40);
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe('Store 1');
  });

  it('[R850] says when the connection is lost, and what it knew', async () => {
    await openWall();
    await see(page.getByText('41 inside'));
    await withoutNetwork(async () => {
      await see(page.getByText(/^No connection\. The numbers are as of/));
      await see(page.getByText('41 inside'));
    });
  });

  it('[R850] waits, then offers another try, and says why there is nothing', async () => {
    await openWall([]);
    await look('live-wall-empty', page.getByText('No locations yet'));
    await open('/app/live', user);
    await see(page.getByRole('button', { name: 'Try again' }));
    expect(sentEvents(liveWall.events.subscribe)).toHaveLength(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(sentEvents(liveWall.events.subscribe)).toHaveLength(2);
    answerEvents(() => ({ error: 'Your subscription does not include this.', code: 'not_found' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await look('live-wall-refused', page.getByText('Your subscription does not include this.'));
  });
});
