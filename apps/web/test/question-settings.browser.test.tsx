import { listFieldNames, listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import { listZones } from '@atrium/contract/zones';
import type { Options } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetSettings } from '../src/features/dashboards/settings/WidgetSettings.tsx';
import { names, rowsOf, totals } from './explore-records.ts';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { field, pick, press } from './steps.ts';
import { leave, show, widgetOf } from './widget-stage.tsx';

const calls = [
  ...records,
  answer(getTraffic, { results: rowsOf(names, 7), messages: [] }),
  answer(getTrafficTotal, { results: totals, messages: [] }),
  answer(getCountFilters, [
    { id: 0, name: 'Everyone' },
    { id: 2, name: 'Adults' },
  ]),
  answer(getCountApplications, [{ id: 1, name: 'Traffic' }]),
];
const saved = vi.fn<(changed: { dataOptions: Options; clientOptions: Options }) => void>();
const settings = (type: string, dataOptions: Options, clientOptions: Options = {}) => (
  <WidgetSettings
    widget={widgetOf(type, { dataOptions, clientOptions })}
    isNew={false}
    dashboardId={sampleId('dashboardId')}
    onSave={saved}
    onCancel={() => undefined}
  />
);
const byLocation = { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'past7days' };
const lastAsked = () => sentTo(getTraffic).at(-1)?.query;

afterEach(() => {
  saved.mockClear();
  leave();
});

describe('the places of a card', () => {
  const zones = {
    ...answer(
      listZones,
      Array.from({ length: 50 }, (_, at) => ({
        zoneId: sampleId('zoneId', at),
        name: `Line ${at}`,
        sensorName: 'Door sensor',
        locationName: 'Riverside',
      })),
    ),
    headers: { 'x-total-count': '4000' },
  };

  it('[R1101] are zones found by their name, of as many as there are', async () => {
    show(settings('line', { ...byLocation, entityType: 'zone' }), [...calls, zones]);
    await see(page.getByText('50 of 4,000 · type to search'));
    await page.getByRole('combobox', { name: 'Zones', exact: true }).fill('line 7');
    await expect.poll(() => sentTo(listZones).at(-1)?.query).toMatchObject({ search: 'line 7', limit: '50' });
    await see(page.getByRole('option', { name: 'Line 7, Door sensor, Riverside' }));
    expect(sentTo(listZones).length).toBeLessThanOrEqual(2);
  });
});

