import type { DashboardDocument, Options, Place, Widget } from './dashboard.ts';
import { firstHole } from './dashboard-grid.ts';

/** What a person did to a dashboard. Edits are kept in their order, undone, and replayed over those of others. */
export type Operation =
  | { readonly kind: 'add'; readonly widget: Widget }
  | { readonly kind: 'remove'; readonly widgetId: string }
  /** A card that was moved or resized; those that had to make way are in `pushed`. */
  | ({ readonly kind: 'place'; readonly pushed: readonly PlacedWidget[] } & PlacedWidget)
  | {
      readonly kind: 'configure';
      readonly widgetId: string;
      readonly dataOptions: Options;
      readonly clientOptions: Options;
    }
  | { readonly kind: 'rename'; readonly name: string; readonly description: string | null }
  /** All cards at once: an older revision, whose version is in `restored`, or a program that writes them whole. */
  | { readonly kind: 'replace'; readonly widgets: readonly Widget[]; readonly restored?: number };

export interface PlacedWidget {
  readonly widgetId: string;
  readonly place: Place;
}

export function applyOperations(document: DashboardDocument, operations: readonly Operation[]): DashboardDocument {
  return operations.reduce(applyOperation, document);
}

/** A card that is gone is not changed, and one that is there is not added again. */
function applyOperation(document: DashboardDocument, operation: Operation): DashboardDocument {
  const { widgets } = document;
  switch (operation.kind) {
    case 'add':
      return find(widgets, operation.widget.widgetId)
        ? document
        : { ...document, widgets: [...widgets, operation.widget] };
    case 'remove':
      return { ...document, widgets: widgets.filter(({ widgetId }) => widgetId !== operation.widgetId) };
    case 'place': {
      const places = new Map([operation, ...operation.pushed].map(({ widgetId, place }) => [widgetId, place]));
      return {
        ...document,
        widgets: widgets.map((widget) => {
          const place = places.get(widget.widgetId);
          return place ? { ...widget, gridOptions: { ...widget.gridOptions, ...place } } : widget;
        }),
      };
    }
    case 'configure': {
      const { widgetId, dataOptions, clientOptions } = operation;
      return {
        ...document,
        widgets: widgets.map((widget) =>
          widget.widgetId === widgetId ? { ...widget, dataOptions, clientOptions } : widget,
        ),
      };
    }
    case 'rename':
      return { ...document, name: operation.name, description: operation.description };
    case 'replace':
      return { ...document, widgets: operation.widgets };
  }
}

/** What takes an operation back that is about to be applied to this document. */
export function inverseOf(document: DashboardDocument, operation: Operation): readonly Operation[] {
  const { widgets, name, description } = document;
  switch (operation.kind) {
    case 'add':
      return find(widgets, operation.widget.widgetId) ? [] : [{ kind: 'remove', widgetId: operation.widget.widgetId }];
    case 'remove': {
      const widget = find(widgets, operation.widgetId);
      return widget ? [{ kind: 'add', widget }] : [];
    }
    case 'place': {
      const own = placeOf(widgets, operation.widgetId);
      const pushed = operation.pushed.flatMap(({ widgetId }) => placeOf(widgets, widgetId) ?? []);
      return own ? [{ kind: 'place', ...own, pushed }] : [];
    }
    case 'configure': {
      const widget = find(widgets, operation.widgetId);
      if (!widget) return [];
      const { widgetId, dataOptions, clientOptions } = widget;
      return [{ kind: 'configure', widgetId, dataOptions, clientOptions }];
    }
    case 'rename':
      return [{ kind: 'rename', name, description }];
    case 'replace':
      return [{ kind: 'replace', widgets }];
  }
}

/** The version that operations bring back; undefined if that was taken back after it. */
export function restoredBy(operations: readonly Operation[]): number | undefined {
  return operations.findLast((operation) => operation.kind === 'replace')?.restored;
}

/** What two people changed at the same time, so that one of them must be asked: a card, the title, or everything. */
export type Contested = { readonly kind: 'widget'; readonly widgetId: string } | { readonly kind: 'title' | 'all' };

/**
 * One person moves a card while another configures it: both remain. Only what both changed, and a card that one of them
 * removed while the other changed it, is contested.
 */
export function contested(mine: readonly Operation[], theirs: readonly Operation[]): readonly Contested[] {
  const [own, other] = [touched(mine), touched(theirs)];
  const title = own.title && other.title ? [{ kind: 'title' } as const] : [];
  const isReplaced = (own.all && other.cards) || (other.all && own.cards);
  if (isReplaced) return [{ kind: 'all' }, ...title];
  const ids = [...own.widgets.keys()].filter((id) => {
    const [parts, others] = [own.widgets.get(id)!, other.widgets.get(id)];
    if (!others) return false;
    if (parts.has('gone') && others.has('gone')) return false;
    return parts.has('gone') || others.has('gone') || [...parts].some((part) => others.has(part));
  });
  return [...ids.map((widgetId) => ({ kind: 'widget', widgetId }) as const), ...title];
}

