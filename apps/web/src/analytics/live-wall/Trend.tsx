import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { linesThrough } from '../charts/lines.ts';
import { count } from '../../format/numbers.ts';
import classes from './live-line.module.css';
import { texts } from './texts.ts';

const width = 96;
const height = 28;
/** The line is not cut at the edges. */
const edge = 2;

/** The last hour as a small line from zero. Gaps are gaps. */
export const Trend = memo(function Trend({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const max = Math.max(1, ...known);
  const across = (width - 2 * edge) / Math.max(1, values.length - 1);
  const { path, lonely } = linesThrough(
    values.map((value, index) =>
      value === null
        ? null
        : { x: edge + index * across, y: height - edge - (Math.max(0, value) / max) * (height - 2 * edge) },
    ),
  );
  const [first, last] = [known[0], known.at(-1)];
  const label = first === undefined || last === undefined ? texts.noTrend : texts.trend(count(first), count(last));
  return (
    <span className={classes['trend']}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path d={path} />
        {lonely.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={1.5} />
        ))}
      </svg>
      <VisuallyHidden component="span">{label}</VisuallyHidden>
    </span>
  );
});
