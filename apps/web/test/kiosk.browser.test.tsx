import { getTrafficTotal } from '@atrium/contract/data';
import { getWidgetImage } from '@atrium/contract/dashboards';
import { reportClientError } from '@atrium/contract/diagnostics';
import type { Endpoint } from '@atrium/contract/endpoint';
import { getKiosk, getKioskDashboard } from '@atrium/contract/kiosk-links';
import { getOrganization } from '@atrium/contract/organizations';
import { liveTraffic } from '@atrium/contract/live-traffic';
import type { Widget } from '@atrium/rules/dashboard';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { announce } from '../src/api/notices.ts';
import { KioskError } from '../src/features/kiosk-links/screen/KioskError.tsx';
import { KioskPage } from '../src/features/kiosk-links/screen/KioskPage.tsx';
import { named, widget } from './dashboard-records.ts';
import { type Answer, answer, expectNow, refuse, sentTo, unreachable } from './network.ts';
import { sampleId } from './sample.ts';
import { reportLive, sentEvents } from './socket.ts';
import { look, open, see, visitor } from './stage.ts';
import { heading, stopClock } from './steps.ts';

const secret = '0123456789abcdefghjkmnpqrstvwxyz';
const path = `/kiosk/${secret}`;
const [first, second] = [sampleId('dashboardId', 1), sampleId('dashboardId', 2)];
const item = (dashboardId: string, name: string, seconds: number, version = 1) => ({
  dashboardId,
  name,
  seconds,
  version,
});
const sales = item(first, 'Sales', 200);
const doors = item(second, 'Doors', 100);
const organization = {
  capabilities: ['canViewTraffic'] as const,
  weekStart: 0 as const,
  currency: 'USD',
  permitComparisonViews: false,
};
const shows = (...items: readonly ReturnType<typeof item>[]) =>
  answer(getKiosk, { name: 'Lobby', timezone: 'America/New_York', organization, items });
