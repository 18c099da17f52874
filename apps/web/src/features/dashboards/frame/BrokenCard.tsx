import type { Widget } from '@atrium/rules/dashboard';
import { widgetName } from '../widget-name.ts';
import { Broken } from './CardBody.tsx';
import { CardMenu } from './CardMenu.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import classes from './frame.module.css';

interface Props {
  widget: Widget;
  controls: WidgetControls | undefined;
  onRetry: () => void;
}

/** A card that fails before it has anything to draw: it keeps its place, and its owner can change it. */
export function BrokenCard({ widget, controls, onRetry }: Props) {
  const name = widgetName(widget);
  return (
    <article className={classes['frame']} aria-label={name}>
      <div className={classes['head']} data-drag-handle>
        <h2 className={classes['title']}>{name}</h2>
        <CardMenu title={name} controls={controls} actions={{ isTable: false }} />
      </div>
      <div className={classes['body']}>
        <Broken onRetry={onRetry} />
      </div>
    </article>
  );
}
