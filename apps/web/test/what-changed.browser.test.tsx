import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import type { Widget } from '@atrium/rules/dashboard';
import { Profiler, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChartModel } from '../src/analytics/charts/model.ts';
import { Plot } from '../src/analytics/charts/Plot.tsx';
import { MomentContext, MomentGroup } from '../src/analytics/charts/shared-moment.ts';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { count } from '../src/format/numbers.ts';
import { names, rowsOf, totals } from './explore-records.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { textsOf } from './shown.ts';
import { look, see, settled } from './stage.ts';
import { dialog, downloads, press } from './steps.ts';
import { dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

afterEach(leave);

const week = { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-07' };
const widget = (type: string, dataOptions: Widget['dataOptions'] = {}, widgetId = sampleId('widgetId')) => {
  const own = widgetOf(type);
  return { ...own, widgetId, dataOptions: { ...own.dataOptions, ...week, ...dataOptions } };
};
const frame = (own: Widget) => (
  <Room widget={own} height={300}>
    <WidgetFrame widget={own} dashboard={dashboard} isPreview={false} controls={undefined} />
  </Room>
);
const row = (place: number, sumins: number | null, completeness: number | null = 1) => ({
  ...totals[0]!,
  entityId: sampleId('locationId', place),
  name: names[place]!,
  sumins,
  completeness,
});
const whole = answer(getTrafficTotal, {
  results: [{ ...row(0, 1200), entityId: null, name: '3 locations' }],
  previousResults: [{ ...row(0, 1000), entityId: null, name: '3 locations' }],
  messages: [],
});
const places = answer(getTrafficTotal, {
  results: [row(0, 900), row(1, null, 0), row(2, 300, 0.62)],
  previousResults: [row(0, 500), row(1, 400), row(2, null, null)],
  messages: [],
});
const calls = [...records, whole];

async function ask() {
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: 'What changed?' }).click();
  await see(dialog('What changed?'));
}

const lines = () => dialog('What changed?').getByRole('row');

describe('what changed on a card', () => {
  it('[R1045] [R1046] lists the locations that made the difference, everything else and the whole', async () => {
    show(frame(widget('value', { previousPeriod: 'sameperiodlastweek' })), calls);
    await see(page.getByText('1,200'));
    expectNow(places);
    await ask();
    await expect
      .poll(textsOf(lines()))
      .toEqual([
        'NameChangeBeforeNowDifferenceShare',
        `${names[1]}No data now (Data received: 0% now, 100% before)400−400−200%`,
        `${names[0]}Rise500900+400200%`,
        `${names[2]}New (Data received: 62% now, nothing due before)300+300150%`,
        'Everything else−100−50%',
        'Total difference1,0001,200+200100%',
      ]);
    expect(sentTo(getTrafficTotal).map(({ query }) => query)).toMatchObject([
      { aggregate: 'true', previousPeriod: 'sameperiodlastweek' },
      { entityType: 'location', previousPeriod: 'sameperiodlastweek', metrics: 'ins' },
    ]);
    await look('what-changed', dialog('What changed?'));
    const [file] = await downloads(() => press('Download CSV'));
    expect(file?.text).toContain(`${names[2]},New,,300,300,1.5,0.62,`);
    expect(file?.text).toContain('Everything else,,,,-100,-0.5,,');
  });

  it('[R1047] is about the zones of one location', async () => {
    const options = { previousPeriod: 'sameperiodlastweek', entityIds: [sampleId('locationId')] };
    show(frame(widget('value', options)), calls);
    await see(page.getByText('1,200'));
    expectNow(places);
    await ask();
    await see(lines().first());
    expect(sentTo(getTrafficTotal).at(-1)?.query).toMatchObject({
      entityType: 'zone',
      partsOf: `location:${sampleId('locationId')}`,
    });
  });

  it('[R1066] asks everything again that failed', async () => {
    const options = { previousPeriod: 'sameperiodlastweek', entityIds: [sampleId('locationId')] };
    show(frame(widget('value', options)), calls);
    await see(page.getByText('1,200'));
    expectNow(refuse(getTrafficTotal, 409, 'No totals.'));
    await ask();
    await see(dialog('What changed?').getByText(/No totals\./));
    expectNow(places);
    await press('Try again', dialog('What changed?'));
    await see(lines().first());
  });

  it('[R1047] is not offered without an earlier period, nor for averages', async () => {
    const days = answer(getTraffic, {
      results: rowsOf(names, 7).map((each) => ({ ...each, avgins: each.sumins })),
      messages: [],
    });
    for (const options of [{}, { metrics: ['ins(avg)'], previousPeriod: 'previousperiod' }]) {
      show(frame(widget('line', options)), [...calls, days]);
      await see(page.getByRole('slider'));
      await press(/^Actions of/);
      await see(page.getByRole('menuitem', { name: 'Refresh' }));
      expect(page.getByRole('menuitem', { name: 'What changed?' }).elements()).toEqual([]);
    }
  });
});

