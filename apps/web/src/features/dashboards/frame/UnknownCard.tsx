import type { Widget } from '@atrium/rules/dashboard';
import { CardMenu } from './CardMenu.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import classes from './frame.module.css';
import { texts } from './texts.ts';

interface Props {
  widget: Widget;
  controls: WidgetControls | undefined;
}

/** A card of a newer version or of another program: it keeps its place. */
export function UnknownCard({ widget, controls }: Props) {
  return (
    <article className={classes['frame']} aria-label={texts.unknown}>
      <div className={classes['head']} data-drag-handle>
        <h2 className={classes['title']}>{texts.unknown}</h2>
        <CardMenu title={texts.unknown} controls={controls} actions={{ isTable: false }} />
      </div>
      <div className={classes['overlay']}>
        <div className={classes['overlayText']}>{texts.unknownText(widget.widgetType)}</div>
      </div>
    </article>
  );
}
