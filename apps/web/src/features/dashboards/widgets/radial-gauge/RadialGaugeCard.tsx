import { count } from '../../../../format/numbers.ts';
import type { CardProps } from '../definition.ts';
import classes from '../gauge/gauge.module.css';
import { arcPath, shareOf } from '../gauge/scale.ts';
import { useLateSize } from '../gauge/use-late-size.ts';
import { fillColor } from '../occupancy-status/fill.ts';
import { ownNumber, ownText } from '../own-options.ts';
import { writtenLive, liveNumberOf, liveNumbers } from '../realtime-value/live-numbers.ts';
import { ringMax } from './goal.ts';

const radius = 84;

/** A ring around a live number. */
export default function RadialGaugeCard({ widget, values, width, height }: CardProps<'live'>) {
  const size = useLateSize(width, height);
  const number = liveNumberOf(widget);
  const label = ownText(widget, 'label') || liveNumbers[number].label;
  const { format: written } = writtenLive(widget, number, values);
  const value = values[number] ?? null;
  const max = ringMax(values, number, ownNumber(widget, 'goal'));
  const share = shareOf(value, max);
  const isFill = number === 'occupancy';
  return (
    <div className={classes['room']}>
      <svg
        className={classes['gauge']}
        width={size.width}
        height={size.height}
        viewBox="-100 -100 200 200"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme
        role="img"
        aria-label={texts.label(label, written(value), written(max))}
      >
        <path className={classes['track']} d={arcPath(radius, 0, 360)} />
        <path
          className={classes['value']}
          style={isFill ? { stroke: fillColor(Math.floor(share * 20) * 5) } : undefined}
          d={arcPath(radius, 0, 360 * share)}
        />
        <text className={classes['number']} y={4} fontSize={Math.min(48, 200 / Math.max(1, written(value).length))}>
          {written(value)}
        </text>
        <text className={classes['caption']} y={26}>
          {texts.of(written(max), value === null ? null : count(Math.round((value / max) * 100)))}
        </text>
        <text className={classes['caption']} y={44}>
          {label}
        </text>
      </svg>
    </div>
  );
}

const texts = {
  label: (label: string, value: string, max: string) => `${label}: ${value} of ${max}`,
  of: (max: string, percent: string | null) => (percent === null ? `of ${max}` : `of ${max} · ${percent}%`),
} as const;
