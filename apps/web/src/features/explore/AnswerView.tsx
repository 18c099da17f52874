import type { Question } from '@atrium/metrics/question';
import type { SourceName } from '@atrium/metrics/sources';
import { Button, Skeleton } from '@mantine/core';
import { IconChartBarOff, IconMapPinOff, IconPlayerStop } from '@tabler/icons-react';
import { useAnnotations } from '../../analytics/annotations/use-annotations.ts';
import { Progress } from '../../analytics/question/Progress.tsx';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import type { Asked } from '../../analytics/question/use-answer.ts';
import type { DataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { AnswerChart } from './AnswerChart.tsx';
import { AnswerTables } from './AnswerTables.tsx';
import { Corrections } from './Corrections.tsx';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  asked: Asked;
  source: SourceName;
  customs: Pick<DataSubscription, 'currency' | 'weekStart'>;
  onAsk: (question: Question) => void;
}

/** The answer in all its states; the one before stays, in gray, until the next is there. */
export function AnswerView({ asked, source, customs, onAsk }: Props) {
  const { annotations } = useAnnotations(asked.answer);
  const { answer, error, isAsking, isStopped, isStale, messages, errors, corrections, retry } = asked;
  if (error) {
    const message = `${questionTexts.fail(source)}. ${error.message}`;
    return (
      <Card>
        <ErrorState message={message} onRetry={retry} />
      </Card>
    );
  }
  if (isStopped)
    return (
      <Card>
        <EmptyState
          icon={IconPlayerStop}
          {...questionTexts.stopped}
          action={
            <Button variant="default" onClick={retry}>
              {questionTexts.askAgain}
            </Button>
          }
        />
      </Card>
    );
  const isShown = answer !== undefined && !answer.isEmpty;
  return (
    <>
      <Card className={classes['answer'] ?? ''} aria-busy={isAsking} aria-label={texts.answer}>
        {isAsking && <Progress key={asked.address} className={classes['progress'] ?? ''} onStop={asked.stop} />}
        <div data-stale={isStale || undefined} className={classes['picture']}>
          {!answer && <Skeleton height={360} />}
          {answer?.subjects.length === 0 && <EmptyState icon={IconMapPinOff} {...texts.nowhere} />}
          {answer && answer.subjects.length > 0 && answer.isEmpty && (
            <EmptyState icon={IconChartBarOff} {...texts.none} />
          )}
          {isShown && <AnswerChart answer={answer} annotations={annotations} customs={customs} onAsk={onAsk} />}
        </div>
        <Corrections corrections={corrections} />
        {errors.length > 0 && <DataErrors errors={errors} />}
        {messages.map((message) => (
          <output key={message} className={classes['remark']}>
            {message}
          </output>
        ))}
      </Card>
      {isShown && (
        <AnswerTables
          asked={asked}
          answer={answer}
          annotations={annotations}
          source={source}
          currency={customs.currency}
        />
      )}
    </>
  );
}

function DataErrors({ errors }: { errors: readonly string[] }) {
  return (
    <section className={classes['errors']} role="alert" aria-label={texts.errors}>
      <strong>{texts.errors}</strong>
      <span>{texts.errorsText}</span>
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </section>
  );
}