const dashboard = (...widgets: readonly Widget[]) => answer(getKioskDashboard, { config: JSON.stringify(widgets) });
const visitors: Widget = {
  ...widget(3, 'Visitors', 0, 0),
  widgetType: 'value',
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', relativeDate: 'today', metrics: ['ins'] },
};
const total = answer(getTrafficTotal, {
  results: [{ entityId: sampleId('locationId'), name: 'Riverside', timezone: 'America/New_York', sumins: 1234 }],
  messages: [],
});
const finished = (endpoint: Endpoint) => sentTo(endpoint).filter(({ isAborted }) => !isAborted());
const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}, card`) });
const calls: readonly Answer[] = [...visitor, dashboard(widget(1, 'Plan', 0, 0)), total];
/** Opens the screen with a clock that only moves when a test says so. */
async function openStopped(...answers: readonly Answer[]): Promise<void> {
  await open('/404', [...calls, ...answers]);
  stopClock();
  window.location.hash = path;
}
const patience = { timeout: 15_000 * inject('patience') };
/** What is drawn after an answer waits for timers of a few milliseconds. */
const appears = (shown: Locator) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(20);
      return shown.elements().length;
    }, patience)
    .toBeGreaterThan(0);
const vanishes = (shown: Locator) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(20);
      return shown.elements().length;
    }, patience)
    .toBe(0);
/** By the clock of the test, from before `work` until it is over. */
async function duration(work: () => Promise<void>): Promise<number> {
  const began = Date.now();
  await work();
  return Date.now() - began;
}
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
};

afterEach(() => {
  vi.useRealTimers();
});

it('[R1029] [R1030] [S197] shows a dashboard with the secret of its link, and nothing to press', async () => {
  await open(path, [...calls, shows(sales)]);
  await see(card('Plan'));
  await look('kiosk', heading('Sales'));
  const [asked] = sentTo(getKiosk);
  expect(asked?.headers.get('authorization')).toBe(`Kiosk ${secret}`);
  expect(finished(getKioskDashboard)).toHaveLength(1);
  expect(sentTo(getOrganization)).toEqual([]);
  const screen = page.getByRole('main', { name: 'Wall screen' });
  expect(screen.element().querySelectorAll('button, a, input')).toHaveLength(0);
  expect(getComputedStyle(screen.element()).cursor).toBe('none');
  window.dispatchEvent(new MouseEvent('mousemove'));
  await expect.poll(() => getComputedStyle(screen.element()).cursor).not.toBe('none');
  await expect.poll(() => getComputedStyle(screen.element()).cursor, patience).toBe('none');
});

it('[R1030] fits a high dashboard into the screen', async () => {
  const high = { ...widget(1, 'High', 0, 0), gridOptions: { x: 0, y: 0, width: 12, height: 24 } };
  await open(path, [...calls, dashboard(high), shows(sales)]);
  await see(card('High'));
  await expect
    .poll(() => card('High').element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(window.innerHeight);
  expect(card('High').element().getBoundingClientRect().width).toBeGreaterThan(window.innerWidth * 0.9);
});

it('[R1024] [R1025] plays one dashboard after another, and loads the next one once', async () => {
  await openStopped(dashboard(visitors), shows(sales, doors));
  await appears(heading('Sales'));
  await appears(page.getByText('1 of 2'));
  await appears(page.getByText('1,234'));
  expect(sentTo(getTrafficTotal)).toHaveLength(1);
  await pass(180_000);
  expect(finished(getKioskDashboard)).toHaveLength(1);
  await pass(11_000);
  await expect.poll(() => finished(getKioskDashboard).length).toBe(2);
  await appears(heading('Sales'));
  await expect.poll(() => sentTo(getTrafficTotal).length).toBe(2);
  const upcoming = document.querySelector('[inert] article');
  expect(upcoming).not.toBeNull();
  await pass(9_000);
  await appears(heading('Doors'));
  expect(page.getByRole('article').element()).toBe(upcoming);
  await appears(page.getByText('2 of 2'));
  await pass(5_000);
  expect(finished(getKioskDashboard)).toHaveLength(2);
  expect(sentTo(getTrafficTotal)).toHaveLength(2);
  await pass(96_000);
  await appears(heading('Sales'));
  expect(finished(getKioskDashboard)).toHaveLength(2);
});

it('[R1024] goes on and back with the arrow keys, and stops with the space bar', async () => {
  await openStopped(shows(sales, doors));
  await appears(heading('Sales'));
  await userEvent.keyboard('{ArrowRight}');
  await appears(heading('Doors'));
  await userEvent.keyboard('{ArrowLeft}');
  await appears(heading('Sales'));
  await userEvent.keyboard('{ArrowLeft}');
  await appears(heading('Doors'));
  await pass(60_000);
  await userEvent.keyboard(' ');
  await appears(page.getByText('Paused'));
  await pass(200_000);
  await appears(heading('Doors'));
  await userEvent.keyboard(' ');
  await vanishes(page.getByText('Paused'));
  await pass(25_000);
  await appears(heading('Doors'));
  await pass(16_000);
  await appears(heading('Sales'));
});

it('[R1017] [R1026] follows changes of the playlist and of a dashboard, and stays with what it shows', async () => {
  await openStopped(shows(sales, doors));
  await appears(card('Plan'));
  expectNow(shows(doors, { ...sales, version: 2 }), dashboard(widget(1, 'New plan', 0, 0)));
  const took = await duration(async () => {
    await pass(4_000);
    await appears(card('New plan'));
  });
  expect(took).toBeLessThan(5_000);
  await appears(page.getByText('2 of 2'));
  await appears(heading('Sales'));
});

it('[R1023] goes blank within five seconds when its link ends', async () => {
  await openStopped(shows(sales));
  await appears(card('Plan'));
  expectNow(refuse(getKiosk, 401, 'This link no longer works.'));
  const took = await duration(async () => {
    await pass(4_000);
    await appears(page.getByText('This link no longer works'));
  });
  expect(took).toBeLessThan(5_000);
  await vanishes(card('Plan'));
  await vanishes(heading('Sales'));
  expect(window.location.hash).toBe(`#${path}`);
  const asked = sentTo(getKiosk).length;
  await pass(50_000);
  expect(sentTo(getKiosk)).toHaveLength(asked);
  expectNow(shows(sales));
  await pass(11_000);
  await appears(card('Plan'));
});

