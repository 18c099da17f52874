import {
  type DashboardDocument,
  dashboardTexts,
  isOptions,
  maxConfigBytes,
  type Options,
  titleProblems,
  type Widget,
  widgetProblems,
} from './dashboard.ts';
import type { Problem } from './problem.ts';

/** The type of a widget that came without one. It keeps its place and what it holds. */
export const unknownWidgetType = 'unknown';
const maxType = 60;
/** Of objects and lists inside each other. */
const maxDepth = 40;

export type ReadConfig =
  | { readonly widgets: readonly Widget[]; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/**
 * The widgets of `config`: JSON text or a list. Entries of other programs may have no id, no type and no options; what
 * they have besides is kept.
 */
export function readConfig(config: unknown, newId: () => string): ReadConfig {
  const list = typeof config === 'string' ? parsed(config) : config;
  if (!Array.isArray(list)) return { problems: [{ path: 'config', message: dashboardTexts.notAList }] };
  if (!isStorableJson(list)) return { problems: [{ path: 'config', message: dashboardTexts.unreadable }] };
  const entries: readonly unknown[] = list;
  const problems = entries.flatMap((entry, index) => entryProblems(entry, `config.${index}`));
  return problems.length > 0 ? { problems } : { widgets: entries.map((entry) => completed(entry as object, newId)) };
}

/** Of a dashboard as it would be stored. */
export function documentProblems({ widgets, ...title }: DashboardDocument): Problem[] {
  const problems = [...titleProblems(title), ...widgetProblems(widgets)];
  if (!isStorableJson(widgets)) problems.push({ path: 'config', message: dashboardTexts.unreadable });
  else if (configBytes(widgets) > maxConfigBytes) problems.push({ path: 'config', message: dashboardTexts.tooLarge });
  return problems;
}

export function configBytes(widgets: readonly unknown[]): number {
  return new TextEncoder().encode(JSON.stringify(widgets)).length;
}

/** Neither nested too deeply to be written again, nor with text that a database cannot hold. A loop: it may be hostile. */
export function isStorableJson(root: unknown): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      if (!isStorable(value)) return false;
    } else if (typeof value === 'object' && value !== null) {
      if (depth === maxDepth) return false;
      for (const [key, item] of Object.entries(value)) {
        if (!isStorable(key)) return false;
        left.push({ value: item, depth: depth + 1 });
      }
    }
  }
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function entryProblems(entry: unknown, path: string): Problem[] {
  if (!isOptions(entry)) return [{ path, message: dashboardTexts.options }];
  const { widgetId, widgetType, gridOptions, dataOptions, clientOptions } = entry;
  const wrong = (field: string, message: string): Problem[] => [{ path: `${path}.${field}`, message }];
  const isType = typeof widgetType === 'string' && widgetType !== '' && widgetType.length <= maxType;
  return [
    ...(isAbsent(widgetId) || isUuid(widgetId) ? [] : wrong('widgetId', dashboardTexts.id)),
    ...(isAbsent(widgetType) || isType ? [] : wrong('widgetType', dashboardTexts.type)),
    ...(isOptions(gridOptions) ? minimumProblems(gridOptions, path) : wrong('gridOptions', dashboardTexts.options)),
    ...(isAbsent(dataOptions) || isOptions(dataOptions) ? [] : wrong('dataOptions', dashboardTexts.options)),
    ...(isAbsent(clientOptions) || isOptions(clientOptions) ? [] : wrong('clientOptions', dashboardTexts.options)),
  ];
}

function minimumProblems(gridOptions: Options, path: string): Problem[] {
  return ['minWidth', 'minHeight']
    .filter((field) => gridOptions[field] !== undefined && typeof gridOptions[field] !== 'number')
    .map((field) => ({ path: `${path}.gridOptions.${field}`, message: dashboardTexts.number }));
}

function completed(entry: Partial<Widget>, newId: () => string): Widget {
  return {
    ...entry,
    widgetId: entry.widgetId ?? newId(),
    widgetType: entry.widgetType ?? unknownWidgetType,
    gridOptions: entry.gridOptions!,
    dataOptions: entry.dataOptions ?? {},
    clientOptions: entry.clientOptions ?? {},
  };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isUuid(value: unknown): boolean {
  return (
    typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(value)
  );
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
