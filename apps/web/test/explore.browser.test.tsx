import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { getOrganization } from '@atrium/contract/organizations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, answerFile, expectDuring, expectNow, refuse, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { downloads, heading, hide, pick, press, refused } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationUser')];
const day = 86_400_000;
const names = ['Riverside Branch', 'Oakwood Branch', 'Harbor Branch'];
const firstDay = Date.parse('2026-03-01T06:00:00Z');
const rowsOf = (places: readonly string[], days: number, from = firstDay) =>
  Array.from({ length: days }, (_, at) =>
    places.map((name, place) => ({
      entityId: sampleId('locationId', place),
      name,
      timezone: 'America/Chicago',
      recordDate: new Date(from + at * day).toISOString(),
      sumins:
        place === 1 && at === 3 ? null : 400 - place * 90 + ((at * (from === firstDay ? 37 : 53) + place * 11) % 120),
      sumouts: 380 - place * 90 + ((at * 31) % 120),
      completeness: place === 1 && at === 3 ? 0 : at === 5 ? 0.62 : 1,
    })),
  ).flat();
const totals = names.map((name, place) => ({
  entityId: sampleId('locationId', place),
  name,
  timezone: 'America/Chicago',
  sumins: 3100 - place * 600,
  sumouts: 3000 - place * 600,
  completeness: 0.94,
}));
const week = [
  answer(getTraffic, { results: rowsOf(names, 7), messages: [] }),
  answer(getTrafficTotal, { results: totals, messages: [] }),
];
const compared = [
  answer(getTraffic, {
    results: rowsOf(names, 7),
    previousResults: rowsOf(names, 7, firstDay - 7 * day),
    messages: [],
  }),
  answer(getTrafficTotal, { results: totals, previousResults: totals, messages: [] }),
];
const grid = (name: string) => page.getByRole('grid', { name, exact: true });
const asked = () => sentTo(getTraffic).map(({ query }) => query);
const chart = () => page.getByRole('slider', { name: /^Answer/ });