const hour = 3600;
const modelOf = (size: number, length: number, from: number): ChartModel => ({
  points: Array.from({ length: size }, (_, at) => ({
    label: `${at}`,
    name: `Point ${at}`,
    state: 'done',
    notes: [],
    span: { from: from + at * length, to: from + (at + 1) * length },
  })),
  series: [{ id: 'a', name: 'Ins', kind: 'line', color: 0, values: Array.from({ length: size }, (_, at) => at) }],
});

function Charts({ group, onDrawn, isSecond = true }: { group: MomentGroup; onDrawn: () => void; isSecond?: boolean }) {
  const [days] = useState(() => modelOf(7, 24 * hour, 0));
  const [hours] = useState(() => modelOf(48, hour, 2 * 24 * hour));
  return (
    <MomentContext value={group}>
      <div style={{ width: 700 }} data-chart="days">
        <Plot label="Days" model={days} format={count} axisFormat={count} height={200} />
      </div>
      {isSecond && (
        <div style={{ width: 536 }} data-chart="hours">
          <Profiler id="hours" onRender={onDrawn}>
            <Plot label="Hours" model={hours} format={count} axisFormat={count} height={200} />
          </Profiler>
        </div>
      )}
    </MomentContext>
  );
}

const mark = (chart: string) => document.querySelector<HTMLElement>(`[data-chart="${chart}"] [class*="shared"]`);
const slider = (name: string) => page.getByRole('slider', { name: new RegExp(`^${name}`) });
const focus = async (name: string, steps: number) => {
  (slider(name).element() as HTMLElement).focus();
  for (let step = 0; step < steps; step += 1) await userEvent.keyboard('{ArrowRight}');
};

describe('[R1043] the moment under the pointer', () => {
  it('is marked in the other chart by time, without rendering it, until the pointer leaves', async () => {
    let drawn = 0;
    const group = new MomentGroup();
    show(<Charts group={group} onDrawn={() => (drawn += 1)} />, []);
    await see(slider('Hours'));
    await expect.poll(() => document.querySelectorAll('[data-chart] svg > svg').length).toBe(2);
    await settled();
    const before = drawn;
    // The fourth day has the second half of 48 hours.
    await userEvent.hover(slider('Days').element().parentElement!, { position: { x: 54 + 3.5 * (638 / 7), y: 60 } });
    await expect.poll(() => mark('hours')?.hidden).toBe(false);
    expect([mark('hours')!.style.left, mark('hours')!.style.width]).toEqual(['291px', '237px']);
    expect(mark('days')!.hidden).toBe(true);
    expect(drawn).toBe(before);
    await look('shared-moment', slider('Hours'));
    await userEvent.hover(slider('Days').element().parentElement!, { position: { x: 48 + 0.5 * (644 / 7), y: 60 } });
    await expect.poll(() => mark('hours')!.hidden).toBe(true);
    expect(drawn).toBe(before);
  });

  it('is marked by keys as well, with its value, and forgotten with its chart', async () => {
    const group = new MomentGroup();
    show(<Charts group={group} onDrawn={() => {}} />, []);
    await see(slider('Hours'));
    await expect.poll(() => document.querySelectorAll('[data-chart] svg > svg').length).toBe(2);
    await focus('Hours', 30);
    await expect.poll(() => mark('days')?.textContent).toBe('3');
    expect(mark('days')!.hidden).toBe(false);
    update(<Charts group={group} onDrawn={() => {}} isSecond={false} />);
    await expect.poll(() => mark('days')!.hidden).toBe(true);
  });
});
