import { getTraffic } from '@atrium/contract/data';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { viewFrom } from '../src/format/zones.ts';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { dashboard, leave, Room, show, widgetOf } from './widget-stage.tsx';

const locationId = sampleId('locationId', 1);
/** Midnight in Chicago. */
const midnight = Date.parse('2026-03-02T06:00:00Z');
const at = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString();
const hours = Array.from({ length: 24 }, (_, hour) => ({
  entityId: locationId,
  name: 'Riverside',
  timezone: 'America/Chicago',
  recordDate: at(hour),
  sumins: hour < 9 || hour >= 18 ? 0 : 40 + hour,
  completeness: 1,
}));
const day = (date: string, from: number) => ({
  date,
  schedule: null,
  exception: null,
  hours: [{ openTime: '09:00', closeTime: '18:00', from: at(from + 9), to: at(from + 18) }],
});
const calls = [
  ...records,
  answer(getTraffic, { results: hours, messages: [] }),
  answer(getOpeningHours, {
    locationId,
    timezone: 'America/Chicago',
    days: [day('2026-03-01', -24), day('2026-03-02', 0)],
  }),
];
const widget = widgetOf('bar', {
  dataOptions: {
    dataSourceType: 'traffic',
    entityType: 'location',
    entityIds: [locationId],
    metrics: ['ins'],
    relativeDate: 'custom',
    startDate: '2026-03-02',
    endDate: '2026-03-02',
    dateGroupings: 'hour',
  },
});
const card = (
  <Room widget={widget}>
    <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
  </Room>
);
const shaded = () => document.querySelectorAll('[class*="closed"]').length;

afterEach(() => {
  viewFrom(null);
  leave();
});

describe('a chart of one location by the hour', () => {
  it('[R1108] shades closed hours, and names the time zone of another clock', async () => {
    viewFrom('Europe/Berlin');
    show(card, calls);
    await expect.poll(shaded).toBe(2);
    await see(page.getByText('America/Chicago, 7 h behind you'));
    expect(sentTo(getOpeningHours)).toHaveLength(1);
    expect(sentTo(getOpeningHours)[0]?.query).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-02' });
    await look('card-closed-hours', page.getByRole('slider', { name: /^Ins/ }));
  });

  it('[R1108] names the difference of the newest hour where a clock changes on the way', async () => {
    viewFrom('Europe/Berlin');
    const change = Date.parse('2026-03-08T08:00:00Z');
    const around = [-2, -1, 0, 1].map((hour) => ({
      ...hours[12]!,
      recordDate: new Date(change + hour * 3_600_000).toISOString(),
    }));
    show(card, [...calls, answer(getTraffic, { results: around, messages: [] })]);
    await see(page.getByText('America/Chicago, 6 h behind you'));
  });

  it('[R1108] names no time zone where the clocks agree', async () => {
    viewFrom('America/Chicago');
    show(card, calls);
    await expect.poll(shaded).toBe(2);
    expect(page.getByText(/America\/Chicago/).elements()).toEqual([]);
  });
});
