import { valuesIn } from '../../../../format/numbers.ts';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { valueFormatOf } from '../value-format.ts';
import classes from './gauge.module.css';
import { arcPath, gaugeMax, pointAt, shareOf } from './scale.ts';
import { useLateSize } from './use-late-size.ts';

const [start, sweep] = [-120, 240];
const radius = 80;
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** A dial with the last reading. */
export default function GaugeCard({ widget, values, width, height }: CardProps<'last-reading'>) {
  const size = useLateSize(width, height);
  const [asked] = values.metrics;
  const [reading] = values.readings;
  const value = reading?.figures[asked?.column ?? ''] ?? null;
  const max = gaugeMax(value);
  const format = asked && (valueFormatOf(widget, asked) ?? asked.metric.format);
  const written = valuesIn(format ?? 'integer', { currency: values.customs.currency });
  const label = ownText(widget, 'label') || (asked?.metric.label ?? '');
  const share = shareOf(value, max);
  const end = start + sweep * share;
  return (
    <div className={classes['room']}>
      <svg
        className={classes['gauge']}
        width={size.width}
        height={size.height}
        viewBox="-112 -100 224 172"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme
        role="img"
        aria-label={texts.label(label, written(value), written(max))}
      >
        <path className={classes['track']} d={arcPath(radius, start, start + sweep)} />
        <path className={classes['value']} d={arcPath(radius, start, end)} />
        {ticks.map((tick) => (
          <Tick key={tick} angle={start + sweep * tick} text={written(max * tick)} />
        ))}
        <text className={classes['number']} y={8} fontSize={fontSizeOf(written(value))}>
          {written(value)}
        </text>
        <text className={classes['caption']} y={34}>
          {label}
        </text>
        <text className={classes['caption']} y={62}>
          {reading?.name}
        </text>
      </svg>
    </div>
  );
}

function Tick({ angle, text }: { angle: number; text: string }) {
  const at = pointAt(radius + 15, angle);
  const anchor = Math.abs(at.x) < 10 ? 'middle' : at.x < 0 ? 'end' : 'start';
  return (
    <text className={classes['tick']} x={at.x * 0.97} y={at.y + 3} textAnchor={anchor}>
      {text}
    </text>
  );
}

/** A long number is written smaller: it stays inside of the dial. */
function fontSizeOf(text: string): number {
  return Math.min(40, 210 / Math.max(1, text.length));
}

const texts = {
  label: (label: string, value: string, max: string) => `${label}: ${value} on a scale to ${max}`,
} as const;
