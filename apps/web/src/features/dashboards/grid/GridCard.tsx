import type { Widget } from '@atrium/rules/dashboard';
import { IconGripHorizontal } from '@tabler/icons-react';
import { type HTMLAttributes, type KeyboardEvent, memo, type Ref, useMemo } from 'react';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { WidgetFrame } from '../frame/WidgetFrame.tsx';
import { texts } from '../texts.ts';
import { widgetName } from '../widget-name.ts';
import classes from './grid.module.css';
import type { Direction } from './moves.ts';

/** What the owner can do with a card. */
export interface CardActions {
  configure: (widgetId: string) => void;
  duplicate: (widgetId: string) => void;
  remove: (widgetId: string) => void;
  move: (widgetId: string, direction: Direction) => void;
  resize: (widgetId: string, direction: Direction) => void;
}

interface Props extends HTMLAttributes<HTMLDivElement> {
  widget: Widget;
  position: number;
  total: number;
  dashboard: DashboardContextValue;
  /** Absent for readers. */
  actions: CardActions | undefined;
  /** Where cards have a place of their own. */
  isPlaced: boolean;
  /** Opens the buttons that move and resize it; absent where it has no place of its own. */
  onArrange: ((widgetId: string) => void) | undefined;
  helpId: string;
  ref?: Ref<HTMLDivElement>;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** One card on the grid. The grid adds its style, its handles and its listeners. */
export function GridCard(props: Props) {
  const {
    widget,
    position,
    total,
    dashboard,
    actions,
    isPlaced,
    onArrange,
    helpId,
    ref,
    className,
    children,
    ...given
  } = props;
  const name = widgetName(widget);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys of what is inside the card belong to it.
    if (!actions || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = isPlaced ? directions[event.key] : undefined;
    if (direction) actions[event.shiftKey ? 'resize' : 'move'](widget.widgetId, direction);
    else if (event.key === 'Delete') actions.remove(widget.widgetId);
    else return;
    event.preventDefault();
  };
  return (
    <div
      {...given}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
      role="group"
      className={`${classes['card']} ${className ?? ''}`}
      aria-label={texts.grid.card(name, position, total)}
      {...(actions && { tabIndex: 0, 'aria-describedby': helpId, onKeyDown })}
      data-widget={widget.widgetId}
    >
      {actions && isPlaced && (
        <span className={classes['grip']} data-drag-handle title={texts.grid.drag}>
          <IconGripHorizontal size={16} aria-hidden />
        </span>
      )}
      <Content widget={widget} dashboard={dashboard} actions={actions} onArrange={onArrange} />
      {children}
    </div>
  );
}

/** Not drawn again while the card is only moved. */
const Content = memo(
  function Content({
    widget,
    dashboard,
    actions,
    onArrange,
  }: Pick<Props, 'widget' | 'dashboard' | 'actions' | 'onArrange'>) {
    const { widgetId } = widget;
    const controls = useMemo(
      () =>
        actions && {
          onConfigure: () => actions.configure(widgetId),
          onArrange: onArrange && (() => onArrange(widgetId)),
          onDuplicate: () => actions.duplicate(widgetId),
          onRemove: () => actions.remove(widgetId),
        },
      [actions, onArrange, widgetId],
    );
    return (
      <WidgetFrame widget={widget} dashboard={dashboard} isPreview={dashboard.isSample === true} controls={controls} />
    );
  },
  (before, after) =>
    before.dashboard === after.dashboard &&
    before.actions === after.actions &&
    before.onArrange === after.onArrange &&
    before.widget.widgetId === after.widget.widgetId &&
    before.widget.widgetType === after.widget.widgetType &&
    before.widget.dataOptions === after.widget.dataOptions &&
    before.widget.clientOptions === after.widget.clientOptions,
);
