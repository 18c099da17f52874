import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { listSensors } from '@atrium/contract/sensors';
import type { Widget } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
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

  it('shows the zones of a location that count at its perimeter, from a slice', async () => {
    const zone = { countApplication: 1, countFilter: 0, perimeter: true, disabled: false };
    const zones = [
      { ...zone, zoneId: sampleId('zoneId', 1) },
      { ...zone, zoneId: sampleId('zoneId', 2), perimeter: false },
      { ...zone, zoneId: sampleId('zoneId', 3), countApplication: 5 },
      { ...zone, zoneId: sampleId('zoneId', 4) },
      { ...zone, zoneId: sampleId('zoneId', 5), countFilter: 4 },
      { ...zone, zoneId: sampleId('zoneId', 6), countFilter: 5 },
      { ...zone, zoneId: sampleId('zoneId', 7), countFilter: 5, sensorId: sampleId('sensorId', 2) },
    ];
    show(frame(widget('pie')), [...calls, answer(listSensors, [{ zone: zones }])]);
    await press(names[1]!);
    await expect.element(trail()).toHaveTextContent(names[1]!);
    await expect.poll(() => sentTo(getTrafficTotal)).toHaveLength(2);
    expect(sentTo(listSensors)[0]?.query).toMatchObject({ locationId: sampleId('locationId', 1), include: 'zone' });
    expect(sentTo(getTrafficTotal)[1]?.query).toMatchObject({
      entityType: 'zone',
      entityIds: [1, 4, 7].map((number) => sampleId('zoneId', number)).join(','),
    });
  });

  it('[R1066] asks for the parts of a place again when they failed', async () => {
    show(frame(widget('pie')), [...calls, refuse(listSensors, 409, 'No sensors.')]);
    await press(names[1]!);
    await see(card().getByText('No sensors.'));
    expectNow(
      answer(listSensors, [
        { zone: [{ zoneId: sampleId('zoneId'), countApplication: 1, countFilter: 0, perimeter: true }] },
      ]),
    );
    await press('Try again', card());
    await expect.poll(() => sentTo(getTrafficTotal).at(-1)?.query['entityIds']).toBe(sampleId('zoneId'));
    await hide(card().getByText('No sensors.'));
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