describe('Explore', () => {
  it('[R822] [R827] [R832] asks the default question and shows its answer', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(heading('Explore'));
    await see(grid('Rows').getByRole('gridcell', { name: '3/1/26' }).first());
    expect(asked().at(-1)).toEqual({
      entityType: 'location',
      relativeDate: 'past7days',
      metrics: 'ins',
      dateGroupings: 'day',
    });
    await expect.element(grid('Rows')).toHaveAttribute('aria-rowcount', '22');
    await see(grid('Totals').getByRole('gridcell', { name: '3,100' }));
    await look('explore', chart());
  });

  it('[R827] [R832] shows the compared period, the change and incomplete days', async () => {
    await open('/app/explore?previousPeriod=previousperiod&metrics=ins,outs', [...calls, ...compared]);
    await see(grid('Rows').getByRole('columnheader', { name: 'Ins, before' }));
    await see(page.getByText('Riverside Branch, previous period'));
    await see(page.getByText('Open circles and dashed bars are built from incomplete data.'));
    await look('explore-compared', chart());
  });

  it('[R827] arrow keys read one point after the other', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    (chart().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect
      .element(chart())
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^3\/4\/26, .*Oakwood Branch N\/A/));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringContaining('built from 62 %'));
  });

  it('[R831] draws a week of hours as a heatmap', async () => {
    const results = Array.from({ length: 168 }, (_, slot) => ({
      ...totals[0]!,
      weekday: Math.floor(slot / 24),
      hour: slot % 24,
      sumins: slot % 24 < 7 ? null : Math.round(60 + 55 * Math.sin((slot % 24) / 4) + (slot % 7) * 9),
      completeness: 1,
    }));
    await open('/app/explore?dateGroupings=weekday,hour', [
      ...calls,
      ...week,
      answer(getTraffic, { results, messages: [] }),
    ]);
    const map = page.getByRole('grid', { name: /^Riverside Branch, Ins/ });
    const cell = (name: RegExp) => map.getByRole('gridcell', { name });
    await see(cell(/^Sun 12 am, no data$/));
    (cell(/^Sun 12 am/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Mon 1 am, no data');
    await look('explore-heatmap', map);
  });

  it('[R821] [R822] a change asks again, and the address follows it back and forward', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await pick('Group by', 'Hour');
    await expect.poll(() => asked().at(-1)?.['dateGroupings']).toBe('hour');
    expect(window.location.hash).toContain('dateGroupings=hour');
    await pick('Dates', 'Yesterday');
    await expect.poll(() => asked().at(-1)?.['relativeDate']).toBe('yesterday');
    window.history.back();
    await expect.element(page.getByRole('combobox', { name: 'Dates' })).toHaveValue('Past 7 days');
    await expect.element(page.getByRole('combobox', { name: 'Group by' })).toHaveValue('Hour');
    window.history.forward();
    await expect.element(page.getByRole('combobox', { name: 'Dates' })).toHaveValue('Yesterday');
  });

  it('[R820] [R821] chooses places, a custom range and open hours', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await pick('Locations', 'Oakwood Branch');
    await expect.poll(() => asked().at(-1)?.['entityIds']).toBe(sampleId('locationId', 1));
    await pick('Dates', 'Custom range');
    await page.getByLabelText('From').fill('2025-01-01');
    await page.getByLabelText('To', { exact: true }).fill('2026-02-28');
    await expect
      .poll(() => asked().at(-1))
      .toMatchObject({ startDate: '2025-01-01', endDate: '2026-02-28', dateGroupings: 'week' });
    await page.getByLabelText('To', { exact: true }).fill('2024-02-28');
    await see(page.getByText('Choose an end after the start'));
    await page.getByRole('switch', { name: 'Only while open' }).click();
    await expect.poll(() => asked().at(-1)?.['excludeClosedHours']).toBe('true');
    expect(asked().at(-1)?.['endDate']).toBe('2026-02-28');
  });

  it('[R829] an answer that takes its time can be stopped and asked for again', async () => {
    await open('/app/explore', [...calls, ...week, withhold(getTraffic)]);
    await see(page.getByText(/^Working on it… \d s$/));
    await press('Stop');
    await see(page.getByText('Stopped', { exact: true }));
    expectNow(...week);
    await press('Ask again');
    await see(chart());
  });

  it('[R829] keeps the answer before while the next one is on its way', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    expectNow(withhold(getTraffic));
    await pick('Group by', 'Hour');
    await see(page.getByText(/^Working on it…/));
    await see(chart());
    await expect.element(page.getByRole('button', { name: 'Download' })).toBeDisabled();
  });
});

const beside = (name: string, factor: number, more: object = {}) =>
  rowsOf(names, 7).map((row) => ({
    ...row,
    entityId: null,
    name,
    sumins: row.sumins === null ? null : Math.round(row.sumins * factor),
    ...more,
  }));

