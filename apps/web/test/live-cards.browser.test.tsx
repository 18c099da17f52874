import { dataCalls, getTraffic } from '@atrium/contract/data';
import { liveTraffic } from '@atrium/contract/live-traffic';
import { liveWall } from '@atrium/contract/live-wall';
import { getOrganization } from '@atrium/contract/organizations';
import type { Options } from '@atrium/rules/dashboard';
import { useState } from 'react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { WidgetSettings } from '../src/features/dashboards/settings/WidgetSettings.tsx';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import * as cardStage from './card-stage.tsx';
import { totals } from './explore-records.ts';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { reportLive } from './socket.ts';
import { look, see } from './stage.ts';
import { chooseAction, downloads, press, stopClock } from './steps.ts';
import { arrive, dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

afterEach(() => {
  vi.useRealTimers();
  leave();
  cardStage.leave();
});
afterAll(cardStage.leave);

interface Shown {
  type: string;
  options: Options;
  valueFormat?: string;
}

/** A card on a dashboard that follows the socket. */
function Framed({ type, options, valueFormat }: Shown) {
  const [widget] = useState(() => ({
    ...cardStage.widgetOf(cardOf(type)!, options),
    clientOptions: valueFormat === undefined ? {} : { widgetOptions: { valueFormat } },
  }));
  return (
    <div style={{ width: 760, height: 380 }}>
      <WidgetFrame widget={widget} dashboard={cardStage.context} isPreview={false} controls={undefined} />
    </div>
  );
}

const inLine = { entityType: 'zone', entityId: sampleId('zoneId') } as const;
const waits = { ...inLine, metrics: ['avgQueueWaitTime'] };
const reportWait = (avgQueueWaitTime: number) =>
  reportLive(liveTraffic, {
    ...inLine,
    name: 'Tills',
    isOpen: true,
    avgQueueWaitTime,
    lastReadingAt: '2026-03-02T19:59:00Z',
  });
const place = sampleId('locationId', 0);
const withQueues = answer(getOrganization, {
  ...(records.find(({ endpoint }) => endpoint === getOrganization)?.reply as object),
  canViewQueueService: true,
  canViewExpectedWaitTime: true,
});

describe('times on live cards', () => {
  it('[R989] are h:mm:ss as a number, and in the format that the card has chosen', async () => {
    cardStage.show(<Framed type="realtime-value" options={waits} />, records);
    await reportWait(754);
    await see(page.getByText('0:12:34', { exact: true }));
    cardStage.show(<Framed type="realtime-value" options={waits} valueFormat="minutes" />, records);
    await reportWait(754);
    await see(page.getByText('13 min', { exact: true }));
  });

  it('[R989] are h:mm:ss in a ring, and in the format that the card has chosen', async () => {
    cardStage.show(<Framed type="radial-gauge" options={waits} />, records);
    await reportWait(754);
    await see(page.getByRole('img', { name: 'Average wait: 0:12:34 of 0:16:00' }));
    cardStage.show(<Framed type="radial-gauge" options={waits} valueFormat="minutes" />, records);
    await reportWait(754);
    await see(page.getByRole('img', { name: 'Average wait: 13 min of 16 min' }));
  });

  it('[R1192] have a goal in minutes', async () => {
    const onSave = vi.fn<(changed: { clientOptions: Options }) => void>();
    const widget = widgetOf('radial-gauge', { dataOptions: waits, clientOptions: { widgetOptions: { goal: 90 } } });
    const form = <WidgetSettings widget={widget} isNew={false} dashboardId="" onSave={onSave} onCancel={() => {}} />;
    cardStage.show(form, records);
    const goal = page.getByRole('textbox', { name: 'Goal in minutes' });
    await expect.element(goal).toHaveValue('1.5');
    await goal.fill('10');
    await press('Save');
    expect(onSave.mock.calls[0]?.[0].clientOptions).toMatchObject({ widgetOptions: { goal: 600 } });
    cardStage.show(
      <WidgetSettings {...form.props} widget={{ ...widget, dataOptions: { ...inLine, metrics: ['ins'] } }} />,
      records,
    );
    await expect.element(page.getByRole('textbox', { name: 'Goal', exact: true })).toHaveValue('90');
  });

  it('[R989] are h:mm:ss on a dial, and in the format that the card has chosen', async () => {
    const options = { ...inLine, dataSourceType: 'queue', metrics: ['waittime'] };
    const last = answer(dataCalls.queue.detail, { results: [{ ...totals[0]!, avgwaittime: 754, ageSeconds: 20 }] });
    cardStage.show(<Framed type="gauge" options={options} />, [...records, withQueues, last]);
    await see(page.getByRole('img', { name: /: 0:12:34 on a scale to 0:16:00$/ }));
    cardStage.show(<Framed type="gauge" options={options} valueFormat="minutes" />, [...records, withQueues, last]);
    await see(page.getByRole('img', { name: /: 13 min on a scale to 16 min$/ }));
  });
});

describe('money on live cards', () => {
  it('[R1193] has the currency of the organization', async () => {
    const inEuros = answer(getOrganization, { ...(withQueues.reply as object), currency: 'EUR' });
    const options = { ...inLine, metrics: ['ins'] };
    cardStage.show(<Framed type="realtime-value" options={options} valueFormat="currency" />, [...records, inEuros]);
    await reportLive(liveTraffic, { ...inLine, name: 'Tills', isOpen: true, ins: 12, lastReadingAt: null });
    await see(page.getByText('€12.00', { exact: true }));
  });
});

const settings = (type: string, dataOptions: Options) => (
  <WidgetSettings
    widget={widgetOf(type, { dataOptions })}
    isNew={false}
    dashboardId={dashboard.dashboardId}
    onSave={() => undefined}
    onCancel={() => undefined}
  />
);

const asked = () => sentTo(getTraffic).length;
const dials = () => page.getByRole('img', { name: /^Ins: 12/ }).elements().length;

describe('the last reading of a card', () => {
  const options = { dataSourceType: 'traffic', entityType: 'location', entityId: place, metrics: ['ins'] };
  const last = answer(getTraffic, { results: [{ ...totals[0]!, sumins: 12, ageSeconds: 20 }], messages: [] });

  it('[R282] [R288] rests while its settings are open, and is asked for again a minute after', async () => {
    stopClock();
    const widget = widgetOf('gauge', { dataOptions: options });
    const card = (
      <Room widget={widget}>
        <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
      </Room>
    );
    show(
      <>
        {card}
        {null}
      </>,
      [...records, last],
    );
    await arrive(() => dials() === 1);
    await vi.advanceTimersByTimeAsync(61_000);
    await arrive(() => asked() === 2);
    update(
      <>
        {card}
        {settings('gauge', options)}
      </>,
    );
    await arrive(() => dials() === 2);
    await vi.advanceTimersByTimeAsync(5_000);
    const before = asked();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(asked()).toBe(before);
    update(
      <>
        {card}
        {null}
      </>,
    );
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked()).toBe(before);
    await vi.advanceTimersByTimeAsync(15_000);
    await arrive(() => asked() === before + 1);
  });

  it('[R311] has the line and the wait where the card is about an expected wait', async () => {
    const { detail } = dataCalls.expected_wait_time;
    const row = { ...totals[0]!, name: 'Passport control', waitlinelength: 24, expectedwaittime: 430, ageSeconds: 20 };
    const spaceId = sampleId('spaceId');
    cardStage.show(<Framed type="expected-wait" options={{ entityId: spaceId }} />, [
      ...records,
      withQueues,
      answer(detail, { results: [row], messages: [] }),
    ]);
    await see(page.getByText('24 people in line'));
    expect(sentTo(detail)[0]?.query).toEqual({
      lastReading: 'true',
      entityType: 'space',
      entityIds: spaceId,
      metrics: 'expectedwaittime',
      waitLineLength: 'true',
      expectedWaitTime: 'true',
    });
  });
});

