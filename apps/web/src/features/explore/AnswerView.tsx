import { getDataQueue } from '@atrium/contract/data';
import type { Question } from '@atrium/metrics/question';
import { type SourceName, sources } from '@atrium/metrics/sources';
import { Button, Loader, Skeleton } from '@mantine/core';
import { IconChartBarOff, IconMapPinOff, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAnnotations } from '../../analytics/annotations/use-annotations.ts';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import type { Asked } from '../../analytics/question/use-answer.ts';
import type { DataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { AnswerChart } from './AnswerChart.tsx';
import { AnswerTables } from './AnswerTables.tsx';
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
  const { answer, error, isAsking, isStopped, isStale, messages, errors, retry } = asked;
  if (error) {
    const message = `${questionTexts.fail(sources[source].label)}. ${error.message}`;
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
          {...texts.stopped}
          action={
            <Button variant="default" onClick={retry}>
              {texts.askAgain}
            </Button>
          }
        />
      </Card>
    );
  const isShown = answer !== undefined && !answer.isEmpty;
  return (
    <>
      <Card className={classes['answer'] ?? ''} aria-busy={isAsking} aria-label={texts.answer}>
        {isAsking && <Progress key={asked.address} onStop={asked.stop} />}
        <div data-stale={isStale || undefined} className={classes['picture']}>
          {!answer && <Skeleton height={360} />}
          {answer?.subjects.length === 0 && <EmptyState icon={IconMapPinOff} {...texts.nowhere} />}
          {answer && answer.subjects.length > 0 && answer.isEmpty && (
            <EmptyState icon={IconChartBarOff} {...texts.none} />
          )}
          {isShown && <AnswerChart answer={answer} annotations={annotations} customs={customs} onAsk={onAsk} />}
        </div>
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

const queueMs = 2_000;

/** Nothing in the first second; after that, how long it has taken, how many wait, and a way to end it. */
function Progress({ onStop }: { onStop: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const queue = useEndpoint(getDataQueue, {}, { enabled: seconds > 0, every: queueMs });
  if (seconds === 0) return null;
  return (
    <div className={classes['progress']}>
      <Loader size="xs" />
      <output>{texts.asking(seconds, queue.data?.waiting ?? 0)}</output>
      <Button size="compact-sm" variant="default" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  );
}
