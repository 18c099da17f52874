import type { Annotation } from '@atrium/contract/annotations';
import { parseGrouping } from '@atrium/calendar/groupings';
import { drillInto } from '@atrium/metrics/drill';
import type { Question } from '@atrium/metrics/question';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { chartChoices } from '../../analytics/question/answer-chart.ts';
import type { Answer, Bucket } from '../../analytics/question/answer.ts';
import { drillPoint } from '../../analytics/question/drill-point.ts';
import { AnswerPlot } from '../../analytics/question/AnswerPlot.tsx';
import type { DataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { WeekMap } from '../../analytics/question/WeekMap.tsx';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  answer: Answer;
  annotations: readonly Annotation[];
  /** Of the organization. */
  customs: Pick<DataSubscription, 'currency' | 'weekStart'>;
  /** A click on a bucket, or Enter, asks for its detail. */
  onAsk: (question: Question) => void;
}

const height = 320;

/** The answer as a picture: lines or bars over time, or a week of hours as a heatmap. */
export function AnswerChart({ answer, annotations, customs, onAsk }: Props) {
  const choices = chartChoices(answer);
  const [chosen, setChosen] = useState('');
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!choice) return null;
  return (
    <>
      {choices.length > 1 && (
        <SegmentedControl
          className={classes['choice'] ?? ''}
          size="xs"
          aria-label={texts.metric}
          value={choice.value}
          onChange={setChosen}
          data={choices.map(({ value, label }) => ({ value, label }))}
        />
      )}
      {parseGrouping(answer.question.grouping).fold === 'weekday,hour' ? (
        <WeekMap answer={answer} choice={choice} customs={customs} />
      ) : (
        <AnswerPlot
          label={texts.answer}
          answer={answer}
          annotations={annotations}
          choice={choice}
          customs={customs}
          height={height}
          onPick={pickOf(answer, customs, onAsk)}
        />
      )}
    </>
  );
}

/** The form shows dates, without times of day. */
function isOfDates({ period }: Question): boolean {
  return period.relativeDate !== 'custom' || period.startDate.length === 10;
}

/** The detail of a bucket, if an address can say all of it. */
function pickOf(
  { question, rows, buckets }: Answer,
  { weekStart }: Props['customs'],
  onAsk: Props['onAsk'],
): ((bucket: Bucket) => void) | undefined {
  const detailOf = (bucket: number) => {
    const point = drillPoint(question, rows, { bucket }, { now: Date.now() / 1000, weekStart });
    const drilled = point && drillInto(question, point);
    return drilled && !drilled.only && isOfDates(drilled.question) ? drilled.question : undefined;
  };
  const [first] = buckets;
  if (!first || !detailOf(first.key)) return undefined;
  return ({ key }) => {
    const detail = detailOf(key);
    if (detail) onAsk(detail);
  };
}