describe('comparisons in Explore', () => {
  it('[R835] [R836] several windows back, in the address, the chart and the table', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    const trendResults = [1, 2, 3, 4].map((ago) => ({
      label: `${ago} ago`,
      results: rowsOf(names, 7).map((row) => ({ ...row, sumins: Math.round((row.sumins ?? 0) * (1 - ago / 12)) })),
    }));
    expectNow(answer(getTraffic, { results: rowsOf(names, 7), trendResults, messages: [] }));
    expectNow(answer(getTrafficTotal, { results: totals, trendResults: trendResults.slice(0, 1), messages: [] }));
    await pick('Compare with', 'Several back');
    await see(grid('Rows').getByRole('columnheader', { name: 'Ins, 4 ago' }));
    await see(page.getByText('Riverside Branch, 2 ago'));
    await pick('How many back', '2 windows');
    await expect.poll(() => asked().at(-1)?.['trendComparison']).toBe('2');
    expect(asked().at(-1)).not.toHaveProperty('previousPeriod');
    expect(window.location.hash).toContain('trendComparison=2');
    await look('explore-trend', chart());
    await pick('Compare with', 'Previous period');
    await expect.poll(() => asked().at(-1)?.['previousPeriod']).toBe('previousperiod');
    expect(asked().at(-1)).not.toHaveProperty('trendComparison');
  });

  it('[R835] [R836] all places in one row, and one row for each value of a field', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    const one = rowsOf(names.slice(0, 1), 7).map((row) => ({ ...row, entityId: null, name: 'All' }));
    expectNow(answer(getTraffic, { results: one, messages: [] }));
    expectNow(answer(getTrafficTotal, { results: [{ ...totals[0]!, entityId: null, name: 'All' }], messages: [] }));
    await pick('Rows', 'All in one row');
    await expect.poll(() => asked().at(-1)?.['aggregate']).toBe('true');
    await expect.element(grid('Rows')).toHaveAttribute('aria-rowcount', '8');
    await press('Explain the total of All');
    await expect
      .poll(() => sentTo(getTrafficTotal).at(-1)?.query)
      .toMatchObject({ aggregate: 'true', explain: 'true' });
    await press('Close', page.getByRole('dialog', { name: 'How All adds up' }));
    const regions = ['North', 'South'].flatMap((name) => one.map((row) => ({ ...row, name })));
    expectNow(answer(getTraffic, { results: regions, messages: ['There is no location with Region East.'] }));
    await pick('Rows', 'Region');
    await expect.poll(() => asked().at(-1)?.['metaProperty']).toBe('Region');
    expect(asked().at(-1)).not.toHaveProperty('aggregate');
    await expect.element(grid('Rows')).toHaveAttribute('aria-rowcount', '15');
    await look('explore-together', page.getByText('There is no location with Region East.'));
  });

  it('[R835] [R836] [R838] all others, with what the server says about them', async () => {
    const message = 'A comparison with all others shows values of at least 3 others.';
    const permitted = answer(getOrganization, { canViewTraffic: true, permitComparisonViews: true, weekStart: 0 });
    await open('/app/explore', [...calls, permitted, ...week]);
    await see(chart());
    const comparisonResults = beside('All Others in Organization', 0.8, { entities: 12 });
    expectNow(answer(getTraffic, { results: rowsOf(names, 7), comparisonResults, messages: [message] }));
    expectNow(
      answer(getTrafficTotal, {
        results: totals,
        comparisonResults: totals.map((row) => ({ ...row, entityId: null, sumins: null, entities: 2 })),
        messages: [message],
      }),
    );
    await pick('Compare with others', 'All Others in Organization');
    await see(page.getByText('All Others in Organization, average'));
    await see(page.getByText(message));
    expect(page.getByText(message).elements()).toHaveLength(1);
    expect(asked().at(-1)).toMatchObject({
      isComparison: 'true',
      isAllComparison: 'true',
      comparisonAggregation: 'avg',
    });
    await see(grid('Rows').getByRole('columnheader', { name: 'Ins, difference to others' }));
    await expect.element(grid('Rows').getByRole('gridcell', { name: '12', exact: true }).first()).toBeInTheDocument();
    await pick('Combined by', 'Median');
    await expect.poll(() => asked().at(-1)?.['comparisonAggregation']).toBe('median');
    await look('explore-others', chart());
  });

  it('[R835] chosen others and those with a value of a field are asked for once they are known', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await pick('Compare with others', 'Chosen locations');
    await pick('Chosen locations', 'Oakwood Branch');
    await expect.poll(() => asked().at(-1)?.['comparisonEntityIds']).toBe(sampleId('locationId', 1));
    await pick('Compare with others', 'By a custom field');
    await expect.poll(() => window.location.hash).not.toContain('isComparison');
    await pick('Custom field', 'Region');
    await pick('Value', 'North');
    await expect
      .poll(() => asked().at(-1))
      .toMatchObject({ isComparison: 'true', comparisonMetaName: 'Region', comparisonMetaValue: 'North' });
    expect(asked().at(-1)).not.toHaveProperty('comparisonEntityIds');
    await pick('Compare with others', 'Nobody');
    await expect.poll(() => window.location.hash).not.toContain('isComparison');
  });

  it('[R837] says why something cannot be chosen', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await look('explore-excluded', page.getByText('Your organization does not permit a comparison with all others.'));
    await page.getByRole('combobox', { name: 'Compare with others' }).click();
    await expect
      .element(page.getByRole('option', { name: 'All Others in Organization' }))
      .toHaveAttribute('data-combobox-disabled');
    await userEvent.keyboard('{Escape}');
    await pick('By', 'Organization');
    await hide(page.getByRole('combobox', { name: 'Compare with others' }));
  });

  it('[R837] an expected wait has no value for several places', async () => {
    const place = { name: 'Reading room', timezone: 'America/Chicago', completeness: 1 };
    const { detail, total } = dataCalls.expected_wait_time;
    await open('/app/explore?source=expected_wait_time&aggregate=true', [
      ...calls,
      answer(getOrganization, { canViewExpectedWaitTime: true, weekStart: 0 }),
      answer(detail, { results: [{ ...place, recordDate: '2026-03-01T06:00:00Z' }], messages: [] }),
      answer(total, { results: [place], messages: [] }),
    ]);
    await see(page.getByText('Expected wait has no value for several places together.'));
    await see(page.getByText('Defaults are shown for the rows.', { exact: false }));
    await expect.element(page.getByRole('combobox', { name: 'Rows' })).toBeDisabled();
  });
});

