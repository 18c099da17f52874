import { describe, expect, it } from 'vitest';
import { dashboardTexts, maxConfigBytes } from './dashboard.ts';
import { configBytes, documentProblems, isStorableJson, readConfig } from './dashboard-config.ts';

const id = '00000000-0000-4000-8000-000000000001';
const newId = () => id;
const gridOptions = { x: 0, y: 0, width: 4, height: 3 };

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
const sized = (length: number) => {
  const { widgets = [] } = readConfig([{ gridOptions, text: 'x'.repeat(length) }], newId) as { widgets?: never[] };
  return { name: 'Stores', description: null, widgets };
};

describe('the config of a dashboard', () => {
  it('[R951] gets ids, a type and options where an entry has none, and keeps the rest', () => {
    const entry = { color: 'red', gridOptions: { ...gridOptions, more: 1 }, widgetId: null };
    const complete = { ...entry, widgetId: id, widgetType: 'unknown', dataOptions: {}, clientOptions: {} };
    expect(readConfig([entry], newId)).toEqual({ widgets: [complete] });
    expect(readConfig(JSON.stringify([entry]), newId)).toEqual({ widgets: [complete] });
  });

  it('[R952] names every entry that is wrong', () => {
    const wrong = [null, { gridOptions }, { gridOptions: { ...gridOptions, minWidth: '4' }, widgetId: '1' }];
    expect(readConfig(wrong, newId).problems).toEqual([
      { path: 'config.0', message: dashboardTexts.options },
      { path: 'config.2.widgetId', message: dashboardTexts.id },
      { path: 'config.2.gridOptions.minWidth', message: dashboardTexts.number },
    ]);
  });

  it('[R952] is as large and as deep as can be stored', () => {
    expect([isStorableJson(deep(40)), isStorableJson(deep(41))]).toEqual([true, false]);
    expect([isStorableJson({ '\0': 1 }), isStorableJson(['\ud800']), isStorableJson(['😀'])]).toEqual([
      false,
      false,
      true,
    ]);
    const spare = maxConfigBytes - configBytes(sized(0).widgets);
    expect(documentProblems(sized(spare))).toEqual([]);
    expect(documentProblems(sized(spare + 1))).toEqual([{ path: 'config', message: dashboardTexts.tooLarge }]);
  });
});
