import { getTrafficTotal } from '@atrium/contract/data';
import { reportClientError } from '@atrium/contract/diagnostics';
import { getKiosk, getKioskDashboard } from '@atrium/contract/kiosk-links';
import type { Widget } from '@atrium/rules/dashboard';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { widget } from './dashboard-records.ts';
import { type Answer, answer, expectNow, refuse, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { look, open, visitor } from './stage.ts';
import { heading, stopClock } from './steps.ts';

const shown = {
  name: 'Lobby',
  timezone: 'America/New_York',
  organization: { capabilities: ['canViewTraffic'], weekStart: 0, currency: 'USD', permitComparisonViews: false },
  items: [{ dashboardId: sampleId('dashboardId'), name: 'Sales', seconds: 200, version: 1 }],
} as const;
const visitors: Widget = {
  ...widget(3, 'Visitors', 0, 0),
  widgetType: 'value',
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', relativeDate: 'today', metrics: ['ins'] },
};
const dashboard = answer(getKioskDashboard, { config: JSON.stringify([visitors]) });
const results = (sumins: number) => [
  { entityId: sampleId('locationId'), name: 'Riverside', timezone: 'America/New_York', sumins },
];
const path = '/kiosk/0123456789abcdefghjkmnpqrstvwxyz';

/** Opens the screen with a clock that only moves when a test says so. */
async function openStopped(...answers: readonly Answer[]): Promise<void> {
  await open('/404', [...visitor, answer(getKiosk, shown), ...answers]);
  stopClock();
  window.location.hash = path;
}
const pass = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
};
const appears = (there: Locator) =>
  expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(20);
        return there.elements().length;
      },
      { timeout: 15_000 * inject('patience') },
    )
    .toBeGreaterThan(0);
const asked = () => sentTo(getTrafficTotal).length;
const again = page.getByText('Not today. This screen tries again on its own.');

afterEach(() => {
  vi.useRealTimers();
});

it('[R1067] a failed card asks again on its own, after a pause that doubles, and has nothing to press', async () => {
  await openStopped(dashboard, refuse(getTrafficTotal, 409, 'Not today.'));
  await appears(again);
  const screen = page.getByRole('main', { name: 'Wall screen' }).element();
  expect(screen.querySelectorAll('button, a, input')).toHaveLength(0);
  // Before the dashboard as a whole loads again, after 300 seconds.
  for (const pause of [15, 30, 60]) {
    const before = asked();
    await pass(pause - 5);
    expect(asked()).toBe(before);
    await pass(5.1);
    await expect.poll(asked).toBe(before + 1);
    await appears(again);
  }
  expectNow(answer(getTrafficTotal, { results: results(1234), messages: [] }));
  await pass(121);
  await appears(page.getByText('1,234'));
  const before = asked();
  await pass(60);
  expect(asked()).toBe(before);
});

it('[R1067] a card that asking again cannot mend promises nothing', async () => {
  const unset: Widget = { ...visitors, widgetType: 'gauge' };
  const unpaid: Widget = { ...visitors, dataOptions: { ...visitors.dataOptions, dataSourceType: 'occupancy' } };
  const cards = [unset, { ...unpaid, widgetId: sampleId('widgetId', 4), gridOptions: { ...unpaid.gridOptions, x: 4 } }];
  await openStopped(answer(getKioskDashboard, { config: JSON.stringify(cards) }));
  await appears(page.getByText('Choose what this card shows in its settings.'));
  await appears(page.getByText('The subscription of your organization does not include occupancy.'));
  expect(page.getByText(/tries again/).elements()).toEqual([]);
});

it('[R1067] looks calm with a failed card', async () => {
  await open(path, [...visitor, answer(getKiosk, shown), dashboard, refuse(getTrafficTotal, 409, 'Not today.')]);
  await look('kiosk-failed-card', again);
});

it('[R1061] a screen with a single dashboard promises no other one', async () => {
  const unreadable = { ...dashboard, reply: { ...(dashboard.reply as object), config: 'nothing' } };
  await openStopped(unreadable, answer(reportClientError));
  await appears(page.getByText('This dashboard cannot be drawn'));
  await appears(heading('Sales'));
  expect(page.getByText('next one').elements()).toEqual([]);
  await appears(page.getByText('The screen tries again every five minutes.'));
});
