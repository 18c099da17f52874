import { chartChoices } from '../../../../analytics/question/answer-chart.ts';
import { WeekMap } from '../../../../analytics/question/WeekMap.tsx';
import type { CardProps } from '../definition.ts';
import { Nothing } from '../Nothing.tsx';
import { texts } from '../texts.ts';
import { valueFormatOf } from '../value-format.ts';
import classes from '../widgets.module.css';

const roomyWidth = 700;

export default function HeatmapCard({ widget, values, width, onPick }: CardProps<'question'>) {
  const { answer, customs } = values;
  const [choice] = answer ? chartChoices(answer) : [];
  if (!answer || answer.subjects.length === 0) return <Nothing text={texts.nowhere} />;
  if (!choice || answer.isEmpty) return <Nothing text={texts.noData} />;
  return (
    <div className={classes['scroll']}>
      <WeekMap
        answer={answer}
        choice={choice}
        customs={customs}
        valueFormat={valueFormatOf(widget, choice.metrics[0])}
        isCompact={width < roomyWidth}
        onPick={onPick && ((bucket, subject) => onPick({ bucket, subject }))}
      />
    </div>
  );
}
