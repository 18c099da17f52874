import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getLocation, listLocations } from '@atrium/contract/locations';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import { getWeather } from '@atrium/contract/weather';
import type { Options, Widget } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { WidgetSettings } from '../src/features/dashboards/settings/WidgetSettings.tsx';
import { names, rowsOf, totals } from './explore-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { dialog, field, pick, press, stopClock } from './steps.ts';
import { arrive, dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

const calls = [
  ...records,
  answer(getTraffic, { results: rowsOf(names, 7), messages: [] }),
  answer(getTrafficTotal, { results: totals, messages: [] }),
  answer(dataCalls.occupancy.detail, { results: [], messages: [] }),
  answer(getCountFilters, [{ id: 0, name: 'Everyone' }]),
  answer(getCountApplications, [{ id: 1, name: 'Traffic' }]),
];
const saved = vi.fn<(changed: { dataOptions: Options; clientOptions: Options }) => void>();
const cancelled = vi.fn<() => void>();
const settings = (widget: Widget, isNew = false) => (
  <WidgetSettings
    widget={widget}
    isNew={isNew}
    dashboardId={dashboard.dashboardId}
    onSave={saved}
    onCancel={cancelled}
  />
);
const loads = () => sentTo(getWeather).length;
const asked = () => sentTo(getTraffic).map(({ query }) => query);

afterEach(() => {
  vi.useRealTimers();
  saved.mockClear();
  cancelled.mockClear();
  leave();
});

describe('the settings of a card', () => {
  it('[R283] are merged into the options, with the card as it becomes beside them', async () => {
    const widget = widgetOf('line', {
      dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days', mood: 'good' },
      clientOptions: { widgetOptions: { iconClass: 'door' } },
    });
    show(settings(widget), calls);
    await see(page.getByRole('slider', { name: /^Ins/ }));
    await pick('Group by', 'Hour');
    await expect.poll(() => asked().at(-1)?.['dateGroupings']).toBe('hour');
    await field('Title').fill('Doors');
    await see(page.getByRole('heading', { name: 'Doors' }));
    await pick('Color', 'Warning');
    await look('widget-settings', page.getByRole('slider', { name: /^Ins/ }));
    await press('Save');
    expect(saved).toHaveBeenCalledOnce();
    expect(saved.mock.calls[0]?.[0]).toMatchObject({
      dataOptions: { mood: 'good', metrics: ['ins'], dateGroupings: 'hour', relativeDate: 'past7days' },
      clientOptions: {
        widgetOptions: { iconClass: 'door', title: { enable: true, text: 'Doors' }, style: { class: 'warning' } },
      },
    });
  });

  it('[R279] the first save removes popConfig; until then the preview is a sample', async () => {
    const widget = widgetOf('line', { clientOptions: { popConfig: true, hideRefresh: true } });
    show(settings(widget, true), calls);
    await see(page.getByText('This is sample data. Your own appears once the card is saved.'));
    await see(page.getByRole('slider', { name: /^Ins/ }));
    expect(asked()).toEqual([]);
    await press('Save');
    expect(saved.mock.calls[0]?.[0].clientOptions).toEqual({ hideRefresh: true });
  });

  it('[R284] cancelling saves nothing', async () => {
    show(settings(widgetOf('value'), true), calls);
    await see(dialog('New card: Single value'));
    await press('Cancel');
    expect(cancelled).toHaveBeenCalledOnce();
    expect(saved).not.toHaveBeenCalled();
  });

  it('[R282] the weather rests while they are open, and is asked for again ten minutes after', async () => {
    stopClock();
    const widget = widgetOf('weather', { dataOptions: { entityType: 'location', entityId: sampleId('locationId') } });
    const card = (
      <Room widget={widget}>
        <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
      </Room>
    );
    show(
      <>
        {card}
        {null}
      </>,
      [...calls, answer(getWeather, { location: { name: 'Austin' } }), answer(getLocation)],
    );
    await arrive(() => loads() === 1);
    await vi.advanceTimersByTimeAsync(10.5 * 60_000);
    await arrive(() => loads() === 2);
    update(
      <>
        {card}
        {settings(widget)}
      </>,
    );
    await arrive(() => page.getByRole('dialog').elements().length === 1);
    await vi.advanceTimersByTimeAsync(5_000);
    const before = loads();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(loads()).toBe(before);
    update(
      <>
        {card}
        {null}
      </>,
    );
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(loads()).toBe(before);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await arrive(() => loads() === before + 1);
  });

  it('[R282] [R283] automatic refresh rests while they are open, and starts again', async () => {
    stopClock();
    const widget = widgetOf('line', { clientOptions: { widgetOptions: { refreshInterval: 5 } } });
    const card = (
      <Room widget={widget}>
        <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
      </Room>
    );
    show(
      <>
        {card}
        {null}
      </>,
      calls,
    );
    await arrive(() => page.getByRole('slider').elements().length === 1);
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    update(
      <>
        {card}
        {settings(widget)}
      </>,
    );
    await arrive(() => page.getByRole('slider').elements().length === 2);
    await vi.advanceTimersByTimeAsync(5_000);
    const before = asked().length;
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(asked()).toHaveLength(before);
    update(
      <>
        {card}
        {null}
      </>,
    );
    await vi.advanceTimersByTimeAsync(4.5 * 60_000);
    expect(asked()).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(60_000);
    await arrive(() => asked().length === before + 1);
  });

  it('[R286] the interval is a whole number from 0 in steps of 5', async () => {
    show(settings(widgetOf('line')), calls);
    const interval = page.getByRole('textbox', { name: /^Refresh automatically every/ });
    await see(interval);
    await expect.element(interval).toHaveValue('0');
    await interval.fill('7.5');
    await expect.element(interval).toHaveValue(expect.stringMatching(/^\d+$/));
    await interval.fill('10');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].clientOptions).toMatchObject({ widgetOptions: { refreshInterval: 10 } });
  });

  it('[R986] name what could not be read, and keep what is unknown', async () => {
    const dataOptions = { dataSourceType: 'traffic', relativeDate: 'someday', colorOfMood: 'blue' };
    show(settings(widgetOf('line', { dataOptions })), calls);
    await see(page.getByText('Some settings could not be read. Their defaults are shown:'));
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toEqual(dataOptions);
  });

  it('[R984] a table takes one of six formats, until its columns are chosen', async () => {
    show(settings(widgetOf('table')), calls);
    const format = page.getByRole('combobox', { name: 'Columns', exact: true });
    await expect.element(format).toHaveValue('Traffic of locations');
    await pick('Data source', 'Occupancy');
    await expect.element(format).toHaveValue('Chosen below');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({
      inputFormatType: null,
      dataSourceType: 'occupancy',
      metrics: ['occupancy'],
    });
  });

  it('[R983] filter the people who are counted and the use of the zones', async () => {
    show(settings(widgetOf('line')), calls);
    await pick('People counted', 'Everyone');
    await pick('Use of the zones', 'Traffic');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ countFilter: 0, countApplication: 1 });
  });

  it('[R983] say how many periods a trend goes back', async () => {
    show(settings(widgetOf('trend')), calls);
    await pick('How many periods back', '6 periods');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({
      trendComparison: { isTrendComparison: true, nLength: 6 },
    });
  });

  it('[R1093] name places that were chosen earlier, wherever they are in the list', async () => {
    const near = { locationId: sampleId('locationId', 1), name: 'Austin' };
    const far = { locationId: sampleId('locationId', 77), name: 'Zurich' };
    const real = window.fetch;
    const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
      // The list of the field has one page, which ends before Zurich.
      const isAll = (input instanceof Request ? input.url : String(input)).includes('limit=1000');
      expectNow(answer(listLocations, isAll ? [near, far] : [near]));
      return real(input, init);
    });
    const widget = widgetOf('line', { dataOptions: { dataSourceType: 'traffic', entityIds: [far.locationId] } });
    show(settings(widget), calls);
    await see(page.getByText('Zurich', { exact: true }).first());
    spy.mockRestore();
  });
});
