import { listFieldNames } from '@atrium/contract/custom-fields';
import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import type { Options } from '@atrium/rules/dashboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { WidgetSettings } from '../src/features/dashboards/settings/WidgetSettings.tsx';
import * as cardStage from './card-stage.tsx';
import { rowsOf, totals } from './explore-records.ts';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { chooseAction, downloads, field, pick, press } from './steps.ts';
import { dashboard, leave, Room, show, widgetOf } from './widget-stage.tsx';

const calls = [
  ...records,
  answer(getTraffic, { results: rowsOf(['Riverside Branch'], 3), messages: [] }),
  answer(getTrafficTotal, { results: totals, messages: [] }),
  answer(getCountFilters, []),
  answer(getCountApplications, []),
];
const saved = vi.fn<(changed: { dataOptions: Options; clientOptions: Options }) => void>();
const savedOptions = () => saved.mock.calls.at(-1)?.[0];
interface Edited {
  dataOptions?: Options;
  clientOptions?: Options;
  hasRoles?: boolean;
}
const settings = (type: string, { hasRoles = false, ...options }: Edited = {}) => (
  <WidgetSettings
    widget={widgetOf(type, options)}
    isNew={false}
    dashboardId={hasRoles ? undefined : dashboard.dashboardId}
    hasRoles={hasRoles}
    onSave={saved}
    onCancel={() => undefined}
  />
);
const box = (name: string) => page.getByRole('combobox', { name, exact: true });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
const byLocation = { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'past7days' };

const framed = (type: string, dataOptions: Options) => {
  const widget = widgetOf(type, { dataOptions, clientOptions: {} });
  return (
    <Room widget={{ ...widget, gridOptions: { ...widget.gridOptions, width: 12 } }}>
      <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
    </Room>
  );
};
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent?.trim());
const csv = async () => {
  const [file] = await downloads(() => chooseAction('Download CSV', 'Actions of Ins · Past 7 days'));
  return file!.text.replace('\uFEFF', '').split(/\r?\n/);
};
const asked = () => sentTo(getTraffic).at(-1)?.query;

afterEach(() => {
  saved.mockClear();
  leave();
  cardStage.leave();
});

describe('the settings of a card of a template', () => {
  const inTemplate = { hasRoles: true };

  it('[R1111] choose a role for the location of the weather', async () => {
    show(settings('weather', inTemplate), calls);
    await box('Places').click();
    await see(page.getByRole('option').first());
    expect(options()).toEqual([
      'The first location by name',
      'The location with the largest traffic of the last seven days',
    ]);
    await page.getByRole('option', { name: 'The first location by name' }).click();
    expect(page.getByRole('combobox', { name: 'Location' }).elements()).toEqual([]);
    expect(sentTo(listLocations)).toEqual([]);
    await press('Save');
    expect(savedOptions()?.dataOptions).toMatchObject({ entityRole: 'first-location', entityType: 'location' });
  });

  it('[R1111] choose a role for the clock, or leave it to the reader', async () => {
    show(settings('datetime', inTemplate), calls);
    await pick('Places', 'The first location by name');
    await press('Save');
    expect(savedOptions()?.dataOptions).toMatchObject({ entityRole: 'first-location' });
    show(settings('datetime', { ...inTemplate, dataOptions: { entityRole: 'first-location' } }), calls);
    await expect.element(box('Places')).toHaveValue('The first location by name');
    await pick('Places', 'Your own time');
    await press('Save');
    expect(savedOptions()?.dataOptions).toMatchObject({ entityRole: null, entityId: null });
  });

  it('[R1111] take images from the web alone', async () => {
    show(settings('image', inTemplate), calls);
    const address = page.getByRole('textbox', { name: 'Address' });
    await see(address);
    expect(page.getByText('Images can be uploaded as soon as the dashboard is saved.').elements()).toEqual([]);
    expect(page.getByRole('radio', { name: 'Upload' }).elements()).toEqual([]);
    await address.fill('https://example.com/plan.png');
    await press('Save');
    expect(savedOptions()?.clientOptions).toMatchObject({
      widgetOptions: { imageType: 'url', image: 'https://example.com/plan.png' },
    });
  });

  it('[R1111] say that the sensor of an image is chosen later', async () => {
    show(settings('sensor-image', inTemplate), calls);
    await see(page.getByText(/^A template cannot say which sensor\./));
    expect(page.getByRole('combobox', { name: 'Sensor' }).elements()).toEqual([]);
    await look('template-sensor-image', page.getByText(/^A template cannot say which sensor\./));
  });
});

