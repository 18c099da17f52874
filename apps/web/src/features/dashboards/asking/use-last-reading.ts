import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import { askedMetrics, type Question } from '@atrium/metrics/question';
import { lastReadingColumns, type Source, sources } from '@atrium/metrics/sources';
import type { Widget } from '@atrium/rules/dashboard';
import { lastReadingParameters } from '@atrium/rules/widget-query';
import { useEffect, useMemo, useState } from 'react';
import type { DataReply, DataRow, Figures } from '../../../analytics/question/answer.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { useIsConfigured } from '../settings/use-is-configured.ts';
import type { LastReadingValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { cardQuery } from './card-query.ts';
import { recordErrorsIn } from './record-errors.ts';
import { texts as placeTexts } from './place-texts.ts';
import { texts } from './question-texts.ts';
import { useInViewTurn } from './use-in-view-turn.ts';
import { useKeepsLast } from './use-keeps-last.ts';
import { useReload } from './use-reload.ts';
import { useSubscription } from './use-subscription.ts';

const every = 60_000;
/** Without an answer for this long, a card says so; a later one takes that back. */
const timeoutMs = 15_000;

/** The newest values of the entities of a card, asked again every minute unless its settings are open. */
export function useLastReading(
  widget: Widget,
  { entityFilter, refreshCount }: DashboardContextValue,
  isActive: boolean,
): Asked<LastReadingValues> {
  const subscription = useSubscription(refreshCount, isActive);
  const { data: customs } = subscription;
  const { widgetId, widgetType, dataOptions } = widget;
  const isPaused = useIsConfigured(widgetId);
  const asked = useMemo(() => {
    const chosen = cardQuery({ widgetType, dataOptions }, { entityFilter });
    // Of several places that the reader chose, none is the one of the card.
    return isOfOne(chosen.question) ? chosen : cardQuery({ widgetType, dataOptions }, {});
  }, [widgetType, dataOptions, entityFilter]);
  const { question } = asked;
  const isPlaced = isOfOne(question);
  const { label, withoutLastReading, freshSeconds }: Source = sources[question.source];
  const isPermitted = customs?.sources.includes(question.source) === true;
  const isAsked = isActive && isPermitted && isPlaced && withoutLastReading === undefined;
  const endpoint: Endpoint = dataCalls[question.source].detail;
  const found = useEndpoint(
    endpoint,
    { query: lastReadingParameters(asked) },
    // A card that is scrolled back into view has its last answer until the next one is due.
    { enabled: isAsked, ...(!isPaused && { every }), fresh: every, turn: useInViewTurn(isActive) },
  );
  useReload([found], refreshCount, isAsked);
  const isKept = useKeepsLast(found);
  const isLate = useLate(isAsked && found.data === undefined && !found.error);

  const reply = found.data as DataReply | undefined;
  const values = useMemo((): LastReadingValues | undefined => {
    if (!reply || !customs) return undefined;
    const metrics = askedMetrics(question);
    const columns = [...metrics.map(({ column }) => column), ...Object.values(lastReadingColumns)];
    return {
      question,
      metrics,
      customs,
      readings: reply.results.map((row) => ({
        key: row.entityId ?? row.name,
        entityId: row.entityId,
        name: row.name,
        timezone: row.timezone,
        figures: figuresIn(row, columns),
        at: row.recordDate,
        ageSeconds: ageOf(row),
      })),
    };
  }, [reply, customs, question]);

  if (subscription.error && !customs) return { state: 'failed', message: subscription.error.message };
  if (withoutLastReading !== undefined) return { state: 'failed', message: withoutLastReading, isLasting: true };
  if (customs && !isPermitted) return { state: 'failed', message: texts.notSubscribed(label), isLasting: true };
  if (!isPlaced) return { state: 'failed', message: placeTexts.noPlace, isLasting: true };
  if (found.error && !isKept) return { state: 'failed', message: found.error.message };
  if (!values || !reply) return { state: isLate ? 'timed-out' : 'loading' };
  const errors = recordErrorsIn(reply.messages);
  if (errors !== undefined) return { state: 'failed', message: errors };
  const ages = values.readings.flatMap(({ ageSeconds }) => ageSeconds ?? []);
  const readAt = ages.length > 0 ? found.dataUpdatedAt - Math.min(...ages) * 1000 : undefined;
  return {
    state: 'ready',
    values,
    readAt,
    isStale: isKept || found.fetchStatus === 'paused' || (ages.length > 0 && Math.min(...ages) > freshSeconds),
    messages: [...reply.messages, ...asked.problems.map(({ message }) => message)],
    completeness: null,
  };
}

/** Places that share rows have one value. */
function isOfOne({ entityType, entityIds, rows }: Question): boolean {
  return entityType === 'organization' || rows.kind === 'all' || entityIds.length === 1;
}

/** Whether something has been waited for too long. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

function figuresIn(row: DataRow, columns: readonly string[]): Figures {
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column];
      return [column, typeof value === 'number' ? value : null];
    }),
  );
}

function ageOf({ ageSeconds }: DataRow): number | null {
  return typeof ageSeconds === 'number' ? ageSeconds : null;
}
