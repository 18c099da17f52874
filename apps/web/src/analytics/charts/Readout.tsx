import { Delta } from '../../ui/Delta.tsx';
import { ReadAnnotations } from './Annotations.tsx';
import { bandOf, type Size } from './geometry.ts';
import { annotationsAt, type ChartModel, type ChartSeries } from './model.ts';
import classes from './Readout.module.css';
import { differenceAt, pointText } from './point-text.ts';
import { seriesColor } from './series-color.ts';

interface Props {
  model: ChartModel;
  index: number;
  format: (value: number | null) => string;
  size: Size;
}

/** With a difference, and without. */
const [wideBox, narrowBox] = [280, 220];

/** The values of the point under the pointer, or selected by arrow keys. */
export function Readout({ model, index, format, size }: Props) {
  const point = model.points[index];
  if (!point) return null;
  const band = bandOf(index, model.points.length, size);
  const lines = linesOf(model.series).map((line) => ({
    ...line,
    difference: differenceAt(line.series, model.series, index),
  }));
  const boxWidth = Math.min(lines.some(({ difference }) => difference) ? wideBox : narrowBox, size.width);
  const right = band.left + band.width + 8;
  const left = right + boxWidth < size.width ? right : Math.max(0, band.left - 8 - boxWidth);
  return (
    <div className={classes['box']} style={{ left, width: boxWidth }} aria-hidden>
      <div className={classes['name']}>{point.name}</div>
      {lines.map(({ series, before, difference }) => (
        <div key={series.id} className={classes['line']}>
          <span className={classes['dot']} style={{ background: seriesColor(series) }} />
          <span className={classes['series']}>{series.name}</span>
          <span className={classes['value']} data-number>
            {pointText(series, index, format)}
          </span>
          {before && (
            <span className={classes['before']} data-number>
              {format(before.values[index] ?? null)}
            </span>
          )}
          {difference && <Delta {...difference} />}
        </div>
      ))}
      {point.notes.map((note) => (
        <div key={note} className={classes['note']}>
          {note}
        </div>
      ))}
      <ReadAnnotations annotations={annotationsAt(model, index)} />
    </div>
  );
}

interface Line {
  series: ChartSeries;
  /** Its comparison, in the same line. */
  before?: ChartSeries | undefined;
}

/** A series and its comparison have a line each; where there are several series with one comparison, they share one. */
function linesOf(all: readonly ChartSeries[]): readonly Line[] {
  const own = all.filter(({ comparison }) => !comparison);
  if (own.length < 2 || all.length - own.length > own.length) return all.map((series) => ({ series }));
  return own.map((series) => ({
    series,
    before: all.find(({ comparison, color }) => comparison && color === series.color),
  }));
}
