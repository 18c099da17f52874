import { type Annotation, listAnnotations } from '@atrium/contract/annotations';
import { useMemo } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import type { Answer } from '../question/answer.ts';
import { annotationsOf, daysOf } from './answer-annotations.ts';
import { texts } from './texts.ts';

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
  const found = useList(
    listAnnotations,
    { query: { ...days, order: '-startDate', limit } },
    { texts: texts.read, enabled: isActive && days !== undefined, fresh, every },
  );
  const rows = found.data?.rows;
  const annotations = useMemo(() => (answer && rows ? annotationsOf(answer, rows) : none), [answer, rows]);
  return { annotations, refetch: found.refetch };
}
