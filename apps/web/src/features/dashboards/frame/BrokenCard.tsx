import type { Widget } from '@atrium/rules/dashboard';
import type { Failure } from '../../../ui/Boundary.tsx';
import { widgetName } from '../widget-name.ts';
import { Broken } from './CardBody.tsx';
import { CardMenu } from './CardMenu.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import classes from './frame.module.css';

interface Props extends Failure {
  widget: Widget;
  controls: WidgetControls | undefined;
}

/** A card that fails before it has anything to draw: it keeps its place, and its owner can change it. */
export function BrokenCard({ widget, controls, ...failure }: Props) {
  const name = widgetName(widget);
  return (
    <article className={classes['frame']} aria-label={name}>
      <div className={classes['head']} data-drag-handle>
        <h2 className={classes['title']}>{name}</h2>
        <CardMenu title={name} controls={controls} actions={{ isTable: false }} />
      </div>
      <div className={classes['body']}>
        <Broken {...failure} />
      </div>
    </article>
  );
}
