import type { Widget } from '@atrium/rules/dashboard';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { placeOf } from '../document/difference.ts';
import { texts } from '../texts.ts';
import { widgetName } from '../widget-name.ts';
import classes from './arrange.module.css';
import type { CardActions } from './GridCard.tsx';
import type { Direction } from './moves.ts';

interface Props {
  widget: Widget;
  actions: Pick<CardActions, 'move' | 'resize'>;
  onClose: () => void;
}

const words = texts.arrange;

const moves: Readonly<Record<Direction, TablerIcon>> = {
  left: IconArrowLeft,
  right: IconArrowRight,
  up: IconArrowUp,
  down: IconArrowDown,
};
const resizes: Readonly<Record<Direction, TablerIcon>> = {
  left: IconArrowBarToLeft,
  right: IconArrowBarToRight,
  up: IconArrowBarToUp,
  down: IconArrowBarToDown,
};

/** Moves and resizes a card without dragging. The grid stays in sight, and in use. */
export default function ArrangePanel({ widget, actions, onClose }: Props) {
  const { widgetId } = widget;
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[role="group"] button')?.focus();
  }, []);
  const step = (take: CardActions['move'], direction: Direction) => {
    take(widgetId, direction);
    requestAnimationFrame(() =>
      document.querySelector(`[data-widget="${widgetId}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- the element would have styles of its own; Escape closes every dialog
    <div ref={panel} role="dialog" aria-labelledby={titleId} className={classes['panel']} onKeyDown={onKeyDown}>
      <div className={classes['head']}>
        <h2 id={titleId}>{words.title(widgetName(widget))}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={words.close} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <p className={classes['quiet']}>{words.where(placeOf(widget))}</p>
      <div className={classes['tools']}>
        <Steps label={words.move} texts={words.moves} icons={moves} onStep={(to) => step(actions.move, to)} />
        <Steps label={words.resize} texts={words.resizes} icons={resizes} onStep={(to) => step(actions.resize, to)} />
      </div>
      <p className={classes['quiet']}>
        {words.keys} {texts.grid.help}
      </p>
    </div>
  );
}

interface StepsProps {
  label: string;
  texts: Readonly<Record<Direction, string>>;
  icons: Readonly<Record<Direction, TablerIcon>>;
  onStep: (direction: Direction) => void;
}

const directions: readonly Direction[] = ['left', 'right', 'up', 'down'];

function Steps({ label, texts: names, icons, onStep }: StepsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div role="group" aria-label={label} className={classes['steps']}>
      {directions.map((direction) => {
        const Icon = icons[direction];
        return (
          <ActionIcon
            key={direction}
            variant="default"
            size="xl"
            aria-label={names[direction]}
            title={names[direction]}
            onClick={() => onStep(direction)}
          >
            <Icon size={20} />
          </ActionIcon>
        );
      })}
    </div>
  );
}
