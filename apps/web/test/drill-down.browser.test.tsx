import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import type { Widget } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { type Sorts, SortsContext } from '../src/features/dashboards/view/sorts.ts';
import { names, rowsOf, totals } from './explore-records.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { downloads, hide, press } from './steps.ts';
import { dashboard, leave, Room, show, widgetOf } from './widget-stage.tsx';

afterEach(leave);

const week = { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-07' };
const days = answer(getTraffic, { results: rowsOf([names[0]!], 7), messages: [] });
const calls = [...records, days, answer(getTrafficTotal, { results: totals, messages: [] })];
const hoursOf = (day: string, count = 24, step = 3_600_000) =>
  answer(getTraffic, {
    results: Array.from({ length: count }, (_, at) => ({
      ...totals[0]!,
      recordDate: new Date(Date.parse(`${day}T06:00:00Z`) + at * step).toISOString(),
      sumins: at,
      avgins: at,
    })),
    messages: [],
  });
const widget = (type: string, dataOptions: Widget['dataOptions'] = {}) => {
  const own = widgetOf(type);
  return { ...own, dataOptions: { ...own.dataOptions, ...week, ...dataOptions } };
};
const frame = (own: Widget) => (
  <Room widget={own} height={340}>
    <WidgetFrame widget={own} dashboard={dashboard} isPreview={false} controls={undefined} />
  </Room>
);
const region = (name: string, sumins: number) => ({ ...totals[0]!, entityId: null, name, sumins });
const chart = () => page.getByRole('slider', { name: /^Ins/ });
const trail = () => page.getByRole('navigation', { name: 'Shown in detail' });
const circle = () => document.querySelector<SVGElement>('circle[data-picks]');
const focused = () => document.querySelector('circle[data-focused]')!.getBoundingClientRect();
const placeButton = (index: number) => page.getByRole('button', { name: new RegExp(`^${totals[index]!.name}: `) });
const card = () => page.getByRole('article', { name: /^Ins/ });
const lastAsked = () => sentTo(getTraffic).at(-1)?.query;

const back = () => page.getByRole('button', { name: /^Back to/ });

async function enterPoint(steps: number) {
  await see(chart());
  (chart().element() as HTMLElement).focus();
  for (let step = 0; step < steps; step += 1) await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Enter}');
}