describe('Explore without an answer', () => {
  it('[R826] says that there is no data in the period', async () => {
    const results = rowsOf(names, 1).map((row) => ({ ...row, sumins: null, completeness: 0 }));
    await open('/app/explore', [...calls, ...week, answer(getTraffic, { results, messages: [] })]);
    await look('explore-empty', page.getByText('No data in this period'));
    await expect.element(page.getByRole('button', { name: 'Download' })).toBeDisabled();
  });

  it('[R830] says what the server refused, and asks again', async () => {
    const message = 'Too many queries from your organization are waiting. Try again in a moment.';
    await open('/app/explore', [...calls, ...week, refuse(getTraffic, 429, message)]);
    await look('explore-error', page.getByText(`Unable to get traffic data. ${message}`));
    expectNow(...week);
    await press('Try again');
    await see(chart());
  });

  it('[R823] names the parts of a link that could not be read', async () => {
    await open('/app/explore?metrics=dreams&dateGroupings=hour&relativeDate=someday', [...calls, ...week]);
    await see(page.getByText(/Defaults are shown for the dates and the metrics|the metrics and the dates/));
    await expect.element(page.getByRole('combobox', { name: 'Group by' })).toHaveValue('Hour');
    await look('explore-broken-link', chart());
    await pick('Group by', 'Day');
    await hide(page.getByText('This link could not be read completely', { exact: false }));
  });

  it('[R824] offers only the sources of the subscription', async () => {
    const place = { name: 'Riverside Branch', timezone: 'America/Chicago' };
    const organization = answer(getOrganization, { canViewTraffic: false, canViewQueueService: true, weekStart: 0 });
    await open('/app/explore', [
      ...calls,
      organization,
      answer(dataCalls.queue.detail, {
        results: [{ ...place, recordDate: '2026-03-01T06:00:00Z', avgwaittime: 75, completeness: 1 }],
        messages: [],
      }),
      answer(dataCalls.queue.total, { results: [], messages: [] }),
    ]);
    await see(grid('Rows').getByRole('gridcell', { name: '01:15' }));
    await page.getByRole('combobox', { name: 'Data' }).click();
    expect(
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Queues', 'Service']);
  });
});

const downloadCsv = async () => {
  await press('Download');
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
};

describe('what is taken from Explore', () => {
  it('[R833] the link, the API address as it is sent and a curl command', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    await open('/app/explore?relativeDate=lastweek&metrics=ins,outs(max)', [...calls, ...week]);
    await see(chart());
    await press('Share');
    for (const name of ['Copy link to this page', 'Copy API address', 'Copy as curl'])
      await page.getByRole('menuitem', { name }).click();
    await expect.poll(() => copied.length).toBe(3);
    const [link = '', address = '', curl] = copied;
    expect(link).toContain('#/app/explore?source=traffic&entityType=location&relativeDate=lastweek');
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toBe('/api/data/traffic');
    expect(Object.fromEntries(searchParams)).toEqual(asked().at(-1));
    expect(curl).toBe(`curl -sSf -H "Authorization: Bearer $TOKEN" \\\n  '${address}'`);
  });

  it('[R840] the rows as the server writes them, as CSV and as Arrow', async () => {
    await open('/app/explore?trendComparison=2', [
      ...calls,
      ...week,
      answerFile(getTraffic, csvFormat, 'recordDate,name,sumins\r\n2026-03-01T06:00:00Z,Café,400\r\n'),
      answerFile(getTraffic, arrowFormat, 'ARROW'),
    ]);
    await see(chart());
    const files = await downloads(downloadCsv);
    expect(files).toEqual([
      {
        name: 'Traffic-past7days-day.csv',
        text: 'recordDate,name,sumins\r\n2026-03-01T06:00:00Z,Café,400\r\n',
      },
    ]);
    const [plain, file] = sentTo(getTraffic).slice(-2);
    expect(file?.headers.get('accept')).toBe(csvFormat);
    expect(file?.query).toEqual(plain?.query);
    const [other] = await downloads(async () => {
      await press('Download');
      await page.getByRole('menuitem', { name: 'Arrow, for notebooks' }).click();
    });
    expect(other).toEqual({ name: 'Traffic-past7days-day.arrows', text: 'ARROW' });
  });

  it('[R840] a download shows that it runs, can be stopped, and says why it failed', async () => {
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await expectDuring(withhold(getTraffic), async () => {
      await downloadCsv();
      await look('explore-download', page.getByRole('button', { name: 'Stop download, 0 bytes' }));
      await press('Stop download, 0 bytes');
      await see(page.getByRole('button', { name: 'Download' }));
    });
    expect(page.getByText('Unable to download these rows', { exact: false }).elements()).toEqual([]);
    await refused(getTraffic, 'Unable to download these rows', downloadCsv);
    await see(page.getByRole('button', { name: 'Download' }));
  });

  it('[R834] explains a total by its zones and series, in the time of the place', async () => {
    const series = {
      kind: 'series',
      id: '7',
      name: 'people',
      figures: { sumins: 1200 },
      receivedSeconds: 540_000,
      expectedSeconds: 604_800,
      from: '2026-03-02T06:00:00.000Z',
      weightIn: 1.5,
      weightOut: 1.5,
      reversed: true,
      read: { minutes: 86_400, quarters: 518_400, days: 0 },
      markedDays: 1,
    } as const;
    const heard = { receivedSeconds: 540_000, expectedSeconds: 604_800 };
    const zone = {
      kind: 'zone',
      id: sampleId('zoneId'),
      name: 'North door',
      figures: { sumins: 1800 },
      ...heard,
      corrections: [{ at: '2026-03-03T06:00:00.000Z', text: 'The delivery door was open' }],
      children: [series],
    } as const;
    const root = { kind: 'entity', id: sampleId('locationId'), name: names[0]!, figures: { sumins: 1800 }, ...heard };
    await open('/app/explore', [...calls, ...week]);
    await see(grid('Totals').getByRole('gridcell', { name: '3,100' }));
    expectNow(
      answer(getTrafficTotal, { results: totals, messages: [], explanation: [{ ...root, children: [zone] }] } as never),
    );
    await press('Explain the total of Riverside Branch');
    const panel = page.getByRole('dialog', { name: 'How Riverside Branch adds up' });
    const door = panel.getByRole('region', { name: 'North door' });
    await see(door.getByText('Ins 1,200 × 1.5'));
    await see(door.getByText('Reversed: those who go in here leave.'));
    await see(door.getByText('Corrected from 03/03/2026 12:00 am CST: The delivery door was open'));
    await see(door.getByText('Read: 24 hours by minutes, 144 hours by quarter hours'));
    expect(sentTo(getTrafficTotal).at(-1)?.query).toMatchObject({
      entityIds: sampleId('locationId'),
      explain: 'true',
      metrics: 'ins',
    });
    await look('explore-explained', door);
  });
});
