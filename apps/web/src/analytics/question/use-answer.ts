import type { WeekStart } from '@atrium/calendar/civil';
import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { CorrectionNote } from '@atrium/contract/data-reply';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { isRecordError } from '../../api/reactions.ts';
import { useBoundRequest, useCancel, useEndpoint } from '../../api/use-endpoint.ts';
import { withLocations } from '../annotations/answer-annotations.ts';
import { type Answer, answerOf, type DataReply, type Total, totalsOf } from './answer.ts';
import { dataQueryOf, type Question } from '@atrium/metrics/question';

const debounceMs = 250;
/** A large question is not asked again whenever the window is focused. */
const fresh = 60_000;

const none = [] as const;

export interface Asked {
  /** The last answer; while the next one is on its way, that of the question before. */
  answer: Answer | undefined;
  /** One value for the whole period and each entity; undefined until it is there. */
  totals: readonly Total[] | undefined;
  /** Notes about the data; those about errors in its records are `errors`. */
  messages: readonly string[];
  errors: readonly string[];
  /** Where figures are not what sensors counted. */
  corrections: readonly CorrectionNote[];
  /** The answer belongs to an earlier question. */
  isStale: boolean;
  isAsking: boolean;
  /** The user stopped it before there was an answer. */
  isStopped: boolean;
  error: Error | null;
  /** The rows are there, the totals are not. */
  totalsError: Error | null;
  retry: () => void;
  retryTotals: () => void;
  stop: () => void;
  /** The call, as a path and query. */
  address: string;
}

/** Asks a question as soon as it has stopped changing. A newer question ends the one in flight. */
export function useAnswer(question: Question, weekStart: WeekStart): Asked {
  const [asked] = useDebouncedValue(question, debounceMs);
  const query = useMemo(() => dataQueryOf(asked), [asked]);
  const calls = dataCalls[asked.source];
  const [detailCall, totalCall]: [Endpoint, Endpoint] = [calls.detail, calls.total];
  const detail = useEndpoint(detailCall, { query: withLocations(asked, query) }, { fresh });
  // The rows come first: they are what people wait for.
  const total = useEndpoint(totalCall, { query }, { fresh, enabled: detail.data !== undefined });
  const cancel = useCancel();
  const bound = useBoundRequest();

  const reply = detail.data as DataReply | undefined;
  const now = Math.floor(detail.dataUpdatedAt / 60_000) * 60;
  const answer = useMemo(() => reply && answerOf(asked, reply, weekStart, { now }), [reply, asked, weekStart, now]);
  const [last, setLast] = useState(answer);
  if (answer && answer !== last) setLast(answer);
  const sums = total.data as DataReply | undefined;
  const totals = useMemo(() => sums && totalsOf(asked, sums), [sums, asked]);
  const isAsking = asked !== question || detail.isFetching;
  const said = [...new Set([...(reply?.messages ?? []), ...(sums?.messages ?? [])])];
  return {
    answer: answer ?? last,
    totals,
    messages: said.filter((message) => !isRecordError(message)),
    errors: said.filter(isRecordError),
    corrections: reply?.corrections ?? none,
    isStale: !answer || asked !== question,
    isAsking,
    isStopped: !isAsking && !answer && detail.error === null,
    error: asked === question ? detail.error : null,
    totalsError: asked === question && sums === undefined ? total.error : null,
    retry: () => void detail.refetch(),
    retryTotals: () => void total.refetch(),
    stop: useCallback(() => void cancel([detailCall, totalCall]), [cancel, detailCall, totalCall]),
    address: addressOf(detailCall, bound(detailCall, { query })),
  };
}
