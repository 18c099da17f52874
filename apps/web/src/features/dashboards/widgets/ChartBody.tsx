import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ChartChoice, chartChoices, type Mark } from '../../../analytics/question/answer-chart.ts';
import type { Answer, Subject } from '../../../analytics/question/answer.ts';
import { AnswerPlot } from '../../../analytics/question/AnswerPlot.tsx';
import { isByClock } from '../../../analytics/question/closed-hours.ts';
import { viewerTimezone, zoneDifference, zoneName } from '../../../format/zones.ts';
import type { CardProps } from './definition.ts';
import { Nothing } from './Nothing.tsx';
import { texts } from './texts.ts';
import { valueFormatOf } from './value-format.ts';
import classes from './widgets.module.css';

interface Props extends CardProps<'question'> {
  mark: Mark;
}

const [choiceHeight, zoneHeight] = [36, 18];

/** A chart over time; metrics that share no axis are chosen above it. */
export function ChartBody({ widget, values, height, mark, onLeftOut, onPick }: Props) {
  const { answer, annotations, closed, customs } = values;
  const [chosen, setChosen] = useState('');
  const choices = useMemo(() => (answer ? chartChoices(answer) : []), [answer]);
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!answer || answer.subjects.length === 0) return <Nothing text={texts.nowhere} />;
  if (!choice || answer.isEmpty) return <Nothing text={texts.noData} />;
  const zone = otherZone(answer);
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
        closed={closed}
        choice={choice}
        customs={customs}
        mark={mark}
        valueFormat={valueFormatOf(widget, choice.metrics[0])}
        height={Math.max(60, height - (isChosen ? choiceHeight : 0) - (zone === null ? 0 : zoneHeight))}
        isFitted
        onLeftOut={onLeftOut}
        onPick={onPick && (({ key }) => onPick({ bucket: key, ...onlySubject(answer), ...columns }))}
      />
      {zone !== null && <div className={classes['zone']}>{zone}</div>}
    </>
  );
}

/** `America/Chicago, 6 h behind you`: where the clock of the axis is not that of the viewer. */
function otherZone(answer: Answer): string | null {
  const last = answer.buckets.at(-1);
  if (!last || !isByClock(answer) || answer.rows.some(({ timezone }) => timezone !== last.timezone)) return null;
  const difference = zoneDifference(last.timezone, viewerTimezone, (last.start ?? 0) * 1000);
  return difference && `${zoneName(last.timezone)}, ${difference}`;
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
