import type { Annotation } from '@atrium/contract/annotations';
import { parseGrouping } from '@atrium/calendar/groupings';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { chartChoices } from '../../analytics/question/answer-chart.ts';
import type { Answer } from '../../analytics/question/answer.ts';
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
}

const height = 320;

/** The answer as a picture: lines or bars over time, or a week of hours as a heatmap. */
export function AnswerChart({ answer, annotations, customs }: Props) {
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
        />
      )}
    </>
  );
}
