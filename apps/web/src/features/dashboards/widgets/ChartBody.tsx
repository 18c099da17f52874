import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ChartChoice, chartChoices, type Mark } from '../../../analytics/question/answer-chart.ts';
import type { Answer, Subject } from '../../../analytics/question/answer.ts';
import { AnswerPlot } from '../../../analytics/question/AnswerPlot.tsx';
import type { CardProps } from './definition.ts';
import { Nothing } from './Nothing.tsx';
import { texts } from './texts.ts';
import { valueFormatOf } from './value-format.ts';
import classes from './widgets.module.css';

interface Props extends CardProps<'question'> {
  mark: Mark;
}

const choiceHeight = 36;

/** A chart over time; metrics that share no axis are chosen above it. */
export function ChartBody({ widget, values, height, mark, onPick }: Props) {
  const { answer, annotations, customs } = values;
  const [chosen, setChosen] = useState('');
  const choices = useMemo(() => (answer ? chartChoices(answer) : []), [answer]);
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!answer || answer.subjects.length === 0) return <Nothing text={texts.nowhere} />;
  if (!choice || answer.isEmpty) return <Nothing text={texts.noData} />;
  const isChosen = choices.length > 1;
  const columns = isChosen && { columns: columnsOf(answer, choices, choice) };
  return (
    <>
      {isChosen && (
        <Select
          className={classes['choice'] ?? ''}
          size="xs"
          aria-label={texts.metric}
          allowDeselect={false}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={choice.value}
          onChange={(value) => value !== null && setChosen(value)}
        />
      )}
      <AnswerPlot
        answer={answer}
        annotations={annotations}
        choice={choice}
        customs={customs}
        mark={mark}
        valueFormat={valueFormatOf(widget, choice.metrics[0])}
        height={Math.max(60, height - (isChosen ? choiceHeight : 0))}
        isFitted
        onPick={onPick && (({ key }) => onPick({ bucket: key, ...onlySubject(answer), ...columns }))}
      />
    </>
  );
}

/** Those of the choice, and bounds, which belong to no choice. */
function columnsOf({ metrics }: Answer, choices: readonly ChartChoice[], choice: ChartChoice): readonly string[] {
  const elsewhere = new Set(choices.filter((each) => each !== choice).flatMap((each) => each.metrics));
  return metrics.filter((asked) => !elsewhere.has(asked)).map(({ column }) => column);
}

/** A point of several subjects is about all of them. */
function onlySubject({ subjects: [subject, ...others] }: Answer): { subject?: Subject } {
  return subject && others.length === 0 ? { subject } : {};
}
