import { dataCalls } from '@atrium/contract/data';
import { type ForecastScore, getForecastScoreboard } from '@atrium/contract/forecast';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { downloads, heading, hide, pick, press } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationUser')];
const score = (wape: number | null, bias = 0.01): ForecastScore => ({ wape, mase: wape && wape * 4, bias });
const passed = {
  zoneName: 'North door',
  locationName: 'Riverside Branch',
  madeAt: sampleNow,
  model: 'm1+m2',
  verdict: 'passed',
  reason: 'The model was closer than the baselines in the back-test.',
  origins: 8,
  coverage: 0.812,
  final: score(0.184),
  models: { m1: score(0.19), m2: score(0.21) },
  baselines: { b0: score(0.262), b1: score(0.241) },
} as const;
const repeated = {
  ...passed,
  zoneName: 'South door',
  model: 'b1',
  verdict: 'no better',
  reason: 'No model was reliably closer than the baselines in the back-test, so the better baseline is used.',
  final: score(0.31),
} as const;
const withheld = {
  ...passed,
  zoneName: 'Delivery gate',
  locationName: 'Oakwood Branch',
  model: null,
  verdict: 'silent',
  reason: 'Nothing was counted in the last four weeks, so nothing is published.',
  origins: 0,
  coverage: null,
  final: score(null),
  models: { m1: score(null), m2: score(null) },
  baselines: { b0: score(null), b1: score(null) },
} as const;
const scoreboard = answer(getForecastScoreboard, { zones: [passed, repeated, withheld] });
const table = page.getByRole('region', { name: 'Forecast' });
const names = () =>
  table
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

describe('the forecast scoreboard', () => {
  it('[R842] shows what is published for each zone, and its error beside the baselines', async () => {
    await open('/app/forecast', [...calls, scoreboard]);
    await see(heading('Forecast'));
    const row = table.getByRole('row', { name: /North door/ });
    for (const text of ['Model', '18.4%', '26.2%', '24.1%', '81%']) await see(row.getByText(text, { exact: true }));
    await see(table.getByRole('row', { name: /South door/ }).getByText('Baseline', { exact: true }));
    await see(table.getByRole('row', { name: /Delivery gate/ }).getByText('Withheld', { exact: true }));
    // The largest error first; what has none is last.
    expect(names()).toEqual(['South door', 'North door', 'Delivery gate']);
    await look('forecast-scoreboard', row);
  });

  it('[R842] says why, with every method beside the others', async () => {
    await open('/app/forecast', [...calls, scoreboard]);
    await press('Details of Delivery gate');
    await see(page.getByText(withheld.reason).last());
    await see(page.getByText('No past week could be forecast and compared.'));
    await press('Close', page.getByRole('dialog', { name: 'Delivery gate' }));
    await press('Details of North door');
    const panel = page.getByRole('dialog', { name: 'North door' });
    await see(panel.getByRole('row', { name: /Daily level and regression, used 18.4% 0.74 1%/ }));
    await see(panel.getByRole('row', { name: /Same hour last week 26.2% 1.05 1%/ }));
    await look('forecast-details', panel.getByText('81% of hours were within the 80% band.'));
  });

  it('[R842] is sorted, searched, filtered and downloaded', async () => {
    await open('/app/forecast', [...calls, scoreboard]);
    await see(table);
    await press('Zone', table);
    await expect.poll(names).toEqual(['Delivery gate', 'North door', 'South door']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('riverside door');
    await expect.poll(names).toEqual(['North door', 'South door']);
    await pick('Forecast', 'Baseline');
    await expect.poll(names).toEqual(['South door']);
    expect(window.location.hash).toContain('state=baseline');
    const [file] = await downloads(() => press('CSV'));
    const [head, ...lines] = (file?.text ?? '').trim().split('\r\n');
    expect(head).toBe(
      'Zone,Location,Forecast,Method,Error,"Error, last week","Error, four weeks",Bias,Within band,Weeks tested,Why,Computed',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^South door,Riverside Branch,Baseline,Median of four weeks,0.31,0.262,0.241,/);
    await pick('Forecast', 'Withheld');
    await look('forecast-no-match', page.getByText('No forecast matches'));
  });

  it('[R842] shows 25 zones at a time', async () => {
    const zones = Array.from({ length: 40 }, (_, index) => ({
      ...passed,
      zoneId: sampleId('zoneId', index),
      zoneName: `Door ${index + 1}`,
    }));
    await open('/app/forecast?order=zone', [...calls, answer(getForecastScoreboard, { zones })]);
    await see(page.getByText('1–25 of 40'));
    expect(names()).toHaveLength(25);
    const asked = sentTo(getForecastScoreboard).length;
    await press('Next page');
    await expect.poll(() => names().at(-1)).toBe('Door 40');
    expect(sentTo(getForecastScoreboard)).toHaveLength(asked);
  });

  it('[R841] [R843] opens the next 28 days with the band', async () => {
    const { detail, total } = dataCalls.forecasted_traffic;
    const today = new Date();
    const days = Array.from({ length: 28 }, (_, day) => {
      const value = 400 + (day % 7) * 40;
      const recordDate = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day, 6));
      return {
        entityId: sampleId('zoneId'),
        name: 'North door',
        timezone: 'America/Chicago',
        recordDate: recordDate.toISOString(),
        sumins: value,
        lowins: value - 60 - day,
        highins: value + 70 + day * 2,
        completeness: null,
      };
    });
    await open('/app/forecast', [
      ...calls,
      scoreboard,
      answer(detail, { results: days, messages: [] }),
      answer(total, { results: [{ ...days[0]!, recordDate: undefined }], messages: [] }),
    ]);
    await see(table);
    expect(table.getByRole('link', { name: 'Delivery gate' }).elements()).toEqual([]);
    await table.getByRole('link', { name: 'North door' }).click();
    await see(heading('Explore'));
    await see(page.getByText('80% band', { exact: true }));
    const { query } = sentTo(detail).at(-1)!;
    expect(query).toMatchObject({
      entityType: 'zone',
      entityIds: sampleId('zoneId'),
      metrics: 'ins,lowins,highins',
      relativeDate: 'custom',
      dateGroupings: 'day',
    });
    const [from, to] = [query['startDate'], query['endDate']].map((date) => Date.parse(date ?? ''));
    expect((to! - from!) / 86_400_000).toBe(27);
    const chart = page.getByRole('slider', { name: /^Answer/ });
    await expect
      .element(chart)
      .toHaveAttribute('aria-valuetext', expect.stringContaining('Forecast ins 400 (340 – 470)'));
    await look('forecast-in-explore', chart);
  });

  it('[R842] says that there is none yet, and what failed', async () => {
    await open('/app/forecast', [...calls, answer(getForecastScoreboard, { zones: [] })]);
    await look('forecast-empty', page.getByText('No forecast yet'));
    await open('/app/forecast', [...calls, refuse(getForecastScoreboard, 503, 'The registry is away.')]);
    await see(page.getByText('The registry is away.').first());
    await hide(table);
  });
});