describe('the rows of a card', () => {
  it('[R1102] are sorted and cut where the settings say so', async () => {
    show(settings('table', byLocation), calls);
    await pick('Sort by', 'Ins, largest first');
    await page.getByRole('textbox', { name: /^Show top/ }).fill('5');
    await expect.poll(lastAsked).toMatchObject({ order: '-sumins', limit: '5' });
    await look('settings-top', page.getByRole('combobox', { name: 'Sort by' }));
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ order: '-sumins', limit: 5 });
  });

  it('[R1102] keep an order that is not in the list', async () => {
    show(settings('table', { ...byLocation, order: ['-sumins', 'name'], limit: '3' }), calls);
    await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('-sumins,name');
    await expect.element(page.getByRole('textbox', { name: /^Show top/ })).toHaveValue('3');
  });

  it('[R1102] lose an order by a metric that is no longer asked', async () => {
    show(settings('table', { ...byLocation, metrics: ['outs', 'ins'], order: '-sumins' }), calls);
    await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Ins, largest first');
    await page.getByRole('combobox', { name: 'Metrics', exact: true }).click();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Time, oldest first');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ order: null });
  });

  it('[R1102] lose an order that a ready-made set of columns does not have', async () => {
    show(settings('table', { ...byLocation, order: '-sumins' }), [
      ...calls,
      answer(dataCalls.pos.detail, { results: [], messages: [] }),
    ]);
    await pick('Columns', 'Traffic of zones');
    await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Ins, largest first');
    await pick('Columns', 'Sales of locations');
    await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Time, oldest first');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ order: null });
  });

  it('[R1191] keep their details with another ready-made set of columns, as far as its places have them', async () => {
    const details = { include: ['location', 'site', 'sensor'], meta: ['Region'] };
    show(settings('table', { ...byLocation, inputFormatType: 'zoneTraffic', ...details }), [
      ...calls,
      answer(listFieldNames, ['Region']),
    ]);
    await pick('Columns', 'Traffic of sensors');
    await expect.poll(lastAsked).toMatchObject({ entityType: 'sensor', include: 'location,site', meta: 'Region' });
    await pick('Columns', 'Traffic of sites');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({
      inputFormatType: 'siteTraffic',
      include: ['location'],
      meta: ['Region'],
    });
  });

  it('[R1102] of a chart have no order to choose', async () => {
    show(settings('bar', byLocation), calls);
    await see(page.getByRole('combobox', { name: 'Data source' }));
    expect(page.getByRole('combobox', { name: 'Sort by' }).elements()).toEqual([]);
  });

  it('[R1102] of one value leave a total the grouping that fits its period', async () => {
    show(settings('pie', { ...byLocation, metaProperty: 'Region' }), [
      ...calls,
      answer(listFieldNames, ['Region']),
      answer(listFieldValuesOfType, ['North', 'South']),
    ]);
    await pick('Value', 'North');
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ metaValue: 'North', dateGroupings: null });
  });

  it('[R1102] are those of one value of a custom field', async () => {
    show(settings('line', { ...byLocation, metaProperty: 'Region' }), [
      ...calls,
      answer(listFieldNames, ['Region']),
      answer(listFieldValuesOfType, ['North', 'South']),
    ]);
    await pick('Value', 'North');
    await expect.poll(lastAsked).toMatchObject({ metaProperty: 'Region', metaValue: 'North' });
    await press('Save');
    expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ metaProperty: 'Region', metaValue: 'North' });
  });

  it('[R1102] count whom a text names, as the call does', async () => {
    show(settings('line', { ...byLocation, countFilter: '2' }), calls);
    await expect.element(page.getByRole('combobox', { name: 'People counted' })).toHaveValue('Adults');
  });
});

it('[R773] [R1107] a value of today is set to be compared with the same part of an earlier day', async () => {
  const previousResults = [{ ...totals[0]!, sumins: 1000 }];
  show(settings('value', { ...byLocation, relativeDate: 'today', aggregate: true }), [
    ...calls,
    answer(getTrafficTotal, { results: [{ ...totals[0]!, sumins: 1200 }], previousResults, messages: [] }),
  ]);
  await pick('Compare with', 'Same period last week');
  await expect
    .poll(() => sentTo(getTrafficTotal).at(-1)?.query)
    .toMatchObject({ relativeDate: 'today', previousPeriod: 'sameperiodlastweek' });
  await see(page.getByText('+20%'));
  await press('Save');
  expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ previousPeriod: 'sameperiodlastweek' });
});

it('[R1130] [R1132] a card is set to be compared like for like', async () => {
  const previousResults = [{ ...totals[0]!, sumins: 1000 }];
  const message = '2 of 14 locations were left out.';
  show(settings('value', { ...byLocation, aggregate: true, previousPeriod: 'sameperiodlastyear' }), [
    ...calls,
    answer(getTrafficTotal, { results: [{ ...totals[0]!, sumins: 1200 }], previousResults, messages: [message] }),
  ]);
  await page.getByRole('switch', { name: 'Like for like' }).click({ force: true });
  await expect.poll(() => sentTo(getTrafficTotal).at(-1)?.query).toMatchObject({ likeForLike: 'true' });
  await see(page.getByText(/same period last year, like for like/i));
  await press('Save');
  expect(saved.mock.calls[0]?.[0].dataOptions).toMatchObject({ likeForLike: true });
});

it('[R1102] the refresh of a card is hidden in its settings', async () => {
  show(settings('line', byLocation), calls);
  await see(field('Title'));
  await page.getByRole('switch', { name: 'Show Refresh in the menu' }).click({ force: true });
  await press('Save');
  expect(saved.mock.calls[0]?.[0].clientOptions).toEqual({ hideRefresh: true });
});
