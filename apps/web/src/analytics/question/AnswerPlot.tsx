import type { Annotation } from '@atrium/contract/annotations';
import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { useNow } from '../../ui/use-now.ts';
import { chartAnnotations } from '../annotations/answer-annotations.ts';
import { AnnotationList } from '../charts/Annotations.tsx';
import type { ChartModel, ChartSeries } from '../charts/model.ts';
import { Key, Plot } from '../charts/Plot.tsx';
import { type AnswerChart, answerChart, type ChartChoice, type Mark } from './answer-chart.ts';
import type { Answer, Bucket } from './answer.ts';
import { axisFormatter, axisUnit } from './axis.ts';
import classes from './AnswerPlot.module.css';
import { columnFormat, metricFormatter, metricLabel } from './labels.ts';
import { texts } from './table-texts.ts';
import type { DataSubscription } from './use-data-subscription.ts';

interface Props {
  /** The name of the chart, before that of what it shows. */
  label?: string;
  answer: Answer;
  /** What people noted about its days. */
  annotations?: readonly Annotation[];
  /** Closed hours to shade, in buckets from the left. */
  closed?: ChartModel['closed'];
  choice: ChartChoice;
  /** Of the organization. */
  customs: Pick<DataSubscription, 'currency'>;
  height: number;
  /** Without one, the number of values decides. */
  mark?: Mark;
  /** Instead of the format of the metric. */
  valueFormat?: string | undefined;
  /** The height includes the key, and remarks are elsewhere. */
  isFitted?: boolean;
  /** What the drawing leaves out; undefined if it has everything. */
  onLeftOut?: ((text: string | undefined) => void) | undefined;
  /** A click on a bucket, or Enter. */
  onPick?: ((bucket: Bucket) => void) | undefined;
}

/** The answer as lines or bars over time, with its key. */
export function AnswerPlot(props: Props) {
  const {
    label,
    answer,
    annotations = none,
    closed,
    choice,
    customs,
    height,
    mark,
    valueFormat,
    isFitted = false,
    onLeftOut,
    onPick,
  } = props;
  const now = useNow(60_000);
  const [first] = choice.metrics;
  const { currency } = customs;
  const { model, shown, missing } = useMemo<AnswerChart>(() => {
    const unit = axisUnit(valueFormat ?? columnFormat(first).format);
    const chart = answerChart(answer, choice, now / 1000, mark);
    const noted = chartAnnotations(answer, annotations);
    return {
      ...chart,
      model: { ...chart.model, ...(unit && { unit }), ...(closed && { closed }), annotations: noted },
    };
  }, [answer, annotations, closed, choice, first, now, mark, valueFormat]);
  const format = useMemo(() => metricFormatter(first, currency, valueFormat), [first, currency, valueFormat]);
  const axisFormat = useMemo(() => axisFormatter(format, model.unit), [format, model.unit]);
  const isPartial = model.series.some(({ partial }) => partial?.includes(true));
  const { ref, width } = useElementSize<HTMLDivElement>();
  const keyHeight = isFitted ? keyHeightFor(model.series, width, height) : 0;
  const leftOut = missing > 0 ? texts.top(shown.length, answer.subjects.length, metricLabel(first)) : undefined;
  const remarks = [...(leftOut === undefined ? [] : [leftOut]), ...(isPartial ? [texts.partialText] : [])];
  useEffect(() => {
    onLeftOut?.(leftOut);
    return () => onLeftOut?.(undefined);
  }, [leftOut, onLeftOut]);
  return (
    <div ref={ref}>
      <Plot
        label={label === undefined ? choice.label : `${label}: ${choice.label}`}
        model={model}
        format={format}
        axisFormat={axisFormat}
        height={height - keyHeight}
        onPick={onPick && ((index) => onPick(answer.buckets[index]!))}
      />
      {(!isFitted || keyHeight > 0) && (
        <div {...(isFitted && { className: classes['fitted'], style: { height: keyHeight } })}>
          <Key series={model.series} />
        </div>
      )}
      {isFitted ? (
        <VisuallyHidden>
          <AnnotationList annotations={model.annotations ?? []} />
        </VisuallyHidden>
      ) : (
        <AnnotationList annotations={model.annotations ?? []} />
      )}
      {!isFitted && remarks.length > 0 && <p className={classes['remark']}>{remarks.join(' ')}</p>}
    </div>
  );
}

const none: readonly Annotation[] = [];

const lineHeight = 24;
const letterWidth = 6.5;
const swatchWidth = 36;

/** The title of the card says what it is. */
function isAlone([first, ...others]: readonly ChartSeries[]): boolean {
  return others.length === 0 && !first?.comparison && !first?.band;
}

/** As many lines as the names need, up to a third of the room; none where the chart would become too low. */
function keyHeightFor(series: readonly ChartSeries[], width: number, height: number): number {
  if (height < 140 || width === 0 || isAlone(series)) return 0;
  const needed = series.reduce((sum, { name }) => sum + name.length * letterWidth + swatchWidth, 0);
  return Math.min(Math.ceil(needed / width), Math.floor(height / 3 / lineHeight)) * lineHeight + 8;
}
