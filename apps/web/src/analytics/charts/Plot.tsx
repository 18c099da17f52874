import { useClickOutside, useElementSize, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { withMinus } from '../../ui/Delta.tsx';
import { AnnotationBands, AnnotationLines } from './Annotations.tsx';
import classes from './Chart.module.css';
import { bandOf, margins, pointAt, type Size } from './geometry.ts';
import { Marks } from './Marks.tsx';
import { annotationsAt, type ChartModel, type ChartSeries } from './model.ts';
import { differenceAt, pointText } from './point-text.ts';
import { Readout } from './Readout.tsx';
import { seriesColor } from './series-color.ts';
import { SharedMoment } from './SharedMoment.tsx';
import { texts } from './texts.ts';

interface Props {
  /** The name of the chart. */
  label: string;
  model: ChartModel;
  format: (value: number | null) => string;
  axisFormat: (value: number) => string;
  height: number;
  /** A click on a point, or Enter. */
  onPick?: ((index: number) => void) | undefined;
}

/** The drawing of a chart. Pointer and arrow keys move through its points. */
export function Plot({ label, model, format, axisFormat, height, onPick }: Props) {
  const { ref: measured, width } = useElementSize<HTMLDivElement>();
  const [active, setActive] = useState<number | null>(null);
  // A touch ends as soon as the finger is lifted: the touched point stays selected until the next touch.
  const ref = useMergedRef(
    measured,
    useClickOutside<HTMLDivElement>(() => setActive(null)),
  );
  const size = useMemo(() => ({ width, height }), [width, height]);
  const count = model.points.length;
  const { annotations = [] } = model;
  const indexAt = (event: PointerEvent<HTMLElement>) =>
    pointAt(event.clientX - event.currentTarget.getBoundingClientRect().left, count, size);
  const onPointer = (event: PointerEvent<HTMLElement>) => setActive(indexAt(event));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !onPick) return;
    // Otherwise the key would press what has the focus afterwards.
    event.preventDefault();
    onPick(active ?? 0);
  };
  const touched = useRef<number | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // A first touch reads a point; the second one picks it.
    touched.current = event.pointerType === 'mouse' ? indexAt(event) : active;
    onPointer(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const index = indexAt(event);
    if (event.button === 0 && index !== null && index === touched.current) onPick?.(index);
  };

  return (
    <div
      className={classes['plot']}
      ref={ref}
      style={{ height }}
      data-picks={onPick !== undefined || undefined}
      onPointerMove={onPointer}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
    >
      {model.closed?.map(([from, to]) => (
        <div key={from} className={classes['closed']} style={stretch(from, to, count, size)} />
      ))}
      {model.points.map(
        ({ state, label: at }, index) =>
          state === 'missing' && (
            <div key={`${at} ${index}`} className={classes['missing']} style={stripe(index, count, size)} />
          ),
      )}
      {width > 0 && <AnnotationBands annotations={annotations} count={count} size={size} />}
      {active !== null && <div className={classes['active']} style={stripe(active, count, size)} />}
      {width > 0 && <Marks model={model} size={size} axisFormat={axisFormat} />}
      {width > 0 && <AnnotationLines annotations={annotations} count={count} size={size} onPoint={setActive} />}
      {/* Moving through the points is moving a slider: the browser's own brings keys, swipes and speech with it. */}
      <input
        className={classes['slider']}
        type="range"
        min={0}
        max={count - 1}
        value={active ?? 0}
        aria-label={[`${label}.`, texts.keys, ...(onPick ? [texts.enter] : [])].join(' ')}
        aria-valuetext={spoken(model, active ?? 0, format)}
        onChange={(event) => setActive(event.currentTarget.valueAsNumber)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(active ?? 0)}
        onBlur={() => setActive(null)}
        onKeyDown={onKeyDown}
      />
      <SharedMoment model={model} size={size} active={active} format={format} />
      {active !== null && <Readout model={model} index={active} format={format} size={size} />}
    </div>
  );
}

/** Which color is which series. */
export function Key({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={classes['key']}>
      {series.map((each) => (
        <li key={each.id}>
          <span
            className={classes['swatch']}
            data-kind={each.kind}
            data-comparison={each.comparison || undefined}
            data-others={each.others}
            style={{ color: seriesColor(each) }}
          />
          {each.name}
        </li>
      ))}
      {series.map(
        (each) =>
          each.band && (
            <li key={`${each.id} band`}>
              <span className={classes['swatch']} data-kind="band" style={{ color: seriesColor(each) }} />
              {each.band.name}
            </li>
          ),
      )}
    </ul>
  );
}

function stretch(from: number, to: number, count: number, size: Size) {
  const { left, width } = bandOf(from, count, size);
  return { left, width: width * (to - from), top: margins.top, bottom: margins.bottom };
}

function stripe(index: number, count: number, size: Size) {
  return { ...bandOf(index, count, size), top: margins.top, bottom: margins.bottom };
}

/** The text of one point, for screen readers. */
function spoken(model: ChartModel, index: number, format: (value: number | null) => string): string {
  const point = model.points[index];
  if (!point) return '';
  const values = model.series.map((each) => {
    const difference = differenceAt(each, model.series, index);
    const text = `${each.name} ${pointText(each, index, format)}`;
    return difference ? `${text}, ${withMinus(difference.text)}` : text;
  });
  const noted = annotationsAt(model, index).map(({ text }) => text);
  return [point.name, ...values, ...point.notes, ...noted].join(', ');
}
