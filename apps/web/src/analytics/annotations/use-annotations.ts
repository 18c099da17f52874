import { type Annotation, listAnnotations } from '@atrium/contract/annotations';
import type { AnnotatedDays } from '@atrium/rules/annotations';
import { useMemo } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import type { ChartAnnotation } from '../charts/model.ts';
import type { Answer } from '../question/answer.ts';
import { annotationsOf, dayAnnotations, daysOf } from './answer-annotations.ts';
import { shownTexts } from './shown-texts.ts';

const fresh = 60_000;
/** Screens on walls are never focused. */
const every = 5 * 60_000;
/** A chart with more would be unreadable. */
const limit = 1000;
const none: readonly Annotation[] = [];

export interface FoundAnnotations {
  readonly annotations: readonly Annotation[];
  readonly refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Those about the days and places of an answer; nothing is asked before there is one. Charts of the same days share one
 * call: which places they are about is decided here.
 */
export function useAnnotations(answer: Answer | undefined, isActive = true): FoundAnnotations {
  const days = useMemo(() => answer && daysOf(answer), [answer]);
  const found = useListed(days, isActive);
  const rows = found.data?.rows;
  const annotations = useMemo(() => (answer && rows ? annotationsOf(answer, rows) : none), [answer, rows]);
  return { annotations, refetch: found.refetch };
}

/** Those of one day of a location, where they are on a chart of its hours. */
export function useDayAnnotations(locationId: string, date: string, hours: number): readonly ChartAnnotation[] {
  const { data } = useListed({ startDate: date, endDate: date }, hours > 0);
  return useMemo(
    () => (data ? dayAnnotations(data.rows, { locationId, date, hours }) : []),
    [data, locationId, date, hours],
  );
}

function useListed(days: AnnotatedDays | undefined, isActive: boolean) {
  return useList(
    listAnnotations,
    { query: { ...days, order: '-startDate', limit } },
    { texts: shownTexts.read, enabled: isActive && days !== undefined, fresh, every },
  );
}