/** The widget id, `title` or `all`. */
export function keyOfContested(each: Contested): string {
  return each.kind === 'widget' ? each.widgetId : each.kind;
}

/** What becomes of a contested card or title. */
export type Choice = 'theirs' | 'mine' | 'copy';

interface Rebase {
  /** Before either changed it. */
  readonly base: DashboardDocument;
  readonly mine: readonly Operation[];
  readonly theirs: readonly Operation[];
  /** By widget id, `title` or `all`; theirs where nothing is chosen. */
  readonly choices: ReadonlyMap<string, Choice>;
  readonly newId: () => string;
}

/** My operations as they follow on theirs. */
export function rebased({ base, mine, theirs, choices, newId }: Rebase): readonly Operation[] {
  const own = applyOperations(base, mine);
  const other = applyOperations(base, theirs);
  const disputes = contested(mine, theirs);
  const disputed = new Set(disputes.map(keyOfContested));
  const isLost = (key: string) => disputed.has(key) && choices.get(key) !== 'mine';
  if (disputed.has('all')) {
    const renames = isLost('title') ? [] : mine.filter(({ kind }) => kind === 'rename');
    if (isLost('all')) return renames;
    const restored = restoredBy(mine);
    return [{ kind: 'replace', widgets: own.widgets, ...(restored !== undefined && { restored }) }, ...renames];
  }
  const moved = touched(theirs).widgets;
  const kept = mine.filter((operation) => !isLost(keyOf(operation))).map((operation) => yielding(operation, moved));
  const revived = [...disputed].flatMap((id): Operation[] => {
    const widget = find(own.widgets, id);
    if (!widget || choices.get(id) !== 'mine' || find(other.widgets, id)) return [];
    return [{ kind: 'add', widget }];
  });
  const copies = [...disputed].flatMap((id): Operation[] => {
    const widget = find(own.widgets, id);
    if (!widget || choices.get(id) !== 'copy') return [];
    const { width, height } = widget.gridOptions;
    const place = firstHole(other.widgets, width, height);
    const gridOptions = { ...widget.gridOptions, ...place };
    return [{ kind: 'add', widget: { ...widget, widgetId: newId(), gridOptions } }];
  });
  return [...revived, ...kept, ...copies];
}

/** Cards that only had to make way stay where the other person put them. */
function yielding(operation: Operation, moved: ReadonlyMap<string, ReadonlySet<Part>>): Operation {
  if (operation.kind !== 'place') return operation;
  return { ...operation, pushed: operation.pushed.filter(({ widgetId }) => !moved.get(widgetId)?.has('place')) };
}

type Part = 'place' | 'options' | 'gone';

function touched(operations: readonly Operation[]) {
  const widgets = new Map<string, Set<Part>>();
  const touch = (id: string, part: Part) => widgets.set(id, (widgets.get(id) ?? new Set()).add(part));
  let title = false;
  let all = false;
  let cards = false;
  for (const operation of operations) {
    if (operation.kind !== 'rename') cards = true;
    if (operation.kind === 'rename') title = true;
    else if (operation.kind === 'replace') all = true;
    else if (operation.kind === 'place') touch(operation.widgetId, 'place');
    else if (operation.kind === 'configure') touch(operation.widgetId, 'options');
    else if (operation.kind === 'remove') touch(operation.widgetId, 'gone');
    // A removal that was undone: the card is there, as it was then.
    else if (widgets.get(operation.widget.widgetId)?.delete('gone')) {
      touch(operation.widget.widgetId, 'place');
      touch(operation.widget.widgetId, 'options');
    }
  }
  return { widgets, title, all, cards };
}

function keyOf(operation: Operation): string {
  if (operation.kind === 'rename') return 'title';
  if (operation.kind === 'replace') return 'all';
  return operation.kind === 'add' ? operation.widget.widgetId : operation.widgetId;
}

function find(widgets: readonly Widget[], id: string): Widget | undefined {
  return widgets.find(({ widgetId }) => widgetId === id);
}

function placeOf(widgets: readonly Widget[], id: string): PlacedWidget | undefined {
  const widget = find(widgets, id);
  if (!widget) return undefined;
  const { x, y, width, height } = widget.gridOptions;
  return { widgetId: id, place: { x, y, width, height } };
}
