import type { Widget } from '@atrium/rules/dashboard';
import { describe, expect, it } from 'vitest';
import { id, widget } from '../document/testing.ts';
import { entitiesOf, fileText, readFile } from './dashboard-file.ts';

let ids = 500;
const newId = () => id((ids += 1));
const shown: Widget = {
  ...widget(1),
  widgetType: 'hologram',
  dataOptions: {
    entityType: 'location',
    entityIds: [id(7), id(8)],
    entityId: id(7),
    comparison: { entityIds: [id(9)] },
  },
};
const document = { name: 'Stores', description: 'All of them', widgets: [shown, widget(2)] };
const entities = [{ entityType: 'location', entityId: id(7), name: 'Riverside' }];

describe('a dashboard as a file', () => {
  it('[R975] is read as it was written, with new ids, and names unknown types', () => {
    const read = readFile(fileText({ document, entities }), newId);
    if (!('file' in read)) throw new Error(read.problem);
    expect(read.unknownTypes).toEqual(['hologram']);
    expect(read.file.entities).toEqual(entities);
    const { widgets, ...title } = read.file.document;
    expect(title).toEqual({ name: 'Stores', description: 'All of them' });
    expect(widgets.map(({ widgetId: _id, ...rest }) => rest)).toEqual(
      document.widgets.map(({ widgetId: _id, ...rest }) => rest),
    );
    expect(widgets[0]?.widgetId).not.toBe(id(1));
  });

  it('[R975] is refused with a reason', () => {
    expect(readFile('not JSON', newId)).toEqual({ problem: 'unreadable' });
    expect(readFile('[]', newId)).toEqual({ problem: 'unreadable' });
    const wide = { ...widget(1), gridOptions: { x: 10, y: 0, width: 4, height: 3 } };
    const text = fileText({ document: { ...document, widgets: [wide] }, entities: [] });
    expect(readFile(text, newId)).toEqual({
      problem: 'config.0.gridOptions: must lie within the 12 columns of the grid',
    });
    expect(readFile(fileText({ document: { ...document, name: ' ' }, entities: [] }), newId)).toEqual({
      problem: 'name: Dashboard must have a name',
    });
  });

  it('[R975] names every entity of its cards once', () => {
    expect(entitiesOf(document.widgets).map(({ entityId }) => entityId)).toEqual([id(7), id(8), id(9)]);
  });
});
