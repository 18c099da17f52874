import { type DashboardDocument, isOptions, maxConfigBytes, type Options, type Widget } from '@atrium/rules/dashboard';
import { documentProblems, readConfig } from '@atrium/rules/dashboard-config';
import { isWidgetType } from '@atrium/rules/widget-types';

/** An entity that a card shows, with its name where the file was written. */
export interface NamedEntity {
  readonly entityType: string;
  readonly entityId: string;
  readonly name: string;
}

export interface DashboardFile {
  readonly document: DashboardDocument;
  readonly entities: readonly NamedEntity[];
}

export type ReadFile =
  | { readonly file: DashboardFile; readonly unknownTypes: readonly string[] }
  /** `too-large`, `unreadable`, or what is wrong where. */
  | { readonly problem: string };

const format = 'atrium-dashboard';
export const maxFileBytes = maxConfigBytes * 4;

export function fileText({ document, entities }: DashboardFile): string {
  const { name, description, widgets } = document;
  return JSON.stringify({ format, version: 1, name, description, widgets, entities }, null, 2);
}

/** The widgets of a file get new ids: it may be imported twice. */
export function readFile(text: string, newId: () => string): ReadFile {
  if (text.length > maxFileBytes) return { problem: 'too-large' };
  const content = parsed(text);
  if (!isOptions(content) || content['format'] !== format) return { problem: 'unreadable' };
  const { name, description, widgets: written, entities } = content;
  const config = readConfig(written, newId);
  if (config.problems) return { problem: wordsOf(config.problems) };
  const document = {
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : null,
    widgets: config.widgets.map((widget) => ({ ...widget, widgetId: newId() })),
  };
  const problems = documentProblems(document);
  if (problems.length > 0) return { problem: wordsOf(problems) };
  const types = new Set(document.widgets.map(({ widgetType }) => widgetType).filter((type) => !isWidgetType(type)));
  return { file: { document, entities: entitiesIn(entities) }, unknownTypes: [...types] };
}

/** The entities that the cards name, by type, each once. */
export function entitiesOf(widgets: readonly Widget[]): readonly Omit<NamedEntity, 'name'>[] {
  const found = new Map<string, Omit<NamedEntity, 'name'>>();
  for (const { dataOptions } of widgets) {
    const { entityType } = dataOptions;
    if (typeof entityType !== 'string') continue;
    for (const entityId of idsIn(dataOptions)) found.set(`${entityType} ${entityId}`, { entityType, entityId });
  }
  return [...found.values()];
}

function idsIn({ entityIds, entityId, comparison }: Options): string[] {
  const lists = [entityIds, isOptions(comparison) ? comparison['entityIds'] : undefined, [entityId]];
  return lists.flatMap((list) => (Array.isArray(list) ? list : [])).filter((id) => typeof id === 'string');
}

function entitiesIn(value: unknown): NamedEntity[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (!isOptions(each)) return [];
    const { entityType, entityId, name } = each;
    const isNamed = typeof entityType === 'string' && typeof entityId === 'string' && typeof name === 'string';
    return isNamed ? [{ entityType, entityId, name }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function wordsOf(problems: readonly { readonly path: string; readonly message: string }[]): string {
  return problems
    .slice(0, 5)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('\n');
}