it('[R1023] says why it shows nothing', async () => {
  await open(path, [...calls, refuse(getKiosk, 401, 'This link no longer works.')]);
  await look('kiosk-ended', page.getByText('This link no longer works'));
  await open(path, [...calls, refuse(getKiosk, 403, 'The subscription has expired.')]);
  await look('kiosk-closed', page.getByText('Dashboards are not available'));
});

it('[R1022] [R1027] says that nothing is left to show, or that there is no connection', async () => {
  await open(path, [...calls, shows()]);
  await look('kiosk-empty', page.getByText('There is nothing to show'));
  await openStopped(unreachable(getKiosk));
  await appears(page.getByText('No connection'));
  expectNow(shows(sales));
  await pass(4_100);
  await appears(card('Plan'));
});

it('[R1027] keeps what it shows without a network, says so, and recovers', async () => {
  const { widgetOptions } = named('Visitors');
  const refreshed = { ...visitors, clientOptions: { widgetOptions: { ...widgetOptions, refreshInterval: 1 } } };
  await openStopped(dashboard(refreshed), shows(sales));
  await appears(page.getByText('1,234'));
  expectNow(unreachable(getKiosk), unreachable(getTrafficTotal));
  await pass(4_100);
  expect(page.getByText(/No connection since/).elements()).toHaveLength(0);
  await pass(12_000);
  await appears(page.getByText(/No connection since \d/));
  const before = sentTo(getTrafficTotal).length;
  await pass(70_000);
  expect(sentTo(getTrafficTotal).length).toBeGreaterThan(before);
  await appears(page.getByText('1,234'));
  await vanishes(page.getByText('Whoops!'));
  expectNow(shows(sales), total);
  await pass(5_000);
  await vanishes(page.getByText(/No connection since/));
});

it('[R1034] loads a dashboard every five minutes and after an outage, and what cards share once', async () => {
  const twin = { ...visitors, clientOptions: named('Twin'), widgetId: sampleId('widgetId', 4) };
  await openStopped(dashboard(visitors, twin), shows(sales));
  const loads = (count: number) => expect.poll(() => finished(getTrafficTotal).length, patience).toBe(count);
  await expect
    .poll(async () => {
      await pass(20);
      return page.getByText('1,234').elements().length;
    }, patience)
    .toBe(2);
  await loads(1);
  await pass(290_000);
  await loads(1);
  await pass(12_000);
  await loads(2);
  expectNow(unreachable(getKiosk));
  await pass(20_000);
  await appears(page.getByText(/No connection since/));
  await loads(2);
  expectNow(shows(sales));
  await pass(5_000);
  await vanishes(page.getByText(/No connection since/));
  await loads(3);
});

it('[S194] [R298] loads images of ours with its secret, and asks again for one that failed', async () => {
  const image = {
    ...widget(1, 'Logo', 0, 0),
    widgetType: 'image',
    clientOptions: {
      widgetOptions: { image: `/api/dashboard/${first}/attachment/${sampleId('attachmentId')}`, label: 'Our logo' },
    },
  };
  const file = { endpoint: getWidgetImage, status: 200, reply: 'x', headers: { 'content-type': 'image/png' } };
  await open(path, [...calls, dashboard(image), shows(sales), file]);
  await expect.poll(() => finished(getWidgetImage).length, patience).toBe(1);
  expect(sentTo(getWidgetImage).at(-1)?.headers.get('authorization')).toBe(`Kiosk ${secret}`);
  await openStopped(dashboard(image), shows(sales), refuse(getWidgetImage, 500, 'Not now.'));
  await appears(page.getByText('The image could not be loaded.'));
  const tries = finished(getWidgetImage).length;
  const set = vi.spyOn(Element.prototype, 'setAttribute');
  expectNow(file);
  await pass(61_000);
  await expect.poll(() => finished(getWidgetImage).length, patience).toBe(tries + 1);
  await expect
    .poll(async () => {
      await pass(20);
      return set.mock.calls.some(([name, value]) => name === 'src' && value.startsWith('data:'));
    }, patience)
    .toBe(true);
  set.mockRestore();
});

