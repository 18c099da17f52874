import type { Question } from '@atrium/metrics/question';
import type { SourceName } from '@atrium/metrics/sources';
import { Button, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconDatabaseOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { addressOf, readQuestion } from '@atrium/metrics/question-address';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import { useAnswer } from '../../analytics/question/use-answer.ts';
import { type DataSubscription, useDataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { AnswerView } from './AnswerView.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import classes from './explore.module.css';
import { QuestionForm } from './QuestionForm.tsx';
import { ShareMenu } from './ShareMenu.tsx';
import { texts } from './texts.ts';

const AnnotationsDialog = lazy(() => import('../../analytics/annotations/AnnotationsDialog.tsx'));

const route = getRouteApi('/app/explore');

/** The workbench: ask the data anything that the API can answer. */
export function ExplorePage() {
  const { data: subscription, error, retry } = useDataSubscription();
  if (!subscription && error) return <PageFailure error={error} onRetry={retry} />;
  if (!subscription) return <Loading />;
  const [first, ...others] = subscription.sources;
  if (first === undefined) return <EmptyState isPage icon={IconDatabaseOff} {...texts.nothingToAsk} />;
  return <Workbench subscription={subscription} sources={[first, ...others]} />;
}

interface Props {
  subscription: DataSubscription;
  sources: readonly [SourceName, ...SourceName[]];
}

function Workbench({ subscription, sources }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isListing, setListing] = useState(false);
  const { question, broken } = useMemo(
    () => readQuestion(search, sources, subscription.permitsAllOthers),
    // oxlint-disable-next-line react/exhaustive-deps -- the same words are the same question
    [JSON.stringify(search), sources.join(), subscription.permitsAllOthers],
  );
  const ask = (next: Question) => void navigate({ search: addressOf(next) });
  const asked = useAnswer(question, subscription.weekStart);
  const names = useMemo(() => new Map(asked.answer?.subjects.map(({ key, name }) => [key, name])), [asked.answer]);
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          <DownloadButton asked={asked} />
          <Button
            variant="default"
            leftSection={<IconCalendarEvent size={16} aria-hidden />}
            onClick={() => setListing(true)}
          >
            {texts.annotations}
          </Button>
          <ShareMenu question={question} address={asked.address} />
        </>
      }
    >
      {broken.length > 0 && (
        <output className={classes['broken']}>
          {texts.broken(listed(broken.map((part) => questionTexts.parts[part])))}
        </output>
      )}
      <QuestionForm
        question={question}
        subscription={subscription}
        nameOf={(entityId) => names.get(entityId)}
        onChange={ask}
      />
      <AnswerView asked={asked} source={question.source} customs={subscription} onAsk={ask} />
      {isListing && (
        <Suspense>
          <AnnotationsDialog onClose={() => setListing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Loading() {
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Skeleton height={180} radius="lg" />
      <Skeleton height={420} radius="lg" />
    </Page>
  );
}

/** `the metrics, the dates and the grouping` */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(texts.and);
}