/** What the card shows as a table, row by row, and the lines of its file. */
async function tableOf(menu: string) {
  const [file] = await downloads(() => chooseAction('Download CSV', menu));
  await chooseAction('Show as table', menu);
  await see(page.getByRole('grid'));
  const rows = page
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  return { lines: file!.text.replace('\uFEFF', '').trim().split(/\r?\n/), rows };
}

describe('the table of a card without a question', () => {
  it('[R992] of a list of spaces has each space, in the order of the card', async () => {
    const [orgId, riverside] = [sampleId('orgId'), sampleId('locationId', 1)];
    const space = {
      entityType: 'space',
      locationId: riverside,
      isOpen: true,
      lastReadingAt: '2026-03-02T19:59:00Z',
    } as const;
    cardStage.show(<Framed type="space-list" options={{}} />, records);
    await reportLive(liveWall, {
      entityType: 'organization',
      entityId: orgId,
      isWhole: true,
      rows: [
        { entityType: 'location', entityId: riverside, locationId: riverside, name: 'Riverside' },
        {
          ...space,
          entityId: sampleId('spaceId', 1),
          name: 'Hall',
          occupancy: 30,
          maxCapacity: 100,
          percent: 30,
          alarms: 0,
        },
        { ...space, entityId: sampleId('spaceId', 2), name: 'Room', occupancy: 1200, alarms: 2, lastReadingAt: null },
      ],
    });
    await see(page.getByText('Hall', { exact: true }));
    const { lines, rows } = await tableOf('Actions of List of spaces');
    const head = ['Name', 'Location', 'People inside', 'Capacity', 'Full', 'Alarms', 'Sensors offline', 'Last reading'];
    expect(lines).toEqual([
      head.join(','),
      'Hall,Riverside,30,100,30,0,1,2026-03-02T19:59:00Z',
      'Room,Riverside,1200,,,2,1,',
    ]);
    expect(rows[2]?.slice(0, 5)).toEqual(['Room', 'Riverside', '1,200', 'N/A', 'N/A']);
    expect(rows[2]?.at(-1)).toBe('Never heard');
    expect(rows[1]?.slice(0, 5)).toEqual(['Hall', 'Riverside', '30', '100', '30%']);
    await look('spaces-as-table', page.getByRole('grid'));
    await chooseAction('Show as card', 'Actions of List of spaces');
    await see(page.getByRole('list', { name: 'Spaces' }));
  });

  it('[R992] of a live number has it as the card writes it, and follows it', async () => {
    cardStage.show(<Framed type="realtime-value" options={waits} />, records);
    await reportWait(754);
    await see(page.getByText('0:12:34', { exact: true }));
    const { lines, rows } = await tableOf('Actions of Live number · Tills');
    expect(lines).toEqual(['Name,Average wait,Last reading', 'Tills,754,2026-03-02T19:59:00Z']);
    expect(rows[1]?.slice(0, 2)).toEqual(['Tills', '0:12:34']);
    await reportWait(761);
    await see(page.getByRole('gridcell', { name: '0:12:41' }));
  });

  it('[R992] of a ring and of a full space say what they are compared with', async () => {
    const space = { entityType: 'space', entityId: sampleId('spaceId') } as const;
    const reading = {
      ...space,
      name: 'Hall',
      isOpen: true,
      occupancy: 90,
      maxCapacity: 120,
      percent: 75,
      lastReadingAt: null,
    };
    cardStage.show(<Framed type="radial-gauge" options={space} />, records);
    await reportLive(liveTraffic, reading);
    await see(page.getByRole('img', { name: 'People inside: 90 of 120' }));
    const ring = await tableOf('Actions of Radial gauge · Hall');
    expect(ring.lines).toEqual(['Name,People inside,Full at,Last reading', 'Hall,90,120,']);
    cardStage.show(<Framed type="occupancy-status" options={space} />, records);
    await reportLive(liveTraffic, reading);
    await see(page.getByText('30 places free · 75%'));
    const [file] = await downloads(() => chooseAction('Download CSV', 'Actions of Occupancy status · Hall'));
    expect(file?.text).toMatch(/Name,People inside,Capacity,Places free,Full,Last reading\r?\nHall,90,120,30,75,/);
  });

  it('[R992] of a last reading has all that was read', async () => {
    const options = { dataSourceType: 'traffic', entityType: 'location', entityId: place, metrics: ['ins', 'outs'] };
    const row = { ...totals[0]!, recordDate: '2026-03-02T20:00:00Z', sumins: 1234, sumouts: 1000, ageSeconds: 20 };
    cardStage.show(<Framed type="gauge" options={options} />, [...records, answer(getTraffic, { results: [row] })]);
    await see(page.getByRole('img', { name: /^Ins: 1,234/ }));
    const { lines, rows } = await tableOf('Actions of Gauge · Riverside Branch');
    expect(lines).toEqual(['Name,Ins,Outs,Last reading', 'Riverside Branch,1234,1000,2026-03-02T20:00:00Z']);
    expect(rows[1]?.slice(0, 3)).toEqual(['Riverside Branch', '1,234', '1,000']);
  });
});
