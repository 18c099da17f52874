import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getOrganization } from '@atrium/contract/organizations';
import { widgetSizes } from '@atrium/rules/widget-types';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { WidgetControls } from '../src/features/dashboards/frame/dashboard-context.ts';
import { useLastReading } from '../src/features/dashboards/asking/use-last-reading.ts';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { cards } from '../src/features/dashboards/widgets/registry.ts';
import { names, rowsOf, totals } from './explore-records.ts';
import { abortWithheld, answer, askedPaths, expectNow, refuse, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { look, see } from './stage.ts';
import { downloads, hide, press, stopClock } from './steps.ts';
import { arrive, dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

const week = [answer(getTraffic, { results: rowsOf(names, 7), messages: [] })];
const total = answer(getTrafficTotal, {
  results: [{ ...totals[0]!, sumins: 1200, completeness: 0.82 }],
  previousResults: [{ ...totals[0]!, sumins: 1000 }],
  messages: [],
});
const calls = [...records, ...week, total];
const organizationWith = (flags: object) => {
  const known = calls.find(({ endpoint }) => endpoint === getOrganization)?.reply as object;
  return answer(getOrganization, { ...known, ...flags });
};
const chart = () => page.getByRole('slider', { name: /^Ins/ });
const alert = () => page.getByRole('main').getByRole('alert');
const isShown = (text: string) => () => page.getByText(text, { exact: true }).elements().length > 0;

type Parts = Partial<Parameters<typeof WidgetFrame>[0]>;
function frame(type: string, { widget = widgetOf(type), ...parts }: Parts = {}) {
  return (
    <Room widget={widget}>
      <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} {...parts} />
    </Room>
  );
}
async function act(item: string) {
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

afterEach(() => {
  vi.useRealTimers();
  leave();
});

describe('the frame of a card', () => {
  it('[R278] loads until the answer comes, and shows it', async () => {
    show(frame('line'), [...calls, withhold(getTraffic)]);
    const card = page.getByRole('article', { name: 'Ins · Past 30 days' });
    await expect.element(card).toHaveAttribute('aria-busy', 'true');
    show(frame('line'), calls);
    await see(chart());
    await expect.element(card).toHaveAttribute('aria-busy', 'false');
    expect(sentTo(getTraffic)[0]?.query).toMatchObject({
      relativeDate: 'past30days',
      metrics: 'ins',
      dateGroupings: 'day',
    });
  });

  it('[R296] [R278] a failure covers it with Whoops! and the words of the server until it succeeds', async () => {
    show(frame('line'), [...calls, refuse(getTraffic, 400, 'The sensors sleep.')]);
    await see(alert());
    await expect.element(alert()).toHaveTextContent(/Whoops! The sensors sleep\./);
    expectNow(...week);
    await press('Try again');
    await see(chart());
    await hide(alert());
  });

  it('[R297] messages that report errors clear the data, others are notes beside it', async () => {
    const message = 'There are errors in the records. Three rows cannot be read.';
    show(frame('line'), [...calls, answer(getTraffic, { results: rowsOf(names, 7), messages: [message] })]);
    await expect.element(alert()).toHaveTextContent(message);
    await hide(chart());
    const note = 'A note of the server.';
    show(frame('line'), [...calls, answer(getTraffic, { results: rowsOf(names, 7), messages: [note] })]);
    await see(chart());
    await press('1 note');
    await see(page.getByText(note));
  });

  it('[R280] [R285] a preview shows the sample, calls nothing and never refreshes', async () => {
    stopClock();
    const widget = widgetOf('line', { clientOptions: { widgetOptions: { refreshInterval: 5 } } });
    show(frame('line', { widget, isPreview: true }), []);
    await arrive(() => chart().elements().length > 0);
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    expect(askedPaths()).toEqual([]);
  });

  it('[R279] a card with popConfig fetches nothing and offers its settings', async () => {
    const controls: WidgetControls = { onConfigure: vi.fn(), onDuplicate: vi.fn(), onRemove: vi.fn() };
    show(frame('line', { widget: widgetOf('line', { clientOptions: { popConfig: true } }), controls }), []);
    await press('Set up');
    expect(controls.onConfigure).toHaveBeenCalledOnce();
    expect(askedPaths()).toEqual([]);
  });

  it('[R285] [R281] refreshes every so many minutes, and when the dashboard does', async () => {
    stopClock();
    const widget = widgetOf('line', { clientOptions: { widgetOptions: { refreshInterval: 5 } } });
    show(frame('line', { widget }), calls);
    await arrive(() => chart().elements().length > 0);
    await vi.advanceTimersByTimeAsync(4.5 * 60_000);
    expect(sentTo(getTraffic)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(0.5 * 60_000);
    await arrive(() => sentTo(getTraffic).length === 2);
    update(frame('line', { widget, dashboard: { ...dashboard, refreshCount: 1 } }));
    await arrive(() => sentTo(getTraffic).length === 3);
  });

  it('[R988] equal questions are asked once, and cards out of view not at all', async () => {
    const far = widgetOf('line', { dataOptions: { dataSourceType: 'traffic', relativeDate: 'lastyear' } });
    show(
      <>
        {frame('line')}
        {frame('line')}
        <div style={{ height: 3000 }} />
        {frame('line', { widget: far })}
      </>,
      calls,
    );
    await expect.poll(countOf(chart())).toBe(2);
    expect(sentTo(getTraffic)).toHaveLength(1);
    update(
      <>
        {frame('line', { dashboard: { ...dashboard, refreshCount: 1 } })}
        {frame('line', { dashboard: { ...dashboard, refreshCount: 1 } })}
      </>,
    );
    await expect.poll(() => sentTo(getTraffic).length).toBe(2);
  });

  it('[R276] [R985] the date and the places of the dashboard lie over those of the card', async () => {
    const entityFilter = { entityType: 'location', entityIds: [sampleId('locationId', 1)] } as const;
    show(frame('line', { dashboard: { ...dashboard, dateOverride: '2026-02-02', entityFilter } }), calls);
    await see(chart());
    expect(sentTo(getTraffic)[0]?.query).toMatchObject({
      dateOverride: '2026-02-02',
      entityIds: sampleId('locationId', 1),
    });
  });

  it('[R991] a card of an unknown type keeps its place and says so', async () => {
    const controls: WidgetControls = { onConfigure: vi.fn(), onDuplicate: vi.fn(), onRemove: vi.fn() };
    show(frame('hologram', { controls }), []);
    await see(page.getByText(/does not know cards of the type “hologram”/));
    await act('Remove');
    expect(controls.onRemove).toHaveBeenCalledOnce();
  });

  it('[R991] a source that the organization does not have is named and not asked', async () => {
    const widget = widgetOf('line', { dataOptions: { dataSourceType: 'queue' } });
    show(frame('line', { widget }), [...calls, organizationWith({ canViewQueueService: false })]);
    await expect.element(alert()).toHaveTextContent(/does not include queues/);
    expect(sentTo(dataCalls.queue.detail)).toEqual([]);
  });

  it('[R992] is shown as a table and saved as CSV and PNG', async () => {
    show(frame('line'), calls);
    await see(chart());
    await act('Show as table');
    await see(page.getByRole('gridcell', { name: '3/1/26' }).first());
    const [csv] = await downloads(() => act('Download CSV'));
    expect(csv?.name).toBe('Ins-Past-30-days.csv');
    expect(csv?.text).toMatch(/Riverside Branch,3\/1\/26,/);
    await act('Show as card');
    await see(chart());
    const [png] = await downloads(() => act('Download PNG'));
    expect(png?.name).toBe('Ins-Past-30-days.png');
    expect(png?.text).toContain('PNG');
  });

  it('[R992] leads to its question in Explore', async () => {
    show(frame('line'), calls);
    await see(chart());
    await press(/^Actions of/);
    const item = page.getByRole('menuitem', { name: 'Open in Explore' });
    const [path, search] = (item.element().getAttribute('href') ?? '').split('?');
    expect(path).toMatch(/\/app\/explore$/);
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
      source: 'traffic',
      entityType: 'location',
      relativeDate: 'past30days',
      dateGroupings: 'day',
    });
  });

  it('[R992] readers have no settings, and a hidden refresh is not offered', async () => {
    show(frame('line', { widget: widgetOf('line', { clientOptions: { hideRefresh: true } }) }), calls);
    await see(chart());
    await press(/^Actions of/);
    await see(page.getByRole('menuitem', { name: 'Explain' }));
    for (const item of ['Settings', 'Remove', 'Duplicate', 'Refresh'])
      expect(page.getByRole('menuitem', { name: item }).elements()).toEqual([]);
  });
});

const delta = (before: number | null, now: number | null = 1200, options = {}) => {
  const results = [{ ...totals[0]!, sumins: now }];
  const previousResults = [{ ...totals[0]!, sumins: before }];
  show(frame('value', { widget: widgetOf('value', options) }), [
    ...calls,
    answer(getTrafficTotal, { results, previousResults, messages: [] }),
  ]);
};
const tone = () => document.querySelector('[data-tone]:not(article)')?.getAttribute('data-tone');

describe('a single value', () => {
  it('[R290] [R291] a rise has a plus sign, an up caret and the success color', async () => {
    delta(1000);
    await see(page.getByText('+20%'));
    expect(tone()).toBe('success');
    await expect.poll(() => document.querySelector('.tabler-icon-caret-up-filled')).not.toBeNull();
    expect(sentTo(getTrafficTotal)[0]?.query).toMatchObject({
      aggregate: 'true',
      previousPeriod: 'sameperiodlastweek',
    });
  });

  it('[R1134] has the label and the unit of its options', async () => {
    delta(1000, 21, { clientOptions: { widgetOptions: { label: 'At the door', valueFormat: 'temperature' } } });
    await see(page.getByText('At the door', { exact: true }));
    await see(page.getByText('21°F'));
    delta(1000, 21, { clientOptions: { widgetOptions: { valueFormat: 'temperature', celsius: true } } });
    await see(page.getByText('21°C'));
  });

  it('[R290] a fall has a down caret and the danger color', async () => {
    delta(1500);
    await see(page.getByText('−20%'));
    expect(tone()).toBe('danger');
    await expect.poll(() => document.querySelector('.tabler-icon-caret-down-filled')).not.toBeNull();
  });

  it('[R289] where lower is better, a rise has the danger color', async () => {
    const row = { ...totals[0]!, avgwaittime: 90 };
    const widget = widgetOf('value', {
      dataOptions: { inputFormatType: 'waitTime', previousPeriod: 'previousperiod' },
    });
    show(frame('value', { widget }), [
      ...calls,
      organizationWith({ canViewQueueService: true }),
      answer(dataCalls.queue.total, {
        results: [row],
        previousResults: [{ ...row, avgwaittime: 60 }],
        messages: [],
      }),
    ]);
    await see(page.getByText('+50%'));
    await see(page.getByText('0:01:30'));
    expect(tone()).toBe('danger');
  });

  it('[R292] [R293] what is missing reads N/A', async () => {
    delta(0);
    await see(page.getByText('N/A'));
    delta(1000, null);
    await expect.poll(countOf(page.getByText('N/A'))).toBe(2);
  });

  it('[R295] an unknown format shows the value as it is', async () => {
    delta(1000, 1234.5, { clientOptions: { widgetOptions: { valueFormat: 'roman' } } });
    await see(page.getByText('1234.5'));
  });
});

/** What the cards of the latest value draw. */
function Latest() {
  const widget = widgetOf('gauge', {
    dataOptions: {
      dataSourceType: 'occupancy',
      metrics: ['occupancy'],
      entityType: 'space',
      entityId: sampleId('spaceId'),
    },
  });
  const shown = useLastReading(widget, dashboard, true);
  if (shown.state !== 'ready') return <output>{shown.state}</output>;
  const [reading] = shown.values.readings;
  return <output>{`${reading?.figures['avgoccupancy']}${shown.isStale ? ' stale' : ''}`}</output>;
}

const reading = (avgoccupancy: number, ageSeconds: number) =>
  answer(dataCalls.occupancy.detail, { results: [{ ...totals[0]!, avgoccupancy, ageSeconds }], messages: [] });

describe('the latest value', () => {
  it('[R310] [R288] asks for the last reading of its entity, and again every minute', async () => {
    stopClock();
    show(<Latest />, [...calls, reading(12, 20)]);
    await arrive(isShown('12'));
    expect(sentTo(dataCalls.occupancy.detail)[0]?.query).toEqual({
      lastReading: 'true',
      entityType: 'space',
      entityIds: sampleId('spaceId'),
      metrics: 'occupancy',
    });
    expectNow(reading(14, 4000));
    await vi.advanceTimersByTimeAsync(61_000);
    await arrive(isShown('14 stale'));
  });

  it('[R539] times out after 15 s, and a later reading takes that back', async () => {
    stopClock();
    show(<Latest />, [...calls, withhold(dataCalls.occupancy.detail)]);
    await arrive(() => sentTo(dataCalls.occupancy.detail).length === 1);
    await vi.advanceTimersByTimeAsync(12_000);
    await arrive(isShown('loading'));
    await vi.advanceTimersByTimeAsync(3_000);
    await arrive(isShown('timed-out'));
    expectNow(reading(15, 10));
    abortWithheld();
    await vi.advanceTimersByTimeAsync(61_000);
    await arrive(isShown('15'));
  });
});

describe('the gallery', () => {
  it('[R301] [R302] sizes of single cards and of charts', () => {
    expect(widgetSizes.value).toEqual({ width: 6, height: 3, minWidth: 4, minHeight: 3 });
    for (const type of ['line', 'bar', 'stacked', 'pie', 'table', 'trend', 'heatmap', 'forecast'] as const)
      expect(widgetSizes[type]).toEqual({ width: 4, height: 6, minWidth: 3, minHeight: 4 });
  });

  it('[R280] [R990] every card draws its sample, light and dark', async () => {
    const asking = cards.filter(({ asks }) => asks === 'question');
    const all = asking.map(({ type, label }) => ({
      label,
      widget: widgetOf(type, { clientOptions: { widgetOptions: { title: { text: label } } } }),
    }));
    show(
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10 }}>
        {all.map(({ label, widget }) => (
          <Room key={label} widget={widget}>
            <WidgetFrame widget={widget} dashboard={dashboard} isPreview controls={undefined} />
          </Room>
        ))}
      </div>,
      [],
    );
    await expect.poll(countOf(page.getByRole('slider'))).toBe(5);
    await look('widgets', page.getByRole('grid', { name: 'Rows' }));
    expect(askedPaths()).toEqual([]);
    show(
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10 }}>
        {['primary', 'success', 'info', 'warning', 'danger'].map((style) => {
          const widget = widgetOf('value', {
            clientOptions: { widgetOptions: { style: { class: style }, title: { text: style } } },
          });
          return (
            <Room key={style} widget={{ ...widget, gridOptions: { ...widget.gridOptions, width: 4 } }}>
              <WidgetFrame widget={widget} dashboard={dashboard} isPreview controls={undefined} />
            </Room>
          );
        })}
      </div>,
      [],
    );
    await look('widget-styles', page.getByRole('heading', { name: 'danger' }));
  });
});
