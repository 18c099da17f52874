import type { PointerEvent } from 'react';
import classes from './Annotations.module.css';
import { bandOf, margins, type Size } from './geometry.ts';
import type { ChartAnnotation } from './model.ts';
import { texts } from './texts.ts';

interface Props {
  annotations: readonly ChartAnnotation[];
  /** Points of the chart. */
  count: number;
  size: Size;
}

/** Behind the marks: the days of those that last for several points. */
export function AnnotationBands({ annotations, count, size }: Props) {
  return annotations.map(
    ({ id, first, last }) =>
      last > first && (
        <div
          key={id}
          className={classes['band']}
          data-whole={(first === 0 && last === count - 1) || undefined}
          style={{ ...edgesOf(first, last, count, size), ...inPlot }}
        />
      ),
  );
}

interface LinesProps extends Props {
  /** The point whose readout has the text. */
  onPoint: (index: number) => void;
}

/** Over the marks: a line for those of one point, and a marker at the top for all of them. */
export function AnnotationLines({ annotations, count, size, onPoint }: LinesProps) {
  const markers = new Map(annotations.map((each) => [xOf(each, count, size), each]));
  return (
    <>
      {annotations.map(
        (each) =>
          each.last === each.first && (
            <div key={each.id} className={classes['line']} style={{ left: xOf(each, count, size), ...inPlot }} />
          ),
      )}
      {[...markers].map(([left, { id, first }]) => {
        const show = (event: PointerEvent) => {
          event.stopPropagation();
          onPoint(first);
        };
        return (
          <div
            key={id}
            className={classes['marker']}
            style={{ left }}
            data-annotation={id}
            onPointerMove={show}
            onPointerDown={show}
          />
        );
      })}
    </>
  );
}

/** Those of one point, in its readout. */
export function ReadAnnotations({ annotations }: Pick<Props, 'annotations'>) {
  return annotations.map(({ id, text }) => (
    <div key={id} className={classes['read']}>
      {text}
    </div>
  ));
}

const maxListed = 8;

/** The same as text. */
export function AnnotationList({ annotations }: Pick<Props, 'annotations'>) {
  if (annotations.length === 0) return null;
  const more = annotations.length - maxListed;
  return (
    <ul className={classes['list']} aria-label={texts.annotations}>
      {annotations.slice(0, maxListed).map(({ id, days, text }) => (
        <li key={id}>{texts.annotation(days, text)}</li>
      ))}
      {more > 0 && <li>{texts.moreAnnotations(more)}</li>}
    </ul>
  );
}

const inPlot = { top: margins.top, bottom: margins.bottom };

/** The middle of its only point, or the beginning of the first of several. */
function xOf({ first, last }: ChartAnnotation, count: number, size: Size): number {
  const { left, width } = bandOf(first, count, size);
  return last > first ? left : left + width / 2;
}

function edgesOf(first: number, last: number, count: number, size: Size) {
  const { left, width } = bandOf(first, count, size);
  return { left, width: width * (last - first + 1) };
}
