import { dataCalls, getDataQueue, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { getOrganization } from '@atrium/contract/organizations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, calls, chart, compared, everySource, grid, names, rowsOf, totals, week } from './explore-records.ts';
import { answer, answerFile, expectDuring, expectNow, refuse, sentTo, withhold } from './network.ts';
import { sampleId } from './sample.ts';
import { look, open, see } from './stage.ts';
import { downloads, heading, hide, pick, press, refused } from './steps.ts';

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
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringContaining('built from 62%'));
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

  it('[R1225] asks for a typed day once it is complete', async () => {
    await open('/app/explore?relativeDate=custom&startDate=2025-01-01&endDate=2025-01-31', [...calls, ...week]);
    await see(chart());
    const from = page.getByLabelText('From');
    for (const year of ['0002', '0020', '0202', '2024']) await from.fill(`${year}-02-14`);
    await expect.poll(() => asked().at(-1)?.['startDate']).toBe('2024-02-14');
    expect([...new Set(asked().map(({ startDate }) => startDate))]).toEqual(['2025-01-01', '2024-02-14']);
    await from.fill('0020-02-14');
    (from.element() as HTMLElement).blur();
    await expect.element(from).toHaveValue('2024-02-14');
    window.history.back();
    await expect.element(from).toHaveValue('2025-01-01');
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

  it('[R950] says how many questions of the organization wait', async () => {
    const queue = answer(getDataQueue, { running: 2, waiting: 3 });
    await open('/app/explore', [...calls, ...week, withhold(getTraffic), queue]);
    await see(page.getByText(/^Working on it… \d+ s\. 3 questions of your organization are waiting\.$/));
    await look('explore-waiting', page.getByRole('button', { name: 'Stop' }));
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

  it('[R365] says when the totals could not be loaded, and asks for them again', async () => {
    await open('/app/explore', [...calls, ...week, refuse(getTrafficTotal, 409, 'Not today.')]);
    await see(grid('Rows').getByRole('gridcell', { name: '3/1/26' }).first());
    await look('explore-totals-error', page.getByText('Unable to get traffic data. Not today.'));
    expectNow(...week);
    await press('Try again');
    await see(grid('Totals').getByRole('gridcell', { name: '3,100' }));
  });

  it.each([
    ['traffic', 'location', 'Unable to get traffic data'],
    ['forecasted_traffic', 'location', 'Unable to get forecasted traffic data'],
    ['gender', 'location', 'Unable to get gender data'],
    ['queue', 'location', 'Unable to get queue data'],
    ['service', 'location', 'Unable to get service data'],
    ['occupancy', 'space', 'Unable to get occupancy data'],
    ['zone_occupancy', 'zone', 'Unable to get zone occupancy data'],
    ['visit_duration', 'space', 'Unable to get visit duration data'],
    ['expected_wait_time', 'space', 'Unable to get expected wait time data'],
    ['pos', 'location', 'Unable to get POS data'],
    ['trafficpos', 'location', 'Unable to get traffic and POS data'],
    ['labor', 'location', 'Unable to get labor data'],
  ] as const)('[R365] names %s when its rows could not be loaded', async (source, entityType, words) => {
    await open(`/app/explore?source=${source}&entityType=${entityType}`, [
      ...calls,
      answer(getOrganization, { ...everySource, weekStart: 0 }),
      refuse(dataCalls[source].detail, 409, 'Not today.'),
    ]);
    await see(page.getByText(`${words}. Not today.`));
  });

  it('[R348] shows errors in the data under Errors, apart from notes', async () => {
    const wrong = 'There are errors in the records. 3 rows of Harbor Branch could not be read.';
    const note = 'Two locations have no sensors.';
    await open('/app/explore', [
      ...calls,
      ...week,
      answer(getTraffic, { results: rowsOf(names, 7), messages: [wrong, note] }),
    ]);
    const errors = page.getByRole('alert', { name: 'Errors' });
    await look('explore-data-errors', errors.getByText('There are errors in the data'));
    await see(errors.getByRole('listitem').filter({ hasText: wrong }));
    await see(page.getByRole('status').filter({ hasText: note }));
    expect(errors.getByText(note).elements()).toEqual([]);
    await see(chart());
  });

  it('[R664] [R1155] shows corrections beside the answer and at its points', async () => {
    const note = {
      correctionId: sampleId('correctionId', 0),
      zoneId: sampleId('zoneId', 0),
      name: 'Main door',
      from: '2026-03-02T15:00:00.000Z',
      to: '2026-03-02T18:00:00.000Z',
      kind: 'estimated' as const,
      reason: 'The door was blocked',
    };
    const corrections = Array.from({ length: 7 }, (_, at) => ({ ...note, correctionId: sampleId('correctionId', at) }));
    const results = rowsOf(names.slice(0, 1), 7).map((row, at) =>
      at === 1 ? { ...row, corrected: 'excluded,estimated' } : row,
    );
    await open('/app/explore', [...calls, ...week, answer(getTraffic, { results, messages: [], corrections })]);
    const list = page.getByRole('list', { name: 'Corrections' });
    await look(
      'explore-corrections',
      list.getByText(/^Counts of Main door were estimated from .* to .*: The door was blocked$/).first(),
    );
    expect(list.getByRole('listitem').elements()).toHaveLength(5);
    await press('Show all 7 corrections');
    expect(list.getByRole('listitem').elements()).toHaveLength(7);
    (chart().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .element(chart())
      .toHaveAttribute('aria-valuetext', expect.stringContaining('Corrected: excluded, estimated'));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chart()).not.toHaveAttribute('aria-valuetext', expect.stringContaining('Corrected'));
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
    await see(grid('Rows').getByRole('gridcell', { name: '0:01:15' }));
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
    await see(door.getByText('Read: 24 hours by minutes, 144 hours from their sums'));
    expect(sentTo(getTrafficTotal).at(-1)?.query).toMatchObject({
      entityIds: sampleId('locationId'),
      explain: 'true',
      metrics: 'ins',
    });
    await look('explore-explained', door);
  });
});
