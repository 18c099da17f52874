import type { Widget } from '@atrium/rules/dashboard';
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { widgetName } from '../widget-name.ts';
import type { CardProps } from '../widgets/definition.ts';
import { cardOf, cards } from '../widgets/registry.ts';
import type { DashboardContextValue } from './dashboard-context.ts';
import classes from './frame.module.css';

export interface WidgetControls {
  onConfigure: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

interface Props {
  widget: Widget;
  dashboard: DashboardContextValue;
  isPreview: boolean;
  controls: WidgetControls | undefined;
}

const drawn = new Map<string, ComponentType<CardProps>>(cards.map(({ type, load }) => [type, lazy(load)]));

/** One card in the room it has. */
export function WidgetFrame({ widget, isPreview, controls }: Props) {
  const card = cardOf(widget.widgetType);
  const Card = drawn.get(widget.widgetType);
  return (
    <div className={classes['frame']}>
      <div className={classes['head']} data-drag-handle>
        <span>{widgetName(widget)}</span>
        {controls && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${widgetName(widget)}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={controls.onConfigure}>Settings</Menu.Item>
              <Menu.Item onClick={controls.onDuplicate}>Duplicate</Menu.Item>
              <Menu.Item onClick={controls.onRemove}>Remove</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {card && Card && (
        <Suspense fallback={<Skeleton height="100%" />}>
          {createElement(Card, { widget, values: card.sample, width: 200, height: 100, isPreview })}
        </Suspense>
      )}
    </div>
  );
}
