import type { Widget } from '@atrium/rules/dashboard';
import { applyOperations } from '@atrium/rules/dashboard-edits';
import { describe, expect, it } from 'vitest';
import { drawnWidgets, moved, placeOperation, resized } from './moves.ts';

const widget = (widgetId: string, x: number, y: number, width = 4, height = 3): Widget => ({
  widgetId,
  widgetType: 'spacer',
  gridOptions: { x, y, width, height },
  dataOptions: {},
  clientOptions: {},
});
const placesOf = (widgets: readonly Widget[]) => widgets.map(({ gridOptions: { x, y } }) => [x, y]);

describe('a card', () => {
  it('[R974] moves one column or row, and stays within the grid', () => {
    expect(moved(widget('a', 3, 2), 'left')).toMatchObject({ x: 2, y: 2 });
    expect(moved(widget('a', 8, 2), 'right')).toMatchObject({ x: 8, y: 2 });
    expect(moved(widget('a', 3, 0), 'up')).toMatchObject({ x: 3, y: 0 });
    expect(moved(widget('a', 3, 0), 'down')).toMatchObject({ x: 3, y: 1 });
  });

  it('[R974] is resized one column or row, not below its minimum', () => {
    expect(resized(widget('a', 0, 0), 'right')).toMatchObject({ width: 5, height: 3 });
    expect(resized(widget('a', 8, 0), 'right')).toMatchObject({ width: 4 });
    expect(resized(widget('a', 0, 0, 1, 1), 'left')).toMatchObject({ width: 1 });
    expect(resized(widget('a', 0, 0, 1, 1), 'up')).toMatchObject({ height: 1 });
    const wide = { ...widget('a', 0, 0, 3), gridOptions: { x: 0, y: 0, width: 3, height: 3, minWidth: 3 } };
    expect(resized(wide, 'left')).toMatchObject({ width: 3 });
  });

  it('[R974] pushes down what is in its way, and nothing else', () => {
    const widgets = [widget('a', 0, 0), widget('b', 0, 3), widget('c', 8, 0), widget('d', 0, 20)];
    const operation = placeOperation(widgets, 'a', { x: 0, y: 2, width: 4, height: 3 })!;
    expect(operation).toMatchObject({ pushed: [{ widgetId: 'b', place: { x: 0, y: 5 } }] });
    const { widgets: after } = applyOperations({ name: '', description: null, widgets }, [operation]);
    expect(placesOf(after)).toEqual([
      [0, 2],
      [0, 5],
      [8, 0],
      [0, 20],
    ]);
    expect(placeOperation(widgets, 'a', { x: 0, y: 0, width: 4, height: 3 })).toBeUndefined();
  });

  it('is drawn below another that was put onto the same place', () => {
    expect(placesOf(drawnWidgets([widget('a', 0, 0), widget('b', 0, 0)]))).toEqual([
      [0, 0],
      [0, 3],
    ]);
  });
});
