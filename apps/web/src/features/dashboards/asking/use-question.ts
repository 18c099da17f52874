import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import { isRowOf, type RowsOnly } from '@atrium/metrics/drill';
import { askedMetrics } from '@atrium/metrics/question';
import { sources } from '@atrium/metrics/sources';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetParameters, type WidgetQuery } from '@atrium/rules/widget-query';
import { useMemo } from 'react';
import { withLocations } from '../../../analytics/annotations/answer-annotations.ts';
import { useAnnotations } from '../../../analytics/annotations/use-annotations.ts';
import { useClosedHours } from '../../../analytics/question/use-closed-hours.ts';
import { answerOf, type DataReply, totalsOf } from '../../../analytics/question/answer.ts';
import { call as callEndpoint } from '../../../api/client.ts';
import { useBoundRequest, useCancelOne, useEndpoint } from '../../../api/use-endpoint.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { cardOf } from '../widgets/registry.ts';
import type { QuestionValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { cardQuery } from './card-query.ts';
import type { Mergeable } from './loader.ts';
import { allowsTogether, canAskAlone, mergeKey, withoutOthers } from './merged-metrics.ts';
import { recordErrorsIn } from './record-errors.ts';
import { texts } from './question-texts.ts';
import { useInViewTurn } from './use-in-view-turn.ts';
import { useKeepsLast } from './use-keeps-last.ts';
import { useMappedLocations } from './use-mapped-locations.ts';
import { useReload } from './use-reload.ts';
import { useSubscription } from './use-subscription.ts';

/** Coming back to a window does not ask everything again. */
const fresh = 60_000;

const none = [] as const;

/** The answer to the question in the options of a card. Cards with the same question share it. */
export function useQuestion(
  widget: Widget,
  { dateOverride, entityFilter, refreshCount, only }: DashboardContextValue,
  isActive: boolean,
): Asked<QuestionValues> {
  const subscription = useSubscription(refreshCount, isActive);
  const { data: customs } = subscription;
  const { widgetType, dataOptions } = widget;
  const { call = 'detail', isOverTime = false, isOnMap = false } = cardOf(widgetType) ?? {};
  const permitsAllOthers = customs?.permitsAllOthers;
  const asked = useMemo(
    () => cardQuery({ widgetType, dataOptions }, { dateOverride, entityFilter }, permitsAllOthers),
    [widgetType, dataOptions, dateOverride, entityFilter, permitsAllOthers],
  );
  const { question, more, problems } = asked;
  const isPermitted = customs?.sources.includes(question.source) === true;
  const endpoint: Endpoint = dataCalls[question.source][call];
  const own = widgetParameters(asked, call);
  const parameters = isOverTime ? withLocations(question, own) : own;
  const found = useEndpoint(
    endpoint,
    { query: parameters },
    {
      enabled: isActive && isPermitted,
      fresh,
      turn: useInViewTurn(isActive, useMergeable(endpoint, asked, parameters)),
    },
  );
  const cancel = useCancelOne();
  const isStopped = isActive && isPermitted && found.isPending && found.fetchStatus === 'idle';
  const mapped = useMappedLocations(isActive && isPermitted && isOnMap);
  useReload([found], refreshCount, isActive && isPermitted);
  useReload([mapped], refreshCount, isActive && isPermitted && isOnMap);
  const isKept = useKeepsLast(found);

  const whole = found.data as DataReply | undefined;
  const reply = useMemo(() => (whole && only ? onlyRows(whole, only) : whole), [whole, only]);
  const minute = Math.floor(found.dataUpdatedAt / 60_000) * 60;
  const answer = useMemo(() => {
    if (!reply || !customs || call !== 'detail') return undefined;
    return answerOf(question, reply, customs.weekStart, { now: minute, dateOverride: more['dateOverride'] });
  }, [reply, customs, question, call, minute, more]);
  const noted = useAnnotations(isOverTime ? answer : undefined, isActive);
  useReload([noted], refreshCount, isActive && isOverTime && answer !== undefined);
  const { annotations } = noted;
  const closed = useClosedHours(isOverTime ? answer : undefined, isActive);
  const locations = isOnMap ? mapped.data : none;
  const values = useMemo((): QuestionValues | undefined => {
    if (!reply || !customs || !locations) return undefined;
    return {
      question,
      more,
      metrics: askedMetrics(question),
      answer,
      annotations,
      closed,
      locations,
      totals: call === 'total' ? totalsOf(question, reply) : [],
      corrections: reply.corrections ?? none,
      customs,
    };
  }, [reply, customs, question, more, call, answer, annotations, closed, locations]);

  if (subscription.error && !customs) return { state: 'failed', message: subscription.error.message };
  if (customs && !isPermitted)
    return { state: 'failed', message: texts.notSubscribed(sources[question.source].label), isLasting: true };
  if (found.error && !isKept) return { state: 'failed', message: found.error.message };
  if (mapped.error && !locations) return { state: 'failed', message: mapped.error.message };
  if (isStopped) return { state: 'stopped' };
  if (!values || !reply) {
    if (!found.isFetching) return { state: 'loading' };
    const onStop = () => void cancel(endpoint, { query: parameters });
    return { state: 'loading', wait: { question: JSON.stringify(parameters), onStop } };
  }
  const errors = recordErrorsIn(reply.messages);
  if (errors !== undefined) return { state: 'failed', message: errors };
  return {
    state: 'ready',
    values,
    isStale: isKept || found.fetchStatus === 'paused',
    readAt: found.dataUpdatedAt,
    messages: [...reply.messages, ...problems.map(({ message }) => message)],
    completeness: meanCompleteness(reply),
  };
}

/** Cards whose questions differ only in metrics are answered by one call, each with its own columns. */
function useMergeable(
  endpoint: Endpoint,
  { question }: WidgetQuery,
  parameters: Readonly<Record<string, string>>,
): Mergeable {
  const bind = useBoundRequest();
  return {
    key: mergeKey(endpoint, parameters, question),
    metrics: question.metrics,
    allows: allowsTogether,
    ask: async (metrics, signal) => {
      const query = { ...parameters, metrics: metrics.join(',') };
      const reply = await callEndpoint(endpoint, { ...bind(endpoint, { query }), signal });
      return { reply, metrics };
    },
    ownOf: (merged) => {
      const { reply, metrics } = merged as { reply: DataReply; metrics: readonly string[] };
      return withoutOthers(reply, question, metrics);
    },
    canAskAlone,
  };
}

/** Everything that is beside the results stays beside them. */
function onlyRows(reply: DataReply, only: RowsOnly): DataReply {
  const isKept = reply.results.map((row) => isRowOf(only, row));
  const kept = <Row>(rows: readonly Row[]) => rows.filter((_, index) => isKept[index]);
  const { previousResults, trendResults, comparisonResults } = reply;
  return {
    ...reply,
    results: kept(reply.results),
    ...(previousResults && { previousResults: kept(previousResults) }),
    ...(trendResults && { trendResults: trendResults.map((each) => ({ ...each, results: kept(each.results) })) }),
    ...(comparisonResults && { comparisonResults: kept(comparisonResults) }),
  };
}

/** All rows of a reply are as long as each other, nearly: their mean is that of the whole. */
function meanCompleteness({ results }: DataReply): number | null {
  const due = results.flatMap(({ completeness }) => completeness ?? []);
  return due.length === 0 ? null : due.reduce((sum, each) => sum + each, 0) / due.length;
}
