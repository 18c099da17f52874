import { compare } from '@atrium/metrics/compare';
import { UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { earlierLabel, metricFormatter, metricLabel } from '../../../../analytics/question/labels.ts';
import { Delta } from '../../../../ui/Delta.tsx';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { Nothing } from '../Nothing.tsx';
import { texts } from '../texts.ts';
import { valueFormatOf } from '../value-format.ts';
import classes from './ValueCard.module.css';

const maxFigure = 160;
/** Shorter figures are not written larger. */
const fewestLetters = 6;

export default function ValueCard({ widget, values, width, height, onPick }: CardProps<'question'>) {
  const { totals, metrics, customs, question } = values;
  const [total] = totals;
  if (!total) return <Nothing text={texts.nowhere} />;
  const { previous, others } = total;
  const besides = previous ?? others;
  const words = comparedWith(question);
  const each = metrics.map((asked) => {
    const value = total.figures[asked.column] ?? null;
    const format = metricFormatter(asked, customs.currency, valueFormatOf(widget, asked));
    const before = besides?.[asked.column] ?? null;
    return { asked, text: format(value), before: format(before), change: compare(value, before, asked.metric) };
  });
  // Several metrics are told apart by their names.
  const own = each.length === 1 ? ownText(widget, 'label') : '';
  const letters = Math.max(fewestLetters, ...each.map(({ text }) => text.length));
  // The figure fills its share of the card, in both directions; cards of the same size have figures of the same size.
  const size = Math.min(maxFigure, (height - 30) * 0.62, (width / each.length / letters) * 1.5);
  return (
    <div className={classes['values']} style={{ '--figure': `${Math.max(20, size)}px` } as CSSProperties}>
      {each.map(({ asked, text, before, change }) => (
        <div key={asked.column} className={classes['value']}>
          <div className={classes['label']}>{each.length > 1 || own !== '' ? own || metricLabel(asked) : ''}</div>
          {onPick ? (
            <UnstyledButton
              className={classes['figure'] ?? ''}
              data-number
              aria-label={texts.inDetail(own || metricLabel(asked), text)}
              onClick={() => onPick({ columns: [asked.column] })}
            >
              {text}
            </UnstyledButton>
          ) : (
            <div className={classes['figure']} data-number>
              {text}
            </div>
          )}
          {besides && (
            <div className={classes['change']}>
              <Delta text={change.text} caret={change.caret} tone={change.tone} />
              <span title={before}>{words}</span>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function comparedWith(question: CardProps<'question'>['values']['question']): string {
  const { comparison, others } = question;
  if (typeof comparison === 'string') return texts.compared(earlierLabel(comparison, question));
  return others ? texts.comparedWithOthers : '';
}
