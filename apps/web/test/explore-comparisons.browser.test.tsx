import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getOrganization } from '@atrium/contract/organizations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, calls, chart, grid, names, rowsOf, totals, week } from './explore-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { look, open, see } from './stage.ts';
import { hide, pick, press } from './steps.ts';

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

  it('[R1130] [R1132] the same weekdays, of places that can be compared, with what was left out', async () => {
    const message = '1 of 4 locations was left out.';
    await open('/app/explore', [...calls, ...week]);
    await see(chart());
    await expect.element(page.getByRole('switch', { name: 'Like for like' })).not.toBeInTheDocument();
    const previousResults = rowsOf(names, 7);
    expectNow(answer(getTraffic, { results: rowsOf(names, 7), previousResults, messages: [message] }));
    await pick('Compare with', 'Same period last year');
    await expect.poll(() => asked().at(-1)?.['previousPeriod']).toBe('sameperiodlastyear');
    expect(asked().at(-1)).not.toHaveProperty('likeForLike');
    await page.getByRole('switch', { name: 'Like for like' }).click({ force: true });
    await expect.poll(() => asked().at(-1)?.['likeForLike']).toBe('true');
    await expect.poll(() => sentTo(getTrafficTotal).at(-1)?.query).toMatchObject({ likeForLike: 'true' });
    expect(window.location.hash).toContain('likeForLike=true');
    await see(page.getByText(message));
    await see(page.getByText('Riverside Branch, Same period last year, like for like'));
    await look('explore-like-for-like', chart());
    await pick('Compare with', 'Several back');
    await expect.poll(() => asked().at(-1)?.['trendComparison']).toBe('4');
    expect(asked().at(-1)).not.toHaveProperty('likeForLike');
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
