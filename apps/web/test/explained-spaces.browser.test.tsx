import { dataCalls } from '@atrium/contract/data';
import { metricsNamed } from '@atrium/metrics/catalog';
import type { Question } from '@atrium/metrics/question';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Explanation } from '../src/analytics/question/Explanation.tsx';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { leave, show } from './widget-stage.tsx';

afterEach(leave);

const spaceId = sampleId('spaceId');
const question: Question = {
  source: 'occupancy',
  metrics: ['occupancy(max)'],
  entityType: 'space',
  entityIds: [spaceId],
  period: { relativeDate: 'custom', startDate: '2026-03-02', endDate: '2026-03-03' },
  grouping: 'day',
  comparison: null,
  isLikeForLike: false,
  rows: { kind: 'each' },
  others: null,
  isOpenOnly: false,
};
const nothing = { corrected: 0, stopped: 0, reflected: 0, pressed: 0, overstayed: 0 };
const monday = {
  date: '2026-03-02',
  from: '2026-03-02T06:00:00.000Z',
  until: '2026-03-03T06:00:00.000Z',
  base: 0,
  ins: 1200,
  outs: 1197.5,
  ...nothing,
  resets: [],
  end: 2.5,
};
const tuesday = {
  date: '2026-03-03',
  from: '2026-03-03T06:00:00.000Z',
  until: '2026-03-03T20:31:00.000Z',
  base: 2.5,
  ins: 30,
  outs: 40,
  corrected: 3,
  stopped: 2,
  reflected: 8,
  pressed: -1,
  overstayed: 4,
  resets: [{ at: '2026-03-03T10:00:00.000Z', before: 3, value: 5 }],
  end: -1.5,
};
const heard = { receivedSeconds: 86_400, expectedSeconds: 172_800 };

function explain(fold: readonly object[]): void {
  const name = 'Main hall';
  const figures = { maxoccupancy: 80 };
  const space = { kind: 'space', id: spaceId, name, figures, ...heard, fold, children: [] };
  const minutes = { decidedAt: '2026-03-02T18:00:00.000Z', lowestAt: '2026-03-02T12:00:00.000Z' };
  const root = { kind: 'entity', id: spaceId, name, figures, ...heard, ...minutes, children: [space] };
  const row = { entityId: spaceId, name, timezone: 'America/Chicago', ...figures, completeness: 0.5 };
  show(
    <Explanation
      answer={{ question, metrics: metricsNamed('occupancy', question.metrics) }}
      total={{ key: spaceId, entityId: spaceId, name }}
      currency="USD"
      onClose={() => undefined}
    />,
    [...records, answer(dataCalls.occupancy.total, { results: [row], messages: [], explanation: [root] } as never)],
  );
}

const days = () => page.getByRole('region', { name: 'How this number of people was calculated' });
/** Names and values of the facts that are open. */
const facts = () =>
  [...days().element().querySelectorAll('details[open] dt')].map((each) => [
    each.textContent,
    each.nextElementSibling?.textContent,
  ]);

describe('the explanation of a space', () => {
  it('[R1137] says what changed the number of people on a day, and the minutes that decided', async () => {
    explain([tuesday]);
    await see(page.getByText('Lowest at'));
    await see(days());
    expect(facts()).toEqual([
      ['At the start', '2.5'],
      ['Went in', '+30'],
      ['Went out', '−40'],
      ['Corrected counts', '+3'],
      ['Ignored while stopped', '−2'],
      ['Raised to zero', '+8'],
      ['Counted by hand', '−1'],
      ['Removed after the longest stay', '−4'],
      ['Set to 5', '03/03/2026 4:00 am CST, was 3'],
      ['At the end', '−1.5'],
    ]);
    await look('explained-space', days());
  });

  it('[R1137] shows several days one below the other, closed, without what changed nothing', async () => {
    explain([monday, tuesday]);
    await see(days());
    expect(facts()).toEqual([]);
    await page.getByText('03/02/2026: from 0 to 2.5').click();
    expect(facts()).toEqual([
      ['At the start', '0'],
      ['Went in', '+1,200'],
      ['Went out', '−1,197.5'],
      ['At the end', '2.5'],
    ]);
    await see(days().getByText('Up to 03/03/2026 2:31 pm CST'));
  });
});
