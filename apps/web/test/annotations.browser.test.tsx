import * as api from '@atrium/contract/annotations';
import { getTraffic } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { annotationTexts } from '@atrium/rules/annotations';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import * as cardStage from './card-stage.tsx';
import * as dashboards from './dashboard-records.ts';
import { calls, chart, grid, names, rowsOf, week } from './explore-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf, textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, downloads, field, hide, pick, press, refused } from './steps.ts';
import { dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

const annotationOf = (number: number, text: string, startDate: string, endDate: string, location?: number) => ({
  annotationId: sampleId('annotationId', number),
  text,
  startDate,
  endDate,
  locationId: location === undefined ? null : sampleId('locationId', location),
  locationName: location === undefined ? null : (names[location] ?? 'Elsewhere'),
  createdBy: 'Ada Lovelace',
  version: 4,
});
const fair = annotationOf(1, 'Street fair', '2026-03-03', '2026-03-03', 0);
const sale = annotationOf(2, 'Book sale', '2026-03-04', '2026-03-06');
const elsewhere = annotationOf(3, 'Far away', '2026-03-04', '2026-03-04', 9);
const listed = answer(api.listAnnotations, [sale, elsewhere, fair]);
const list = () => page.getByRole('list', { name: 'Annotations' });
const markers = () => document.querySelectorAll('[data-annotation]');
const all = dialog('Annotations');
const form = (name = 'Add annotation') => dialog(name);

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

describe('annotations on a chart', () => {
  afterEach(() => {
    leave();
    cardStage.leave();
  });

  it('[R1006] [R1007] [R1010] are drawn on their days, and read by keyboard and below the chart', async () => {
    await open('/app/explore', [...calls, ...week, listed]);
    await see(list());
    expect(textsOf(list().getByRole('listitem'))()).toEqual([
      '3/3/26: Street fair (Riverside Branch)',
      '3/4/26 – 3/6/26: Book sale',
    ]);
    expect(markers()).toHaveLength(2);
    expect(sentTo(api.listAnnotations).map(({ query }) => query)).toEqual([
      { startDate: '2026-03-01', endDate: '2026-03-07', order: '-startDate', limit: '1000' },
    ]);
    (chart().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringMatching(/Street fair \(Riverside/));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chart()).toHaveAttribute('aria-valuetext', expect.stringMatching(/, Book sale$/));
    await look('explore-annotations', list());
  });

  it('[R1010] a marker shows the text of its day', async () => {
    await open('/app/explore', [...calls, ...week, listed]);
    await see(list());
    const readout = page.getByText('Street fair (Riverside Branch)', { exact: true });
    expect(readout.elements()).toEqual([]);
    await userEvent.hover(markers()[0]!);
    await expect.poll(countOf(readout)).toBe(1);
  });

  it('[R1011] are in the table beside the chart, on the rows of their location', async () => {
    await open('/app/explore', [...calls, ...week, listed]);
    await see(grid('Rows').getByRole('columnheader', { name: 'Annotations' }));
    await expect.poll(countOf(grid('Rows').getByRole('gridcell', { name: 'Street fair' }))).toBe(1);
  });

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

describe('the list of annotations', () => {
  it('[R1013] is opened from a dashboard, searched and sorted', async () => {
    await open(dashboards.path, [...dashboards.opened, listed]);
    await chooseAction('Annotations');
    await see(all.getByRole('rowheader', { name: 'Street fair' }));
    await see(all.getByText('3/4/26 – 3/6/26'));
    await look('annotations', all.getByRole('rowheader', { name: 'Book sale' }));
    await press('Location', all);
    await expect.poll(() => sentTo(api.listAnnotations).at(-1)?.query['order']).toBe('locationName');
    expectNow(answer(api.listAnnotations, []));
    await all.getByRole('searchbox').fill('circus');
    await see(all.getByText('No annotation matches'));
    expect(sentTo(api.listAnnotations).at(-1)?.query['search']).toBe('circus');
  });

  it('[R1013] adds the first one, from Explore', async () => {
    await open('/app/explore', [...calls, ...week]);
    await press('Annotations');
    await look('annotations-empty', all.getByText('No annotations yet'));
    await press('Add annotation', all);
    await press('Add annotation', form());
    await see(form().getByText(annotationTexts.text));
    await see(form().getByText(annotationTexts.required));
    await field('Text', form()).fill('Book sale');
    await form().getByLabelText('First day').fill('2026-03-04');
    await form().getByLabelText('Last day').fill('2026-03-03');
    await press('Add annotation', form());
    await see(form().getByText(annotationTexts.order));
    await form().getByLabelText('Last day').fill('2026-03-06');
    await look('annotation-new', field('Text', form()));
    await refused(api.createAnnotation, 'Unable to create annotation', () => press('Add annotation', form()));
    expectNow(answer(api.createAnnotation, sale), answer(api.listAnnotations, [sale]));
    await press('Add annotation', form());
    expect(sentTo(api.createAnnotation).at(-1)?.body).toEqual({
      text: 'Book sale',
      startDate: '2026-03-04',
      endDate: '2026-03-06',
      locationId: null,
    });
    await see(all.getByRole('rowheader', { name: 'Book sale' }));
    await expect.poll(() => markers().length).toBe(1);
  });

  it('[R1013] changes one in the version that was seen', async () => {
    await open('/app/explore', [...calls, ...week, listed]);
    await press('Annotations');
    await press('Edit “Book sale”', all);
    const editing = form('Edit annotation');
    await expect.element(editing.getByLabelText('Last day')).toHaveValue('2026-03-06');
    await editing.getByLabelText('Last day').fill('');
    await pick('Location', 'Oakwood Branch', editing);
    expectNow(answer(api.updateAnnotation, sale));
    await press('Save', editing);
    await hide(editing);
    const sent = sentTo(api.updateAnnotation).at(-1);
    expect(sent?.params['annotationId']).toBe(sale.annotationId);
    expect(sent?.headers.get('if-match')).toContain('4');
    expect(sent?.body).toMatchObject({ endDate: null, locationId: sampleId('locationId', 1) });
  });

  it('[R1013] deletes one, and adds it again on undo', async () => {
    await open('/app/explore', [...calls, ...week, listed]);
    await press('Annotations');
    expectNow(answer(api.deleteAnnotation), answer(api.listAnnotations, [sale]));
    await press('Delete “Street fair”', all);
    await hide(all.getByRole('rowheader', { name: 'Street fair' }));
    expectNow(answer(api.createAnnotation, fair), listed);
    await press('Undo');
    await see(all.getByRole('rowheader', { name: 'Street fair' }));
    expect(sentTo(api.createAnnotation).at(-1)?.body).toEqual({
      text: 'Street fair',
      startDate: '2026-03-03',
      endDate: '2026-03-03',
      locationId: fair.locationId,
    });
  });

  it('[R1003] leaves those of the whole organization to people who see all of it', async () => {
    const limited = [...calls, ...signedInAs('OrganizationUser', { limitedToLocations: true }), ...week, listed];
    await open('/app/explore', limited);
    await press('Annotations');
    await see(all.getByRole('button', { name: 'Edit “Street fair”' }));
    expect(all.getByRole('button', { name: 'Edit “Book sale”' }).elements()).toEqual([]);
    await press('Add annotation', all);
    await field('Text', form()).fill('Storm');
    await form().getByLabelText('First day').fill('2026-03-04');
    await press('Add annotation', form());
    await see(form().getByText('Choose a location.'));
    await press('Cancel', form());
    await open('/app/explore', [...limited, answer(listLocations, [])]);
    await press('Annotations');
    await see(all.getByRole('rowheader', { name: 'Book sale' }));
    expect(all.getByRole('button', { name: /^(Add|Edit|Delete)/ }).elements()).toEqual([]);
  });
});
