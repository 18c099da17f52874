import type { Picked } from '../../../analytics/question/drill-point.ts';
import type { Widget } from '@atrium/rules/dashboard';
import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconClockOff, IconMoodConfuzed, IconPlayerStop, IconSettings, type TablerIcon } from '@tabler/icons-react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { Progress } from '../../../analytics/question/Progress.tsx';
import { texts as questionTexts } from '../../../analytics/question/texts.ts';
import type { Failure } from '../../../ui/Boundary.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import type { Asked } from '../asking/asked.ts';
import type { AnyCard, CardProps } from '../widgets/definition.ts';
import type { CardValues } from '../widgets/values.ts';
import classes from './frame.module.css';
import { LoadedPart } from './LoadedPart.tsx';
import { texts } from './texts.ts';
import { useIsOnWall } from './use-wall-retries.ts';

/** What a card is about to show: values on their way, or nothing because it was never set up. */
export type Shown = Asked<CardValues[keyof CardValues]> | { state: 'unset' };

interface Props {
  card: AnyCard;
  widget: Widget;
  shown: Shown;
  isPreview: boolean;
  /** The values in numbers, instead of the drawing. */
  isTable: boolean;
  label: string;
  onRetry: (() => void) | undefined;
  onConfigure: (() => void) | undefined;
  onLeftOut: (text: string | undefined) => void;
  onPick: ((pick: Picked) => void) | undefined;
}

/** Most answers come sooner: a board of cards that all say so would flicker. */
const progressAfter = 3;

const TableView = lazyPart(() => import('./TableView.tsx'));

/** The room of a card below its title, in every state. */
export function CardBody(props: Props) {
  const { card, widget, shown, isPreview, isTable, label, onRetry, onConfigure, onLeftOut, onPick } = props;
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const isOnWall = useIsOnWall();
  const again = isOnWall ? undefined : onRetry;
  const skeleton = <CardSkeleton isFigure={card.group === 'Numbers'} />;
  const content = (): ReactNode => {
    switch (shown.state) {
      case 'loading':
        return (
          <>
            {skeleton}
            {shown.wait && !isOnWall && (
              <Progress
                key={shown.wait.question}
                after={progressAfter}
                className={classes['progress'] ?? ''}
                onStop={shown.wait.onStop}
              />
            )}
          </>
        );
      case 'stopped':
        return (
          <Overlay
            icon={IconPlayerStop}
            text={questionTexts.stopped.text}
            action={questionTexts.askAgain}
            onAction={again}
          />
        );
      case 'failed':
        return (
          <Overlay
            icon={IconMoodConfuzed}
            title={texts.whoops}
            text={isOnWall && !shown.isLasting ? `${shown.message} ${texts.retriesOnWall}` : shown.message}
            action={texts.retry}
            onAction={again}
          />
        );
      case 'timed-out':
        return <Overlay icon={IconClockOff} text={texts.timedOut} action={texts.retry} onAction={again} />;
      case 'unset':
        return <Overlay icon={IconSettings} text={texts.unset} action={texts.setUp} onAction={onConfigure} />;
      case 'ready':
        if (height === 0) return null;
        if (isTable) return <TableView {...{ card, widget, label, height, onPick }} values={shown.values} />;
        return (
          <Drawn
            card={card}
            widget={widget}
            values={shown.values}
            age={shown.age}
            width={width}
            height={height}
            isPreview={isPreview}
            onLeftOut={onLeftOut}
            onPick={onPick}
          />
        );
    }
  };
  return (
    <div ref={ref} className={classes['body']} data-stale={(shown.state === 'ready' && shown.isStale) || undefined}>
      <LoadedPart
        content={[shown.state === 'ready' ? shown.values : shown.state, isTable, widget]}
        waiting={skeleton}
        renderFailure={(failure) => <Broken {...failure} />}
      >
        {content()}
      </LoadedPart>
    </div>
  );
}

/** The room of a card that cannot be drawn. */
export function Broken({ error, onRetry }: Failure) {
  const isOnWall = useIsOnWall();
  const isMissing = isNotLoaded(error);
  const reason = isMissing ? uiTexts.notLoaded.text : texts.broken;
  return (
    <Overlay
      icon={IconMoodConfuzed}
      title={texts.whoops}
      text={isOnWall ? `${isMissing ? texts.notLoaded : texts.broken} ${texts.retriesOnWall}` : reason}
      action={texts.retry}
      onAction={isOnWall ? undefined : onRetry}
    />
  );
}

type Drawing = ComponentType<CardProps>;
const drawings = new Map<AnyCard['type'], Drawing>();

function Drawn({ card, ...props }: { card: AnyCard } & CardProps) {
  return createElement(drawingOf(card), props);
}

/** Loaded once, when the first card of its type is shown. */
function drawingOf({ type, load }: AnyCard): Drawing {
  const known = drawings.get(type);
  if (known) return known;
  // The frame gives each card the values that it asks for.
  const drawing = lazyPart(load as () => Promise<{ default: Drawing }>);
  drawings.set(type, drawing);
  return drawing;
}

function CardSkeleton({ isFigure }: { isFigure: boolean }) {
  if (!isFigure)
    return (
      <div className={classes['skeleton']}>
        <Skeleton height="100%" radius="sm" />
      </div>
    );
  return (
    <div className={`${classes['skeleton']} ${classes['figureSkeleton']}`}>
      <Skeleton width="45%" height="50%" radius="sm" />
      <Skeleton width="30%" height={14} radius="sm" />
    </div>
  );
}

interface OverlayProps {
  icon: TablerIcon;
  title?: string;
  text: string;
  action?: string;
  onAction?: (() => void) | undefined;
}

function Overlay({ icon: Icon, title, text, action, onAction }: OverlayProps) {
  return (
    <div className={classes['overlay']} role={title === undefined ? 'status' : 'alert'}>
      <Icon size={20} aria-hidden className={classes['overlayIcon']} />
      <div className={classes['overlayText']}>
        {title !== undefined && <strong>{title} </strong>}
        <span>{text}</span>
      </div>
      {onAction && (
        <Button variant="default" size="compact-sm" onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  );
}
