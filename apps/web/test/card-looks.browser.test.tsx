import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { getOrganization } from '@atrium/contract/organizations';
import type { Widget } from '@atrium/rules/dashboard';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { firstDay, names, rowsOf, totals } from './explore-records.ts';
import { answer, expectNow } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { press } from './steps.ts';
import { dashboard, leave, Room, show, widgetOf } from './widget-stage.tsx';

afterEach(leave);

function cardsOf(...widgets: Widget[]) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10 }}>
      {widgets.map((widget) => (
        <Room key={widget.widgetId} widget={widget}>
          <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
        </Room>
      ))}
    </div>
  );
}

function aCard(type: string, title: string, dataOptions: object, height = 3): Widget {
  const usual = widgetOf(type);
  return {
    ...usual,
    widgetId: `${sampleId('widgetId').slice(0, -4)}${String(title.length).padStart(4, '0')}`,
    gridOptions: { x: 0, y: 0, width: 4, height },
    dataOptions: { ...usual.dataOptions, ...dataOptions },
    clientOptions: { widgetOptions: { title: { enable: true, text: title } } },
  };
}

const day = 86_400_000;
const north = [names[0]!];
const withQueues = answer(getOrganization, {
  ...(records.find(({ endpoint }) => endpoint === getOrganization)?.reply as object),
  canViewQueueService: true,
});
const waits = [60, 90, 150].map((avgwaittime, at) => ({
  ...rowsOf(north, 3)[at]!,
  avgwaittime,
  completeness: 1,
}));
const calls = [
  ...records,
  withQueues,
  answer(getTrafficTotal, {
    results: [{ ...totals[0]!, sumins: 1200, completeness: 0.82 }],
    previousResults: [{ ...totals[0]!, sumins: 1500 }],
    messages: [],
  }),
  answer(dataCalls.queue.total, { results: [{ ...totals[0]!, avgwaittime: 90, completeness: 1 }], messages: [] }),
  answer(dataCalls.queue.detail, { results: waits, messages: [] }),
  answer(getTraffic, {
    results: rowsOf(north, 7),
    previousResults: rowsOf(north, 7, firstDay - 7 * day),
    messages: [],
  }),
];
const compared = { previousPeriod: 'sameperiodlastweek' };
const queue = { dataSourceType: 'queue', metrics: ['waittime'], previousPeriod: null };
const figures = () => page.getByText(/^(1,200|0:01:30)$/).elements();

function differenceOfFigures(): number {
  const [one, other] = figures().map((figure) => figure.getBoundingClientRect());
  return Math.max(Math.abs(one!.top - other!.top), Math.abs(one!.height - other!.height));
}

it('[R981] figures of cards of the same size are in one line, with and without notes', async () => {
  show(cardsOf(aCard('value', 'Visitors', compared), aCard('value', 'Wait', queue)), calls);
  await see(page.getByText('built from 82% of expected minutes'));
  await see(page.getByText('0:01:30'));
  // A card measures its room once its notes are drawn.
  await expect.poll(differenceOfFigures).toBeLessThan(0.5);
  await look('value-row', page.getByText('−20%'));
});

it('[R981] a fall has a true minus sign', async () => {
  show(cardsOf(aCard('value', 'Visitors', compared)), calls);
  await see(page.getByText('−20%', { exact: true }));
});

const chart = () => page.getByRole('slider', { name: /^(Ins|Wait)/ });
const key = (text: string) => page.getByRole('listitem').filter({ hasText: text });

it('[R1116] a chart of one series has no key, one with a comparison has', async () => {
  show(cardsOf(aCard('line', 'Wait', queue, 6)), calls);
  await see(page.getByText('0:01:00', { exact: true }));
  expect(key('Wait time').elements()).toEqual([]);
  show(cardsOf(aCard('line', 'Visitors', compared, 6)), calls);
  await see(key('Same period last week'));
});

it('[R1116] the axis writes times as the values are written', async () => {
  show(cardsOf(aCard('line', 'Wait', queue, 6)), calls);
  await see(chart());
  await see(page.getByText('0:01:00', { exact: true }));
  const cut = [...document.querySelectorAll('article svg text')].filter(
    (text) => text.getBoundingClientRect().left < text.closest('article')!.getBoundingClientRect().left,
  );
  expect(cut).toEqual([]);
});

it('[R1115] a point says how much it differs from its comparison, in color and in words', async () => {
  show(cardsOf(aCard('line', 'Visitors', compared, 6)), calls);
  await see(chart());
  await userEvent.keyboard('{Tab}');
  chart().element().focus();
  await userEvent.keyboard('{ArrowRight}');
  const [, after] = rowsOf(north, 7);
  const [, before] = rowsOf(north, 7, firstDay - 7 * day);
  const share = (after!.sumins! - before!.sumins!) / before!.sumins!;
  const text = `−${Math.abs(Math.round(share * 1000) / 10)}%`;
  expect(share).toBeLessThan(0);
  const difference = page.getByText(text, { exact: true });
  await see(difference);
  expect(difference.element().getAttribute('data-tone')).toBe('danger');
  await expect
    .element(chart())
    .toHaveAttribute('aria-valuetext', expect.stringContaining(`Ins ${after!.sumins}, ${text}, Same period last week`));
  await look('readout-difference', chart());
});

it('[R992] the explanation of a card is read on every screen', async () => {
  show(cardsOf(aCard('value', 'Visitors', compared)), calls);
  await see(page.getByText('1,200'));
  const heard = { receivedSeconds: 540_000, expectedSeconds: 604_800 };
  const zone = { kind: 'zone', id: sampleId('zoneId'), name: 'North door', figures: { sumins: 1200 }, ...heard };
  const root = { ...zone, kind: 'entity', id: sampleId('locationId'), name: names[0]!, children: [zone] };
  expectNow(answer(getTrafficTotal, { results: [totals[0]!], messages: [], explanation: [root] } as never));
  await press('Actions of Visitors');
  await page.getByRole('menuitem', { name: 'Explain' }).click();
  const panel = page.getByRole('dialog', { name: /adds up$/ });
  await look('card-explained', panel.getByRole('region', { name: 'North door' }));
});
