import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import { partsText } from '@atrium/metrics/drill';
import {
  type ChangeQuestions,
  type ComparedEntity,
  type Contribution,
  whatChanged,
  type WhatChanged,
} from '@atrium/metrics/what-changed';
import { widgetParameters } from '@atrium/rules/widget-query';
import { useMemo } from 'react';
import type { DataReply, DataRow } from '../../../analytics/question/answer.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useReload } from '../asking/use-reload.ts';

const fresh = 60_000;

export interface Changes {
  readonly changed: WhatChanged;
  /** Of the whole. */
  readonly now: number | null;
  readonly before: number | null;
  /** Every entity, for a file. */
  readonly all: readonly Contribution[];
  readonly messages: readonly string[];
}

type Asked = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; changes: Changes };

/** What made the difference in one column of an answer. */
export function useChanges(
  { whole, entities, partsOf }: ChangeQuestions,
  more: Readonly<Record<string, string>>,
  column: string,
  refreshCount: number,
): Asked {
  const endpoint: Endpoint = dataCalls[whole.source].total;
  const queryOf = (question: typeof whole, of = more) =>
    widgetParameters({ question, more: of, isGrouped: false }, 'total');
  const all = useEndpoint(endpoint, { query: queryOf(whole) }, { fresh });
  const parts = partsOf ? { ...more, partsOf: partsText(partsOf) } : more;
  const each = useEndpoint(endpoint, { query: queryOf(entities, parts) }, { fresh });
  useReload([all], refreshCount, all.isError);
  useReload([each], refreshCount, each.isError);
  const [sum, rows] = [all.data as DataReply | undefined, each.data as DataReply | undefined];
  const changes = useMemo(() => {
    if (!sum || !rows) return undefined;
    const valueIn = (row: DataRow | undefined) => {
      const value = row?.[column];
      return typeof value === 'number' ? value : null;
    };
    const compared = rows.results.map((row, index): ComparedEntity => {
      const earlier = rows.previousResults?.[index];
      return {
        entityId: row.entityId ?? row.name,
        name: row.name,
        now: valueIn(row),
        before: valueIn(earlier),
        completeness: row.completeness,
        completenessBefore: earlier?.completeness ?? null,
      };
    });
    const both = { now: valueIn(sum.results[0]), before: valueIn(sum.previousResults?.[0]) };
    return {
      ...both,
      changed: whatChanged(both, compared),
      all: whatChanged(both, compared, compared.length).listed,
      messages: [...new Set([...sum.messages, ...rows.messages])],
    };
  }, [sum, rows, column]);
  const error = all.error ?? each.error;
  if (error) return { state: 'failed', message: error.message };
  return changes ? { state: 'ready', changes } : { state: 'loading' };
}