it('[R1027] [R1062] keeps a live number while its dashboard loads again', async () => {
  const reading = { entityType: 'space', entityId: sampleId('spaceId') } as const;
  const inside: Widget = {
    ...widget(5, 'Inside', 0, 0),
    widgetType: 'realtime-value',
    dataOptions: { ...reading, metrics: ['ins'] },
  };
  await openStopped(dashboard(inside), shows(sales));
  await appears(card('Inside'));
  await expect
    .poll(async () => {
      await pass(20);
      return sentEvents(liveTraffic.events.subscribe).length;
    }, patience)
    .toBe(1);
  await reportLive(liveTraffic, { ...reading, ins: 4321, isOpen: true });
  await appears(page.getByText('4,321'));
  await pass(301_000);
  await expect.poll(() => sentEvents(liveTraffic.events.subscribe).length, patience).toBe(2);
  expect(page.getByText('4,321').elements()).toHaveLength(1);
});

/** Not in the app: a page that really loads again would end the tests. */
function alone(content: ReactNode): () => void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(<MantineProvider>{content}</MantineProvider>);
  return () => {
    root.unmount();
    place.remove();
  };
}

it('[R1028] loads itself again after an upgrade or when a part is missing, at most every five minutes', async () => {
  await open('/404', [...calls, shows(sales)]);
  const reload = vi.fn<() => void>();
  const end = alone(<KioskPage secret={secret} renderDashboard={() => null} reload={reload} />);
  await see(heading('Sales'));
  stopClock();
  announce({ kind: 'toast', tone: 'info', title: 'Another notice', text: '' });
  expect(reload).not.toHaveBeenCalled();
  announce({ kind: 'new-build' });
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(60_000);
  announce({ kind: 'new-build' });
  announce({ kind: 'reload' });
  await pass(239_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(2_000);
  expect(reload).toHaveBeenCalledTimes(2);
  await pass(301_000);
  expect(reload).toHaveBeenCalledTimes(2);
  announce({ kind: 'reload' });
  expect(reload).toHaveBeenCalledTimes(3);
  end();
});

const reports = answer(reportClientError);

it('[R1061] goes on with the next dashboard when one cannot be drawn', async () => {
  const unreadable = { ...dashboard(), reply: { ...(dashboard().reply as object), config: 'nothing' } };
  await openStopped(unreadable, reports, shows(sales, doors));
  await appears(page.getByText('This dashboard cannot be drawn'));
  await appears(heading('Sales'));
  expect(sentTo(reportClientError)).toHaveLength(1);
  expectNow(dashboard(widget(1, 'Plan', 0, 0)));
  await pass(201_000);
  await appears(heading('Doors'));
  await appears(card('Plan'));
  await vanishes(page.getByText('This dashboard cannot be drawn'));
});

it('[R1061] is loaded again half a minute after it failed', async () => {
  const listen = window.addEventListener.bind(window);
  const broken = vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof listen>) => {
    if (given[0] === 'mousemove') throw new Error('This browser is out of order.');
    listen(...given);
  });
  await openStopped(reports, shows(sales));
  await appears(page.getByText('This screen will be back in a moment'));
  expect(page.getByRole('main', { name: 'Wall screen' }).element().querySelectorAll('button')).toHaveLength(0);
  broken.mockRestore();
  await open('/404', [...calls, reports]);
  const reload = vi.fn<() => void>();
  const end = alone(<KioskError error={new Error('Out of order')} reload={reload} />);
  await appears(page.getByText('This screen will be back in a moment'));
  await pass(29_000);
  expect(reload).not.toHaveBeenCalled();
  await pass(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
  end();
});
