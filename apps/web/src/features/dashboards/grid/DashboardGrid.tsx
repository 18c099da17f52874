import {
  gridColumns,
  gridMargin,
  gridRowHeight,
  oneColumnBelow,
  type Place,
  type Widget,
} from '@atrium/rules/dashboard';
import { inReadingOrder } from '@atrium/rules/dashboard-grid';
import { VisuallyHidden } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useId, useMemo, useRef, useState } from 'react';
import { type Compactor, GridLayout, type Layout, type LayoutItem } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { MomentContext, MomentGroup } from '../../../analytics/charts/shared-moment.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { focusCard } from '../focus-card.ts';
import { OpenedPart } from '../frame/OpenedPart.tsx';
import { texts } from '../texts.ts';
import classes from './grid.module.css';
import { type CardActions, GridCard } from './GridCard.tsx';
import { drawnWidgets, settledAround, smallest } from './moves.ts';

const ArrangePanel = lazyPart(() => import('./ArrangePanel.tsx'));

interface Props {
  widgets: readonly Widget[];
  dashboard: DashboardContextValue;
  /** Absent for readers. */
  actions: CardActions | undefined;
  onPlace: (widgetId: string, place: Place) => void;
}

/** Pixels on a phone. */
const [lowCard, highCard] = [50, 440];

/** The cards: on a grid of columns, or below each other on narrow screens. */
export function DashboardGrid({ widgets, dashboard, actions, onPlace }: Props) {
  const helpId = useId();
  const [arrangedId, setArranged] = useState<string>();
  const [moments] = useState(() => new MomentGroup());
  const { ref, width } = useElementSize();
  const isNarrow = useMediaQuery(`(width < ${oneColumnBelow}px)`, false, { getInitialValueInEffect: false });
  const drawn = useMemo(() => drawnWidgets(widgets), [widgets]);
  const ordered = useMemo(() => inReadingOrder(drawn), [drawn]);
  const cardOf = (widget: Widget, index: number) => ({
    widget,
    position: index + 1,
    total: ordered.length,
    dashboard,
    actions,
    isPlaced: !isNarrow,
    onArrange: isNarrow ? undefined : setArranged,
    helpId,
  });
  const arranged = isNarrow ? undefined : ordered.find(({ widgetId }) => widgetId === arrangedId);
  const close = () => {
    setArranged(undefined);
    if (arrangedId !== undefined) focusCard(arrangedId);
  };
  return (
    <section
      ref={ref}
      className={classes['grid']}
      aria-label={texts.grid.label}
      data-arranging={arranged !== undefined || undefined}
    >
      <VisuallyHidden id={helpId}>{isNarrow ? texts.grid.narrowHelp : texts.grid.help}</VisuallyHidden>
      <MomentContext value={moments}>
        {isNarrow &&
          ordered.map((widget, index) => (
            <GridCard key={widget.widgetId} {...cardOf(widget, index)} style={{ height: narrowHeight(widget) }} />
          ))}
        {!isNarrow && width > 0 && (
          <Columns widgets={ordered} width={width} isEditable={actions !== undefined} onPlace={onPlace}>
            {ordered.map((widget, index) => (
              <GridCard key={widget.widgetId} {...cardOf(widget, index)} />
            ))}
          </Columns>
        )}
      </MomentContext>
      {actions && arranged && (
        <OpenedPart onClose={close}>
          <ArrangePanel key={arranged.widgetId} widget={arranged} actions={actions} onClose={close} />
        </OpenedPart>
      )}
    </section>
  );
}

interface ColumnsProps {
  widgets: readonly Widget[];
  width: number;
  isEditable: boolean;
  onPlace: Props['onPlace'];
  children: React.ReactNode;
}

const gridConfig = {
  cols: gridColumns,
  rowHeight: gridRowHeight,
  margin: [gridMargin, gridMargin] as const,
  containerPadding: [0, 0] as const,
};
const interactive = 'button, a, input, select, textarea, [role="menu"]';

/** Cards stay where they are; only those in the way of the one that is dragged move down, and back again. */
function Columns({ widgets, width, isEditable, onPlace, children }: ColumnsProps) {
  const held = useRef<string>(undefined);
  const layout = useMemo(() => widgets.map(itemOf), [widgets]);
  const compactor = useMemo<Compactor>(
    () => ({
      type: null,
      allowOverlap: true,
      compact: (items) => {
        const item = items.find(({ i }) => i === held.current);
        return item ? layoutAround(widgets, items, item) : [...items];
      },
    }),
    [widgets],
  );
  const hold = (_layout: Layout, item: LayoutItem | null) => {
    held.current = item?.i;
  };
  const drop = (_layout: Layout, _before: LayoutItem | null, item: LayoutItem | null) => {
    held.current = undefined;
    if (item) onPlace(item.i, placeIn(item));
  };
  return (
    <>
      {/* The library would put a rule for all elements of the page here, and have all of their styles computed. */}
      <style id="react-draggable-style-el" />
      <GridLayout
        width={width}
        layout={layout}
        gridConfig={gridConfig}
        compactor={compactor}
        dragConfig={{ enabled: isEditable, handle: '[data-drag-handle]', cancel: interactive }}
        resizeConfig={{ enabled: isEditable, handles: ['se', 'sw', 'e', 's'] }}
        onDragStart={hold}
        onDragStop={drop}
        onResizeStart={hold}
        onResizeStop={drop}
      >
        {children}
      </GridLayout>
    </>
  );
}

function layoutAround(widgets: readonly Widget[], items: Layout, held: LayoutItem): Layout {
  const places = new Map(
    settledAround(widgets, held.i, placeIn(held)).map((each) => [each.widgetId, each.gridOptions]),
  );
  return items.map((item) => {
    const place = item.i === held.i ? undefined : places.get(item.i);
    return place ? { ...item, x: place.x, y: place.y } : item;
  });
}

function itemOf(widget: Widget): LayoutItem {
  const { x, y, width, height } = widget.gridOptions;
  const { minWidth, minHeight } = smallest(widget);
  return { i: widget.widgetId, x, y, w: width, h: height, minW: minWidth, minH: minHeight };
}

function placeIn({ x, y, w, h }: LayoutItem): Place {
  return { x, y, width: w, height: h };
}

function narrowHeight({ gridOptions: { height } }: Widget): number {
  const own = height * gridRowHeight + (height - 1) * gridMargin;
  return Math.max(lowCard, Math.min(own, highCard));
}
