import { type DashboardDocument, dashboardTexts, describedAs, type Widget } from '@atrium/rules/dashboard';
import { isStorableJson, readConfig } from '@atrium/rules/dashboard-config';
import { randomUUID } from 'node:crypto';
import { type Differences, differences } from '../../audit/differences.ts';
import { loadDashboards, type StoredDashboard } from './dashboard-store.ts';
import type { FileDashboard } from './format.ts';
import { createMatching, inSavepoint } from './import-run.ts';
import { type NamedPlaces, namedPlaces } from './named-places.ts';
import type { Path } from './reading.ts';
import { loadEstate } from './store.ts';
import { estateTexts } from './texts.ts';
import { type Entry, type ImportContext, upsertEntries } from './upsert-entries.ts';

interface DashboardEntry extends Entry<FileDashboard, StoredDashboard> {
  readonly widgets: readonly Widget[] | undefined;
}

/** Comes last: cards may be about everything that the same file creates. */
export async function importDashboards(
  { walk, change, scope, writers }: ImportContext,
  wanted: readonly FileDashboard[],
): Promise<void> {
  if (wanted.length === 0) return;
  const { tx, now } = change;
  const places = namedPlaces(scope.orgId, await loadEstate(tx, scope.orgId, now));
  const matching = createMatching(walk, 'dashboard', await loadDashboards(tx, scope));
  const entries = wanted.flatMap((entry, index): DashboardEntry[] => {
    const path = ['dashboards', index];
    const found = matching(entry, path);
    if (found === 'refused') return [];
    const widgets = widgetsIn(entry, { path, places, found, walk });
    return widgets === 'refused' ? [] : [{ path, names: [entry.name], wanted: entry, found, widgets }];
  });
  await upsertEntries(walk, entries, {
    kind: 'dashboard',
    changed: (entry, found) => changesOf(found, documentOf(entry, found)),
    update: (entry, found) => writers.updateDashboard(scope, found.id, documentOf(entry, found)),
    create: async (missing) => {
      const made = [];
      for (const { wanted: entry, widgets = [] } of missing) {
        const { name, description = null, isPublished = false } = entry;
        const values = { name: name.trim(), description: describedAs(description), widgets, isPublished };
        made.push(await inSavepoint(tx, () => writers.createDashboard(scope, values)));
      }
      return made;
    },
    pathOf: ({ path }, field) => {
      const [first, ...rest] = field.split('.');
      return first === 'config' ? [...path, 'cards', ...rest] : undefined;
    },
  });
}

interface Reading {
  readonly path: Path;
  readonly places: NamedPlaces;
  readonly found: StoredDashboard | undefined;
  readonly walk: ImportContext['walk'];
}

/** Cards keep the ids of those that they replace. */
function widgetsIn(
  { cards }: FileDashboard,
  { path, places, found, walk }: Reading,
): readonly Widget[] | undefined | 'refused' {
  if (cards === undefined) return undefined;
  let isRefused = false;
  const refuse = (at: Path, message: string) => {
    isRefused = true;
    walk.addProblem(at, message);
  };
  // Aliases of the file can be loops.
  if (!isStorableJson(cards)) {
    refuse([...path, 'cards'], dashboardTexts.unreadable);
    return 'refused';
  }
  const read = readConfig(
    cards.map((card, index) => {
      const same = found?.widgets[index];
      const before = same?.widgetType === card['widgetType'] ? same : undefined;
      const named = places.read(card, {
        path: [...path, 'cards', index],
        before,
        unknown: (at, name) => refuse(at, estateTexts.noPlace(name)),
      });
      return { ...(named as object), ...(before && { widgetId: before.widgetId }) };
    }),
    randomUUID,
  );
  for (const { path: field, message } of read.problems ?? []) {
    const [, ...rest] = field.split('.');
    refuse([...path, 'cards', ...rest], message);
  }
  return isRefused || read.problems ? 'refused' : read.widgets;
}

/** Anything a file does not mention stays unchanged. */
function documentOf(
  { wanted: { name, description }, widgets }: DashboardEntry,
  found: StoredDashboard,
): DashboardDocument {
  return {
    name: name.trim(),
    description: description === undefined ? found.description : describedAs(description),
    widgets: widgets ?? found.widgets,
  };
}

/** Of cards only how many differ. */
function changesOf(found: StoredDashboard, { widgets, ...title }: DashboardDocument): Differences {
  const changed = differences({ name: found.name, description: found.description }, title);
  const count = Math.max(found.widgets.length, widgets.length);
  const differing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => contentOf(found.widgets[index]) !== contentOf(widgets[index]),
  ).length;
  if (differing === 0) return changed;
  return { ...changed, cards: [found.widgets.length, `${widgets.length} (${differing} added, changed or removed)`] };
}

/** Without its id, and whatever the order of its fields. */
function contentOf(widget: Widget | undefined): string {
  if (!widget) return '';
  const { widgetId: _id, ...content } = widget;
  return JSON.stringify(sorted(content));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, each]) => [name, sorted(each)]);
}
