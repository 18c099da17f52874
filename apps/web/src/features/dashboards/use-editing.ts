import { maxWidgets, mergedOptions, type Options, type Place, type Widget } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { inReadingOrder } from '@atrium/rules/dashboard-grid';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '../../api/notices.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { DashboardStore } from './document/dashboard-store.ts';
import type { CardActions } from './grid/GridCard.tsx';
import { type Direction, drawnWidgets, moved, placeOperation, resized } from './grid/moves.ts';
import { focusCard } from './focus-card.ts';
import { forgetAdded, justAdded } from './just-added.ts';
import { type AddedCard, copiedWidget, newWidget, opensSettings } from './new-widget.ts';
import { noteSaved } from './settings/open-settings.ts';
import { texts } from './texts.ts';
import { widgetName } from './widget-name.ts';

interface Configured {
  readonly widgetId: string;
  readonly isNew: boolean;
}

interface Emptied {
  /** The last card was removed. */
  readonly onLastRemoved: () => void;
  /** The settings of the first card of a new dashboard were canceled. */
  readonly onNothingAdded?: () => void;
}

/** Everything that the owner can do to the cards, with what screen readers hear about it. */
export function useEditing(store: DashboardStore, emptied: Emptied) {
  const [said, setSaid] = useState('');
  const [added] = useState(() => justAdded(store.state.document.widgets));
  const [configured, setConfigured] = useState<Configured | undefined>(
    added && opensSettings(added) ? { widgetId: added.widgetId, isNew: true } : undefined,
  );
  const focus = useFocus();
  useEffect(() => {
    forgetAdded();
    if (added) focus(added.widgetId);
  }, [added, focus]);
  const latest = useRef(emptied);
  useEffect(() => {
    latest.current = emptied;
  });
  const find = useCallback(
    (id: string) => drawnWidgets(store.state.document.widgets).find(({ widgetId }) => widgetId === id),
    [store],
  );

  const place = useCallback(
    (widgetId: string, where: Place) => {
      const operation = placeOperation(drawnWidgets(store.state.document.widgets), widgetId, where);
      if (operation) store.edit([operation]);
      return operation !== undefined;
    },
    [store],
  );

  const insert = useCallback(
    (widget: Widget) => {
      if (store.state.document.widgets.length >= maxWidgets) {
        announce({ kind: 'toast', tone: 'warning', title: texts.page, text: texts.full(maxWidgets) });
        return;
      }
      store.edit([{ kind: 'add', widget }]);
      setSaid(texts.grid.added(widgetName(widget)));
      focus(widget.widgetId);
      if (opensSettings(widget)) setConfigured({ widgetId: widget.widgetId, isNew: true });
    },
    [store, focus],
  );

  /** The focus moves on to a neighbor. */
  const drop = useCallback(
    (widget: Widget) => {
      const ordered = inReadingOrder(drawnWidgets(store.state.document.widgets));
      const at = ordered.findIndex(({ widgetId }) => widgetId === widget.widgetId);
      const neighbor = ordered[at + 1] ?? ordered[at - 1];
      store.edit([{ kind: 'remove', widgetId: widget.widgetId }]);
      setSaid(texts.grid.removed(widgetName(widget)));
      if (neighbor) focus(neighbor.widgetId);
    },
    [store, focus],
  );

  const remove = useCallback(
    async (widgetId: string) => {
      const widget = find(widgetId);
      if (!widget || !(await confirm(texts.removeWidget))) return;
      drop(widget);
      if (store.state.document.widgets.length === 0) latest.current.onLastRemoved();
    },
    [store, find, drop],
  );

  const step = useCallback(
    (widgetId: string, kind: 'move' | 'resize', direction: Direction) => {
      const widget = find(widgetId);
      if (!widget) return;
      const name = widgetName(widget);
      const where = kind === 'move' ? moved(widget, direction) : resized(widget, direction);
      focus(widgetId);
      if (!place(widgetId, where)) setSaid(limitText(name, kind, direction));
      else if (kind === 'move') setSaid(texts.grid.moved(name, where.x + 1, where.y + 1));
      else setSaid(texts.grid.resized(name, where.width, where.height));
    },
    [find, place, focus],
  );

  const actions = useMemo<CardActions>(
    () => ({
      configure: (widgetId) => setConfigured({ widgetId, isNew: false }),
      duplicate: (widgetId) => {
        const widget = find(widgetId);
        if (widget) insert(copiedWidget(widget, store.state.document.widgets));
      },
      remove: (widgetId) => void remove(widgetId),
      move: (widgetId, direction) => step(widgetId, 'move', direction),
      resize: (widgetId, direction) => step(widgetId, 'resize', direction),
    }),
    [store, find, insert, remove, step],
  );

  return {
    actions,
    place,
    said,
    say: setSaid,
    add: (card: AddedCard) => insert(newWidget(card, store.state.document.widgets)),
    /** The card whose settings are open. */
    configured: configured && { ...configured, widget: find(configured.widgetId) },
    saveSettings: (widget: Widget, changed: { dataOptions: Options; clientOptions: Options }) => {
      store.edit([configureOperation(widget, changed)]);
      noteSaved(widget.widgetId);
      setConfigured(undefined);
      focus(widget.widgetId);
    },
    cancelSettings: ({ isNew, widget }: { isNew: boolean; widget: Widget | undefined }) => {
      setConfigured(undefined);
      if (!widget) return;
      if (!isNew) return focus(widget.widgetId);
      const { onLastRemoved, onNothingAdded } = latest.current;
      const isOnly = store.state.document.widgets.length === 1;
      if (isOnly && onNothingAdded && widget.widgetId === added?.widgetId) return onNothingAdded();
      drop(widget);
      if (isOnly) onLastRemoved();
    },
  };
}

/** Of a card that stays as it is. */
function limitText(name: string, kind: 'move' | 'resize', direction: Direction): string {
  if (kind === 'move') return texts.grid.edge(name, direction);
  return direction === 'right' || direction === 'down' ? texts.grid.largest(name) : texts.grid.smallest(name);
}

/** Saved settings are merged into those before; the first save ends the time in which nothing is fetched. */
function configureOperation(widget: Widget, changed: { dataOptions: Options; clientOptions: Options }): Operation {
  const { popConfig: _first, ...clientOptions } = mergedOptions(widget.clientOptions, changed.clientOptions);
  const dataOptions = mergedOptions(widget.dataOptions, changed.dataOptions);
  return { kind: 'configure', widgetId: widget.widgetId, dataOptions, clientOptions };
}

/** Cards are in the page in reading order: one that changes its place would lose the focus. */
function useFocus(): (widgetId: string) => void {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return useCallback((widgetId) => {
    stop.current?.();
    stop.current = focusCard(widgetId);
  }, []);
}
