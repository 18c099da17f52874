import { gridColumns, type Place } from '@atrium/rules/dashboard';
import { texts } from '../texts.ts';
import classes from './history.module.css';

interface Props {
  layout: readonly (Place & { readonly widgetType: string })[];
}

/** The height of a page of a dashboard, in rows; longer ones are cut off. */
const shownRows = 14;
const gap = 0.2;

/** Where the cards of a dashboard are, in small. */
export function LayoutDrawing({ layout }: Props) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme
      role="img"
      className={classes['drawing']}
      viewBox={`0 0 ${gridColumns} ${shownRows / 2}`}
      aria-label={texts.historyPanel.layout(layout.length)}
    >
      {layout.map(({ x, y, width, height }, index) => (
        <rect
          key={index}
          x={x + gap / 2}
          y={y / 2 + gap / 2}
          width={width - gap}
          height={Math.max(height / 2 - gap, gap)}
          rx={gap}
        />
      ))}
    </svg>
  );
}
