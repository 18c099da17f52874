import { dataCalls, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { liveTraffic } from '@atrium/contract/live-traffic';
import { liveWall } from '@atrium/contract/live-wall';
import { getLocation } from '@atrium/contract/locations';
import { getWeather } from '@atrium/contract/weather';
import type { Options } from '@atrium/rules/dashboard';
import { useState } from 'react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DashboardContextValue } from '../src/features/dashboards/frame/dashboard-context.ts';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { GalleryPanel } from '../src/features/dashboards/gallery/GalleryPanel.tsx';
import { type AddedCard, newWidget } from '../src/features/dashboards/new-widget.ts';
import { noteSaved } from '../src/features/dashboards/settings/open-settings.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { context, leave, show, widgetOf } from './card-stage.tsx';
import { rowsOf, totals } from './explore-records.ts';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { reportLive } from './socket.ts';
import { see } from './stage.ts';
import { hide, press, stopClock } from './steps.ts';
import { arrive } from './widget-stage.tsx';

afterEach(() => {
  vi.useRealTimers();
  leave();
});
afterAll(leave);

const many = Array.from({ length: 12 }, (_, index) => `Branch ${index + 1}`);
const chart = () => page.getByRole('slider');
const title = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const place = sampleId('locationId', 0);
const askedPlaces = () => sentTo(getTraffic).map(({ query }) => query['entityIds']);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const sized = (size: string, ...types: string[]) => types.map((type) => `${type} ${size}`);
const filterOf = (...entityIds: string[]) => ({ entityType: 'location', entityIds }) as const;

interface Shown {
  options?: Options;
  dashboard?: Partial<DashboardContextValue>;
}

/** A card as a dashboard shows it, set up and without a title of its own. */
function Framed({ type, options = {}, dashboard = {} }: Shown & { type: string }) {
  const [widget] = useState(() => ({ ...widgetOf(cardOf(type)!, options), clientOptions: {} }));
  return (
    <div style={{ width: 560, height: 380 }}>
      <WidgetFrame widget={widget} dashboard={{ ...context, ...dashboard }} isPreview={false} controls={undefined} />
    </div>
  );
}

const trafficOf = (places: readonly string[]) => answer(getTraffic, { results: rowsOf(places, 3), messages: [] });

describe('a chart of many places', () => {
  const top = 'The chart shows the 8 largest of 12 by ins; the table has all of them.';

  it('[R1090] says among the notes of its card that it shows some of them', async () => {
    show(<Framed type="line" />, [...records, trafficOf(many)]);
    await see(chart());
    await press('1 note');
    await see(page.getByText(top));
    await press(/^Actions of/);
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await see(page.getByRole('grid'));
    await hide(page.getByRole('button', { name: '1 note' }));
  });

  it('[R664] [R1155] says among its notes what was corrected, and how', async () => {
    const correction = {
      correctionId: sampleId('correctionId'),
      zoneId: sampleId('zoneId'),
      name: 'Main door',
      from: '2026-03-02T15:00:00.000Z',
      to: '2026-03-02T18:00:00.000Z',
      kind: 'replaced' as const,
      reason: 'The door was blocked',
    };
    const results = rowsOf(many.slice(0, 2), 3);
    show(<Framed type="line" />, [
      ...records,
      answer(getTraffic, { results, messages: [], corrections: [correction] }),
    ]);
    await press('1 note');
    await see(page.getByText(/^Counts of Main door were entered by hand from .* to .*: The door was blocked$/));
  });

  it('[R990] [R1090] stacks those that are too many as one, and has nothing to say then', async () => {
    show(<Framed type="stacked" />, [...records, trafficOf(many)]);
    await see(page.getByText('5 others', { exact: true }));
    expect(page.getByRole('button', { name: /note/ }).elements()).toEqual([]);
  });
});

const reading = (name: string, ageSeconds: number) => ({ ...totals[0]!, name, sumins: 12, ageSeconds });
const last = answer(getTraffic, { results: [reading('Riverside Branch', 20)], messages: [] });
const noPlace = () => page.getByText('Choose what this card shows in its settings.');

describe('a card of the last reading', () => {
  it('[R1091] asks for nothing until one place is chosen', async () => {
    const calls = [...records, last, answer(dataCalls.expected_wait_time.detail, { results: [], messages: [] })];
    show(<Framed type="gauge" />, calls);
    await see(noPlace());
    expect(sentTo(getTraffic)).toEqual([]);
    show(<Framed type="gauge" options={{ entityIds: [place, sampleId('locationId', 1)] }} />, calls);
    await see(noPlace());
    expect(sentTo(getTraffic)).toEqual([]);
  });

  it('[R985] [R1091] is about the place that the reader chose, and about its own if those are several', async () => {
    const other = sampleId('locationId', 1);
    const calls = [...records, last];
    show(<Framed type="gauge" options={{ entityId: place }} dashboard={{ entityFilter: filterOf(other) }} />, calls);
    await expect.poll(askedPlaces).toEqual([other]);
    const several = filterOf(other, sampleId('locationId', 2));
    show(<Framed type="gauge" options={{ entityId: place }} dashboard={{ entityFilter: several }} />, calls);
    await expect.poll(askedPlaces).toEqual([place]);
    show(<Framed type="gauge" dashboard={{ entityFilter: several }} />, calls);
    await see(noPlace());
  });
});

describe('the title of a card', () => {
  it('[R987] names the place of a question about one, and of several none', async () => {
    const one = answer(getTraffic, { results: rowsOf(['Riverside Branch'], 3), messages: [] });
    show(<Framed type="line" options={{ entityIds: [place] }} />, [...records, one]);
    await see(title('Ins · Past 30 days · Riverside Branch'));
    show(<Framed type="line" />, [...records, one]);
    await see(chart());
    await see(title('Ins · Past 30 days'));
    const total = answer(getTrafficTotal, { results: totals.slice(0, 1), messages: [] });
    show(<Framed type="value" dashboard={{ entityFilter: filterOf(place) }} />, [...records, total]);
    await see(title('Ins · Today · Riverside Branch'));
    // The row of places that are combined would have no name of its own.
    expect(sentTo(getTrafficTotal).at(-1)?.query['aggregate']).toBeUndefined();
  });

  it('[R987] names the place of a live number, of a last reading and of the weather', async () => {
    const space = { entityType: 'space', entityId: sampleId('spaceId') } as const;
    show(<Framed type="realtime-value" options={space} />, records);
    await reportLive(liveTraffic, { ...space, ins: 4, isOpen: true, name: 'Reading room' });
    await see(title('Live number · Reading room'));
    show(<Framed type="gauge" options={{ entityId: place }} />, [...records, last]);
    await see(title('Gauge · Riverside Branch'));
    const weather = [answer(getWeather, { location: { name: 'Austin' } }), answer(getLocation)];
    show(<Framed type="weather" options={{ entityType: 'location', entityId: place }} />, [...records, ...weather]);
    await see(title('Weather · Austin'));
  });

  it('[R987] names the only space of a list if it was chosen, and not if there is no other', async () => {
    const [orgId, entityId] = [sampleId('orgId'), sampleId('spaceId')];
    const hall = { entityType: 'space', entityId, locationId: place, name: 'Hall' } as const;
    const rows = [hall];
    for (const [entityIds, name] of [
      [[], 'List of spaces'],
      [[entityId], 'List of spaces · Hall'],
    ] as const) {
      show(<Framed type="space-list" options={{ entityIds: [...entityIds] }} />, records);
      await reportLive(liveWall, { entityType: 'organization', entityId: orgId, isWhole: true, rows });
      await see(page.getByText('Hall', { exact: true }));
      await see(title(name));
    }
  });
});

describe('values that are out of date', () => {
  const space = { entityType: 'space', entityId: sampleId('spaceId') } as const;

  it('[R1092] of a live card are grayed, with their age', async () => {
    show(<Framed type="radial-gauge" options={space} />, records);
    const part = { ...space, occupancy: 4, isOpen: true, completeness: null } as const;
    await reportLive(liveTraffic, { ...part, asOf: ago(0), lastReadingAt: ago(31) });
    await see(page.getByText('Out of date · updated 30 min ago'));
    expect(document.querySelector('[data-stale]')).not.toBeNull();
    await reportLive(liveTraffic, { ...part, asOf: ago(0), lastReadingAt: ago(1) });
    await hide(page.getByText(/^Out of date/));
    expect(document.querySelector('[data-stale]')).toBeNull();
    await reportLive(liveTraffic, { ...part, asOf: ago(0), lastReadingAt: null });
    await see(page.getByText('Never heard'));
  });

  it('[R1092] of a card that shows its age are only marked', async () => {
    show(<Framed type="realtime-value" options={space} />, records);
    await reportLive(liveTraffic, { ...space, ins: 4, isOpen: true, asOf: ago(0), lastReadingAt: ago(31) });
    await see(page.getByText('Last reading 30 min ago'));
    await see(page.getByText('Out of date', { exact: true }));
    expect(page.getByText(/30 min ago/).elements()).toHaveLength(1);
  });

  it('[R1092] of a last reading are as old as it was, and grow older', async () => {
    stopClock();
    const old = answer(getTraffic, { results: [reading('Riverside Branch', 7200)], messages: [] });
    show(<Framed type="gauge" options={{ entityId: place }} />, [...records, old]);
    await arrive(() => page.getByText('Out of date · updated 2 h ago').elements().length === 1);
  });

  it('[R278] a live card says that no reading has arrived, until one does', async () => {
    stopClock();
    show(<Framed type="realtime-value" options={space} />, records);
    await arrive(() => page.getByRole('article').elements().length === 1);
    await vi.advanceTimersByTimeAsync(11_000);
    await arrive(() => page.getByText('No reading has arrived yet.').elements().length === 1);
    vi.useRealTimers();
    await reportLive(liveTraffic, { ...space, ins: 41, isOpen: true });
    await see(page.getByText('41', { exact: true }));
    await hide(page.getByText('No reading has arrived yet.'));
  });

  it('[R1092] values that are not complete are marked', async () => {
    const partial = answer(getTrafficTotal, { results: [{ ...totals[0]!, completeness: 0.82 }], messages: [] });
    show(<Framed type="value" />, [...records, partial]);
    await see(page.getByText('built from 82% of expected minutes'));
    const whole = answer(getTrafficTotal, { results: [{ ...totals[0]!, completeness: 1 }], messages: [] });
    show(<Framed type="value" />, [...records, whole]);
    await see(page.getByText('3,100'));
    expect(page.getByText(/^built from/).elements()).toEqual([]);
  });
});

it('[R283] saved settings load a card again, even if nothing in them changed', async () => {
  show(<Framed type="line" />, [...records, trafficOf(many)]);
  await see(chart());
  expect(sentTo(getTraffic)).toHaveLength(1);
  noteSaved(widgetOf(cardOf('line')!).widgetId);
  await expect.poll(() => sentTo(getTraffic).length).toBe(2);
});

/** The sizes of all cards that the gallery adds: those of a new one, and the least. */
async function addedSizes(): Promise<string[]> {
  const added: string[] = [];
  const add = (card: AddedCard) => {
    const { width, height, minWidth, minHeight } = newWidget(card, []).gridOptions;
    added.push(`${card.type} ${width} × ${height}, ${minWidth} × ${minHeight}`);
  };
  show(<GalleryPanel onAdd={add} onClose={() => undefined} />, []);
  await see(page.getByRole('button', { name: 'Add Spacer' }));
  for (const button of page.getByRole('button', { name: /^Add / }).elements()) (button as HTMLElement).click();
  return added;
}

it('[R301] [R302] [R309] the gallery adds single cards and charts in their sizes', async () => {
  const added = await addedSizes();
  expect(added.filter((each) => /, [34] × /.test(each)).toSorted()).toEqual(
    [
      ...sized('6 × 3, 4 × 3', 'value', 'realtime-value', 'occupancy-status', 'expected-wait'),
      ...sized('4 × 6, 3 × 4', 'line', 'bar', 'stacked', 'pie', 'table', 'trend', 'heatmap', 'forecast'),
      ...sized('4 × 6, 3 × 4', 'map', 'space-list', 'gauge', 'radial-gauge'),
    ].toSorted(),
  );
});

it('[R303] [R304] [R305] [R306] [R307] and all others in theirs', async () => {
  const added = await addedSizes();
  expect(added.filter((each) => !/, [34] × /.test(each)).toSorted()).toEqual(
    [
      ...sized('4 × 2, 2 × 1', 'datetime'),
      ...sized('4 × 4, 2 × 1', 'image', 'text'),
      ...sized('4 × 8, 2 × 1', 'sensor-image'),
      ...sized('8 × 3, 2 × 1', 'weather'),
      ...sized('4 × 1, 2 × 1', 'label', 'link'),
      ...sized('4 × 1, 1 × 1', 'spacer'),
    ].toSorted(),
  );
});