describe('the choices of a card', () => {
  it('[R1112] a gauge offers sources that have a last reading', async () => {
    const [all] = [answer(dataCalls.occupancy.detail, { results: [], messages: [] })];
    show(settings('gauge', { hasRoles: true }), [...calls, all]);
    await box('Data source').click();
    await see(page.getByRole('option', { name: 'Queues' }));
    expect(options()).toEqual([
      'Traffic',
      'Gender',
      'Queues',
      'Service',
      'Occupancy',
      'Zone occupancy',
      'Expected wait time',
    ]);
  });

  it('[R1112] a list of spaces has no rows to choose', async () => {
    cardStage.show(settings('space-list'), calls);
    await see(box('By'));
    expect(box('Rows').elements()).toEqual([]);
  });

  it.each(['gauge', 'map', 'heatmap'])(
    '[R1112] a %s draws one metric, and keeps others until one is chosen',
    async (type) => {
      show(settings(type, { hasRoles: true, dataOptions: { ...byLocation, metrics: ['ins', 'outs'] } }), calls);
      await expect.element(box('Metric')).toHaveValue('Ins');
      expect(box('Metrics').elements()).toEqual([]);
      await field('Title').fill('Doors');
      await press('Save');
      expect(savedOptions()?.dataOptions).toMatchObject({ metrics: ['ins', 'outs'] });
      await pick('Metric', /^Outs$/);
      await press('Save');
      expect(savedOptions()?.dataOptions).toMatchObject({ metrics: ['outs'] });
    },
  );

  it('[R1112] a forecast draws one metric', async () => {
    show(settings('forecast', { hasRoles: true }), calls);
    await expect.element(box('Metric')).toHaveValue('Forecast ins');
    expect(box('Metrics').elements()).toEqual([]);
  });

  it('[R1112] a pie has the metrics of one place, or one metric of several', async () => {
    show(settings('pie', { dataOptions: byLocation }), calls);
    await see(box('Metric'));
    show(settings('pie', { dataOptions: { ...byLocation, entityIds: [sampleId('locationId', 0)] } }), calls);
    await see(box('Metrics'));
    expect(box('Metric').elements()).toEqual([]);
  });
});

describe('what a table says about its places', () => {
  const zone = { dataSourceType: 'traffic', entityType: 'zone', metrics: ['ins'], relativeDate: 'past7days' };
  const rows = rowsOf(['North door', 'South door'], 1).map((row, at) => ({
    ...row,
    location: { id: sampleId('locationId', 0), name: 'Riverside Branch' },
    site: { id: sampleId('siteId', at), name: at === 0 ? 'North' : 'South' },
    meta: at === 0 ? { Region: 'Coast', Floor: '1' } : {},
  }));
  const detailed = [
    ...calls,
    answer(getTraffic, { results: rows, messages: [] }),
    answer(listFieldNames, ['Floor', 'Region']),
  ];

  it('[R1113] is in columns of its own, also in its file', async () => {
    show(framed('table', { ...zone, include: ['site', 'location'], meta: 'Region' }), detailed);
    await see(page.getByRole('gridcell', { name: 'North', exact: true }));
    expect(heads().slice(0, 6)).toEqual(['Name', 'Location', 'Site', 'Region', 'Date', 'Ins']);
    const [head, first, second] = await csv();
    expect(head).toMatch(/^Name,Location,Site,Region,Date,Ins/);
    expect(first).toMatch(/^North door,Riverside Branch,North,Coast,3\/1\/26,/);
    expect(second).toMatch(/^South door,Riverside Branch,South,,3\/1\/26,/);
  });

  it('[R1113] has a column for every custom field where all are asked for', async () => {
    show(framed('table', { ...zone, meta: '*' }), detailed);
    await see(page.getByRole('gridcell', { name: 'Coast' }));
    expect(heads().slice(0, 5)).toEqual(['Name', 'Floor', 'Region', 'Date', 'Ins']);
  });

  it('[R1113] is in the table of a chart as well, and only what was asked for', async () => {
    show(framed('line', { ...zone, include: 'site' }), detailed);
    await see(page.getByRole('slider'));
    await chooseAction('Show as table', 'Actions of Ins · Past 7 days');
    await see(page.getByRole('gridcell', { name: 'North', exact: true }));
    // The location is asked for because of annotations.
    expect(asked()?.['include']).toBe('site,location');
    expect(heads().slice(0, 4)).toEqual(['Name', 'Site', 'Date', 'Ins']);
  });

  it('[R1113] is chosen in the settings, and goes with the kind of places', async () => {
    show(settings('table', { dataOptions: zone }), detailed);
    await pick('More columns', 'Site');
    await pick('More columns', 'Region');
    await userEvent.keyboard('{Escape}');
    await expect.poll(asked).toMatchObject({ include: 'site', meta: 'Region' });
    await look('settings-details', box('More columns'));
    await press('Save');
    expect(savedOptions()?.dataOptions).toMatchObject({ include: ['site'], meta: ['Region'] });
    await pick('By', 'Location');
    await press('Save');
    expect(savedOptions()?.dataOptions).toMatchObject({ entityType: 'location', include: null, meta: null });
  });
});

describe('options that the settings do not write', () => {
  it('[R1114] the parts that `configOptions` names are shown, and it is kept', async () => {
    const clientOptions = { widgetOptions: { configOptions: ['metrics', 'refresh'] } };
    show(settings('line', { dataOptions: byLocation, clientOptions }), calls);
    await see(box('Metrics'));
    expect(box('Data source').elements()).toEqual([]);
    expect(box('Number format').elements()).toEqual([]);
    await field('Title').fill('Doors');
    await press('Save');
    expect(savedOptions()?.clientOptions).toMatchObject({ widgetOptions: { configOptions: ['metrics', 'refresh'] } });
  });

  it('[R1103] `iconClass` and `alwaysShowZero` are kept', async () => {
    const widgetOptions = { iconClass: 'fa fa-door', alwaysShowZero: true };
    show(settings('value', { dataOptions: byLocation, clientOptions: { widgetOptions } }), calls);
    await pick('Color', 'Warning');
    await press('Save');
    expect(savedOptions()?.clientOptions).toMatchObject({
      widgetOptions: { ...widgetOptions, style: { class: 'warning' } },
    });
  });

  it.each(['realtime-value', 'radial-gauge'])('[R989] a %s has a number format', async (type) => {
    show(settings(type, { hasRoles: true }), calls);
    await pick('Number format', 'Whole minutes: 21 min');
    await press('Save');
    expect(savedOptions()?.clientOptions).toMatchObject({ widgetOptions: { valueFormat: 'minutes' } });
  });
});
