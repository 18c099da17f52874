import { type Problem, problemIf } from './problem.ts';

/** A dashboard as its owner edits it. */
export interface DashboardDocument {
  readonly name: string;
  readonly description: string | null;
  readonly widgets: readonly Widget[];
}

/**
 * One card. Its type and options may come from a newer version or another program: what is not understood is kept as it
 * is, fields besides these as well.
 */
export interface Widget {
  readonly widgetId: string;
  readonly widgetType: string;
  readonly gridOptions: GridOptions;
  readonly dataOptions: Options;
  readonly clientOptions: Options;
}
export type Options = Readonly<Record<string, unknown>>;

/** Where a card is, in columns and rows of the grid. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface GridOptions extends Place {
  readonly minWidth?: number;
  readonly minHeight?: number;
}

export const gridColumns = 12;
/** Pixels. */
export const gridRowHeight = 50;
export const gridMargin = 10;
/** Below this width of the page, cards stand in one column. */
export const oneColumnBelow = 768;

/** Edits are saved once none has followed for this long. */
export const autosaveMs = 5_000;
export const defaultDashboardName = 'My Dashboard';
export const maxWidgets = 100;
export const maxConfigBytes = 500_000;
const maxName = 100;
const maxDescription = 1_000;
const maxRow = 10_000;

export const dashboardTexts = {
  unnamed: 'Dashboard must have a name',
  longName: `A name has at most ${maxName} characters`,
  longDescription: `A description has at most ${maxDescription.toLocaleString('en-US')} characters`,
  notAList: 'must be a list of widgets',
  tooMany: `A dashboard has at most ${maxWidgets} widgets`,
  tooLarge: `A dashboard has at most ${maxConfigBytes.toLocaleString('en-US')} bytes`,
  twice: 'Two widgets have the same id',
  place: `must lie within the ${gridColumns} columns of the grid`,
  options: 'must be an object',
  id: 'must be a UUID',
  number: 'must be a number',
  unreadable: 'is nested too deeply, or contains a NUL character or invalid Unicode',
  type: 'must have a type',
  nobody: 'Choose the people to publish to, or publish to everyone',
} as const;

export const copyName = (name: string): string => `Copy of ${name}`.slice(0, maxName);

/** An empty description is none. */
export function describedAs(description: string | null | undefined): string | null {
  const text = description?.trim() ?? '';
  return text === '' ? null : text;
}

export function titleProblems({ name, description }: Pick<DashboardDocument, 'name' | 'description'>): Problem[] {
  return [
    ...problemIf(name.trim() === '', 'name', dashboardTexts.unnamed),
    ...problemIf(name.length > maxName, 'name', dashboardTexts.longName),
    ...problemIf((description?.length ?? 0) > maxDescription, 'description', dashboardTexts.longDescription),
  ];
}

/** Of widgets whose fields have the right types. */
export function widgetProblems(widgets: readonly Widget[]): Problem[] {
  const ids = new Set(widgets.map(({ widgetId }) => widgetId));
  return [
    ...problemIf(widgets.length > maxWidgets, 'config', dashboardTexts.tooMany),
    ...problemIf(ids.size < widgets.length, 'config', dashboardTexts.twice),
    ...widgets.flatMap(({ gridOptions }, index) =>
      problemIf(!isInGrid(gridOptions), `config.${index}.gridOptions`, dashboardTexts.place),
    ),
  ];
}

export function isInGrid({ x, y, width, height }: Place): boolean {
  const areWhole = [x, y, width, height].every(Number.isSafeInteger);
  return areWhole && x >= 0 && y >= 0 && width >= 1 && height >= 1 && x + width <= gridColumns && y + height <= maxRow;
}

/** Saved settings over those before: objects are merged, lists and all other values replaced. */
export function mergedOptions(before: Options, saved: Options): Options {
  const merged: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(saved)) {
    const old = merged[key];
    merged[key] = isOptions(old) && isOptions(value) ? mergedOptions(old, value) : value;
  }
  return merged;
}

export function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