describe('[R1041] a card in detail', () => {
  it('goes from a day to its hours and quarters by key, and back by Escape, without saving anything', async () => {
    show(frame(widget('line')), calls);
    await see(chart());
    expectNow(hoursOf('2026-03-03'));
    await enterPoint(2);
    await expect.element(trail()).toHaveTextContent('03/01/2026 – 03/07/2026Tue, Mar 3');
    expect(lastAsked()).toMatchObject({ startDate: '2026-03-03', endDate: '2026-03-03', dateGroupings: 'hour' });
    await look('drill-down', trail());
    expectNow(hoursOf('2026-03-03', 4, 900_000));
    await enterPoint(9);
    await expect.element(trail()).toHaveTextContent('Tue, Mar 39 am');
    expect(lastAsked()).toMatchObject({
      startDate: '2026-03-03T09:00',
      endDate: '2026-03-03T10:00',
      dateGroupings: 'minute(15)',
    });
    await see(page.getByRole('button', { name: 'Back to Tue, Mar 3' }));
    await expect.element(back()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(trail()).not.toHaveTextContent('9 am');
    await expect.element(back()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await hide(trail());
    await see(chart());
    expect(sentTo(getTraffic)).toHaveLength(3);
  });

  it('goes into a clicked point, and the trail leads to any level above', async () => {
    show(frame(widget('bar')), calls);
    await see(chart());
    expectNow(hoursOf('2026-03-04'));
    const { width } = chart().element().getBoundingClientRect();
    // The middle of seven points.
    const x = Math.round((width - 56) / 2 + 48);
    await userEvent.click(chart().element().parentElement!, { position: { x, y: 40 } });
    await expect.element(trail()).toHaveTextContent('Wed, Mar 4');
    await press('03/01/2026 – 03/07/2026', trail());
    await hide(trail());
  });

  it('applies table, CSV and refresh to what it shows', async () => {
    show(frame(widget('line')), calls);
    await see(chart());
    expectNow(hoursOf('2026-03-03'));
    await enterPoint(2);
    await see(trail());
    await see(chart());
    await press(/^Actions of/);
    const [file] = await downloads(() => page.getByRole('menuitem', { name: 'Download CSV' }).click());
    expect(file?.text).toContain('3/3 9:00 am');
    await press(/^Actions of/);
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await expect.poll(() => sentTo(getTraffic).length).toBe(3);
    expect(lastAsked()).toMatchObject({ startDate: '2026-03-03', dateGroupings: 'hour' });
    await press(/^Actions of/);
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    const cell = page.getByRole('gridcell', { name: '3/3 9:00 am' });
    await see(cell);
    expectNow(hoursOf('2026-03-03', 4, 900_000));
    await cell.click();
    await expect.element(trail()).toHaveTextContent('9 am');
    await see(page.getByRole('gridcell', { name: '3/3 12:15 am' }));
  });

  it('[R1133] [R1035] goes into a circle of a map, by click and by key', async () => {
    const place = { latitude: 30.27, longitude: -97.74 };
    const locations = answer(listLocations, [
      { locationId: totals[0]!.entityId, name: totals[0]!.name, ...place },
      { locationId: totals[1]!.entityId, name: totals[1]!.name, latitude: -30, longitude: 150 },
    ]);
    show(frame(widget('map', { entityIds: [], metrics: ['ins'] })), [...calls, locations]);
    await expect.poll(circle).not.toBeNull();
    const { x, y, width: size } = circle()!.getBoundingClientRect();
    const drawing = document.querySelector('svg[class*="drawing"]')!;
    const from = drawing.getBoundingClientRect();
    const position = { x: x + size / 2 - from.x, y: y + size / 2 - from.y };
    await userEvent.click(drawing, { position });
    await expect.element(trail()).toHaveTextContent(totals[0]!.name);
    expect(lastAsked()).toMatchObject({ partsOf: `location:${totals[0]!.entityId}` });
    await userEvent.keyboard('{Escape}');
    await hide(trail());

    await see(placeButton(0));
    (placeButton(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(placeButton(1)).toHaveFocus();
    await expect.element(placeButton(0)).toHaveAttribute('tabindex', '-1');
    // What has the focus is in sight.
    await expect.poll(() => focused().x).toBeGreaterThan(from.x);
    expect(focused().x).toBeLessThan(from.right);
    await look('card-map-focus', card());
    await userEvent.keyboard('{Enter}');
    await expect.element(trail()).toHaveTextContent(totals[1]!.name);
  });

  it('stays a table from the card on', async () => {
    show(frame(widget('line')), calls);
    await see(chart());
    await press(/^Actions of/);
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    expectNow(hoursOf('2026-03-03'));
    await page.getByRole('gridcell', { name: '3/3/26' }).click();
    await see(page.getByRole('gridcell', { name: '3/3 9:00 am' }));
  });

  it('shows one value of a custom field without the others, from a slice', async () => {
    const regions = answer(getTrafficTotal, { results: [region('North', 12), region('South', 9)], messages: [] });
    show(frame(widget('pie', { metaProperty: 'Region' })), [...calls, regions]);
    await press('North');
    await expect.element(trail()).toHaveTextContent('North');
    await expect.poll(lastAsked).toMatchObject({ metaProperty: 'Region', metaValue: 'North', dateGroupings: 'day' });
  });

  it('[R1216] shows a single value about one value of a custom field, and its days', async () => {
    const regions = answer(getTrafficTotal, { results: [region('West', 400)], messages: [] });
    const west = widget('value', { metaProperty: { name: 'Region', value: 'West' }, previousPeriod: null });
    show(frame(west), [...calls, regions]);
    await see(page.getByText('400'));
    expect(sentTo(getTrafficTotal)[0]?.query).toMatchObject({ metaProperty: 'Region', metaValue: 'West' });
    expect(sentTo(getTrafficTotal)[0]?.query).not.toHaveProperty('aggregate');
    await press(/in detail$/);
    await expect.poll(lastAsked).toMatchObject({ metaProperty: 'Region', metaValue: 'West', dateGroupings: 'day' });
  });

  it('shows the metric that was clicked', async () => {
    const both = answer(getTrafficTotal, { results: [{ ...totals[0]!, sumins: 7, sumouts: 9 }], messages: [] });
    show(frame(widget('value', { metrics: ['ins', 'outs'], previousPeriod: null })), [...calls, both]);
    await press('Show Outs 9 in detail');
    await expect.poll(lastAsked).toMatchObject({ metrics: 'outs' });
  });

  it('shows a value by its days, as bars', async () => {
    show(frame(widget('value', { previousPeriod: null })), calls);
    await press(/in detail$/);
    await see(chart());
    await expect.element(card()).toBeVisible();
    expect(lastAsked()).toMatchObject({ dateGroupings: 'day', aggregate: 'true', startDate: '2026-03-01' });
  });

  it('[R1081] shows the parts of a location in its period, and of one of them what it counted there', async () => {
    show(frame(widget('pie')), calls);
    await press(names[1]!);
    await expect.element(trail()).toHaveTextContent(names[1]!);
    await expect.poll(() => sentTo(getTrafficTotal)).toHaveLength(2);
    const partsOf = `location:${sampleId('locationId', 1)}`;
    expect(sentTo(getTrafficTotal)[1]?.query).toMatchObject({ entityType: 'zone', partsOf, startDate: '2026-03-01' });
    expect(sentTo(getTrafficTotal)[1]?.query).not.toHaveProperty('entityIds');
    await press(names[0]!);
    await expect.poll(lastAsked).toMatchObject({ entityType: 'zone', partsOf, entityIds: sampleId('locationId') });
  });

  it('[R1081] offers no detail of what is no longer there, and no explanation of it', async () => {
    const parts = [region('No longer here', 900), { ...totals[0]!, name: 'Door', sumins: 7 }];
    show(frame(widget('pie')), calls);
    await see(card().getByRole('button', { name: names[1]! }));
    expectNow(answer(getTrafficTotal, { results: parts, messages: [] }));
    await press(names[1]!);
    await see(card().getByText('No longer here'));
    await see(card().getByRole('button', { name: 'Door' }));
    expect(card().getByRole('button', { name: 'No longer here' }).elements()).toEqual([]);
    await press(/^Actions of/);
    await see(page.getByRole('menuitem', { name: 'Show as table' }));
    expect(page.getByRole('menuitem', { name: /Explore/ }).elements()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await see(card().getByRole('gridcell', { name: '900' }));
    const picked = card()
      .getByRole('row')
      .elements()
      .map((row) => row.hasAttribute('data-picks'));
    expect(picked).toEqual([false, false, true]);
  });

  it('[R1106] is sorted for the moment', async () => {
    const onSort = vi.fn<Sorts['onSort']>();
    const own = widget('table', { inputFormatType: null, metrics: ['ins'] });
    show(<SortsContext value={{ sorts: {}, onSort }}>{frame(own)}</SortsContext>, calls);
    await see(page.getByRole('gridcell', { name: '3/3/26' }));
    expectNow(hoursOf('2026-03-03'));
    await page.getByRole('gridcell', { name: '3/3/26' }).click();
    await see(page.getByRole('gridcell', { name: '3/3 9:00 am' }));
    await press('Ins');
    await expect.element(page.getByRole('columnheader', { name: 'Ins' })).toHaveAttribute('aria-sort', 'ascending');
    expect(onSort).not.toHaveBeenCalled();
  });

  it('[R1081] says that nothing counted there, and asks again when that failed', async () => {
    show(frame(widget('pie')), calls);
    await see(card().getByRole('button', { name: names[1]! }));
    expectNow(refuse(getTrafficTotal, 409, 'No parts.'));
    await press(names[1]!);
    await see(card().getByText('No parts.'));
    expectNow(answer(getTrafficTotal, { results: [], messages: [] }));
    await press('Try again', card());
    await see(card().getByText(/^No zone or space of this place counted/));
  });

  it('shows an hour of the week in each of its weeks, from a field of a heatmap', async () => {
    const field = { ...totals[0]!, weekday: 2, hour: 9, avgins: 12 };
    const heatmap = answer(getTraffic, { results: [field], messages: [] });
    show(frame(widget('heatmap')), [...calls, heatmap]);
    const cell = page.getByRole('gridcell', { name: /^Tue 9 am/ });
    await see(cell);
    expectNow(hoursOf('2026-03-03'));
    await cell.click();
    await expect.element(trail()).toHaveTextContent('Tuesdays, 9 am');
    expect(lastAsked()).toMatchObject({ dateGroupings: 'hour', startDate: '2026-03-01', endDate: '2026-03-07' });
    await see(chart());
    await expect.element(chart()).toHaveAttribute('max', '0');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^3\/3 9:00 am/));
  });
});
