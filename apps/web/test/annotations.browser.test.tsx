import * as api from '@atrium/contract/annotations';
import { listLocations } from '@atrium/contract/locations';
import { annotationTexts } from '@atrium/rules/annotations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fair, listed, markers, sale } from './annotation-records.ts';
import * as dashboards from './dashboard-records.ts';
import { calls, chart, grid, week } from './explore-records.ts';
import { answer, expectNow, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { countOf, textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, hide, pick, press, refused } from './steps.ts';

const list = () => page.getByRole('list', { name: 'Annotations' });
const all = dialog('Annotations');
const form = (name = 'Add annotation') => dialog(name);

describe('annotations on a chart', () => {
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
