import { dataCalls, getTrafficTotal } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import type { Options } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { downloads, press } from './steps.ts';
import { dashboard, leave, Room, show, widgetOf } from './widget-stage.tsx';

const id = (number: number) => sampleId('locationId', number);
const locations = answer(listLocations, [
  { locationId: id(1), name: 'Austin', latitude: 30.27, longitude: -97.74 },
  { locationId: id(2), name: 'Dallas', latitude: 32.78, longitude: -96.8 },
  { locationId: id(3), name: 'Nowhere', latitude: null, longitude: null },
]);
const row = (number: number, name: string) => ({ entityId: id(number), name, completeness: 0.82 });
const counts = answer(getTrafficTotal, {
  results: [
    { ...row(1, 'Austin'), sumins: 400 },
    { ...row(2, 'Dallas'), sumins: 100 },
    { ...row(3, 'Nowhere'), sumins: 5 },
  ],
  messages: [],
});
const calls = [...records, locations, counts];
const organization = records.find(({ endpoint }) => endpoint === getOrganization)?.reply as object;

function map(dataOptions: Options, clientOptions: Options = {}, parts = {}) {
  const widget = widgetOf('map', { dataOptions, clientOptions });
  return (
    <Room widget={widget}>
      <WidgetFrame widget={widget} dashboard={{ ...dashboard, ...parts }} isPreview={false} controls={undefined} />
    </Room>
  );
}
const today = { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'today' };
const words = (label: string) => () =>
  page
    .getByRole('list', { name: label })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const firstCircle = () => ['cx', 'cy'].map((name) => Number(circles()[0]?.getAttribute(name)));
const circles = () => [...document.querySelectorAll('circle[class*="place"]')];
async function act(item: string) {
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

afterEach(leave);

describe('a map', () => {
  it('[R998] has circles, with their values in words', async () => {
    show(map(today), calls);
    await see(page.getByText('1 location has no coordinates'));
    await expect.poll(words('Ins')).toEqual(['Austin: 400', 'Dallas: 100']);
    expect(circles().map((circle) => Number(circle.getAttribute('r')))).toEqual([34, 17]);
    const before = circles()[0]?.getAttribute('cy');
    await press('Zoom in');
    await press('Show all locations');
    await expect.poll(() => circles()[0]?.getAttribute('cy')).not.toBe(before);
    await look('card-map', page.getByRole('button', { name: 'Zoom in' }));
  });

  it('[R088] has 30.268107, -97.744821 in its middle, at zoom 4', async () => {
    const middle = { locationId: id(1), name: 'Austin', latitude: 30.268107, longitude: -97.744821 };
    const east = { locationId: id(2), name: 'Dallas', latitude: 30.268107, longitude: -96.744821 };
    show(map(today), [...calls, answer(listLocations, [middle, east])]);
    await expect.poll(() => circles().length).toBe(2);
    const [first, second] = circles().map((circle) => circle.getBoundingClientRect());
    const { x, y, width, height } = document.querySelector('svg[class*="drawing"]')!.getBoundingClientRect();
    expect(first!.x + first!.width / 2).toBeCloseTo(x + width / 2, 0);
    expect(first!.y + first!.height / 2).toBeCloseTo(y + height / 2, 0);
    // The whole world is 256 × 2⁴ pixels wide.
    expect(second!.x + second!.width / 2 - (x + width / 2)).toBeCloseTo((256 * 16) / 360, 0);
  });

  it('[R1100] asks what its options say, as every card does', async () => {
    const options = {
      inputFormatType: 'trafficIns',
      entityType: 'location',
      entityIds: `${id(1)},${id(2)}`,
      relativeDate: 'past7days',
      countFilter: '3',
      countApplication: 2,
      dateOverride: '2026-03-10',
      aggregate: true,
    };
    show(map(options), calls);
    await see(page.getByText('1 location has no coordinates'));
    expect(sentTo(getTrafficTotal)).toHaveLength(1);
    expect(sentTo(getTrafficTotal)[0]?.query).toEqual({
      entityType: 'location',
      entityIds: `${id(1)},${id(2)}`,
      metrics: 'ins',
      relativeDate: 'past7days',
      countFilter: '3',
      countApplication: '2',
      dateOverride: '2026-03-10',
    });
  });

  it('[R1216] says that it is not about one value of a custom field', async () => {
    show(map({ ...today, metaProperty: 'Region', metaValue: 'West' }), calls);
    await press(/note/);
    await see(page.getByText('This widget shows each place: it cannot be about one value of a custom field.'));
    expect(sentTo(getTrafficTotal)[0]?.query).not.toHaveProperty('metaValue');
    expect(circles()).toHaveLength(2);
  });

  it('[R1100] says how complete its values are', async () => {
    show(map(today), calls);
    await see(page.getByText('built from 82% of expected minutes'));
  });

  it('[R1100] writes money in the currency of the organization, and any value in the format of the card', async () => {
    const sales = answer(dataCalls.pos.total, {
      results: [{ ...row(1, 'Austin'), sumnetsales: 1234.5 }],
      messages: [],
    });
    const ofShops = answer(getOrganization, { ...organization, canViewPOS: true, currency: 'EUR' });
    const sold = { ...today, dataSourceType: 'pos', metrics: ['netsales'] };
    show(map(sold), [...calls, ofShops, sales]);
    await expect.poll(words('Net sales')).toEqual(['Austin: €1,234.50']);
    show(map(sold, { widgetOptions: { valueFormat: 'integer' } }), [...calls, ofShops, sales]);
    await expect.poll(words('Net sales')).toEqual(['Austin: 1,235']);
  });

  it('[R1133] is moved by the arrow keys while it has the focus', async () => {
    show(map(today), calls);
    await see(page.getByText('1 location has no coordinates'));
    const [x = 0, y = 0] = firstCircle();
    const { width, height } = document.querySelector('svg[class*="drawing"]')!.getBoundingClientRect();
    (page.getByRole('application', { name: /arrow keys/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => Math.abs(firstCircle()[0]! - (x - width / 5))).toBeLessThan(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => Math.abs(firstCircle()[1]! - (y - height / 5))).toBeLessThan(height / 50);
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    await expect.poll(() => Math.abs(firstCircle()[1]! - y)).toBeLessThan(height / 50);
  });

  it('[R1100] is a table, a file and an explanation too', async () => {
    show(map(today), calls);
    await see(page.getByText('1 location has no coordinates'));
    const [csv] = await downloads(() => act('Download CSV'));
    expect(csv?.text).toContain('Nowhere');
    await act('Show as table');
    await see(page.getByRole('grid').getByText('Nowhere'));
    await press(/^Actions of/);
    await see(page.getByRole('menuitem', { name: 'Explain' }));
  });
});
