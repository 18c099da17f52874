import * as api from '@atrium/contract/annotations';
import { getTraffic } from '@atrium/contract/data';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { fair, listed, markers, sale } from './annotation-records.ts';
import * as cardStage from './card-stage.tsx';
import { names, rowsOf, week } from './explore-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { see } from './stage.ts';
import { chooseAction, dialog, downloads, field, hide, press } from './steps.ts';
import { dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

const form = () => dialog('Add annotation');
const frame = (type: 'line' | 'bar' | 'pie', refreshCount = 0, relativeDate = 'past7days') => {
  const widget = widgetOf(type, { dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate } });
  return (
    <Room widget={widget}>
      <WidgetFrame widget={widget} dashboard={{ ...dashboard, refreshCount }} isPreview={false} controls={undefined} />
    </Room>
  );
};
const charts = () => page.getByRole('slider', { name: /^Ins/ });
const shown = [...records, ...week, listed];

afterEach(() => {
  leave();
  cardStage.leave();
});

describe('annotations on cards', () => {
  it('[R1008] [R1009] are asked once for the cards of the same days, again on refresh, and never out of view', async () => {
    show(
      <>
        {frame('line')}
        {frame('bar')}
        <div style={{ height: 3000 }} />
        {frame('line', 0, 'lastyear')}
      </>,
      shown,
    );
    await expect.poll(countOf(charts())).toBe(2);
    await expect.poll(() => markers().length).toBe(4);
    expect(sentTo(api.listAnnotations)).toHaveLength(1);
    update(
      <>
        {frame('line', 1)}
        {frame('bar', 1)}
      </>,
    );
    await expect.poll(() => sentTo(api.listAnnotations).length).toBe(2);
  });

  it('[R1011] are in the CSV file of a card', async () => {
    show(frame('line'), shown);
    await expect.poll(() => markers().length).toBe(2);
    const [file] = await downloads(() => chooseAction('Download CSV', 'Actions of Ins · Past 7 days'));
    const rows = file!.text.split('\n');
    expect(rows[0]).toMatch(/,Annotations\r?$/);
    expect(rows.filter((row) => row.includes('Street fair')).map((row) => row.split(',')[0])).toEqual([names[0]]);
    expect(rows.filter((row) => row.includes('Book sale'))).toHaveLength(9);
  });

  it('[R1006] of zones are found by the location of their rows', async () => {
    const results = rowsOf(['Door'], 7).map((row) => ({
      ...row,
      entityId: sampleId('zoneId'),
      location: { id: sampleId('locationId', 0), name: names[0]! },
    }));
    const widget = widgetOf('line', {
      dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], entityType: 'zone' },
    });
    show(
      <Room widget={widget}>
        <WidgetFrame widget={widget} dashboard={dashboard} isPreview={false} controls={undefined} />
      </Room>,
      [...records, answer(getTraffic, { results, messages: [] }), listed],
    );
    await expect.poll(() => markers().length).toBe(2);
    expect(sentTo(getTraffic)[0]?.query['include']).toBe('location');
  });

  it('[R1012] the menu of a card adds one to its newest day and its location', async () => {
    cardStage.show(frame('line'), [
      ...shown,
      answer(getTraffic, { results: rowsOf(names.slice(0, 1), 7), messages: [] }),
    ]);
    await see(charts());
    await chooseAction('Add annotation…', 'Actions of Ins · Past 7 days');
    await expect.element(form().getByLabelText('First day')).toHaveValue('2026-03-07');
    await expect.element(form().getByRole('combobox', { name: 'Location' })).toHaveValue('Riverside Branch');
    await field('Text', form()).fill('Storm');
    expectNow(answer(api.createAnnotation, fair), answer(api.listAnnotations, [sale]));
    await press('Add annotation', form());
    await hide(form());
    expect(sentTo(api.createAnnotation).at(-1)?.body).toEqual({
      text: 'Storm',
      startDate: '2026-03-07',
      endDate: null,
      locationId: sampleId('locationId', 0),
    });
    await expect.poll(() => markers().length).toBe(1);
  });
});
