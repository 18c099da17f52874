import { dataCalls } from '@atrium/contract/data';
import type { Endpoint, QueryInput, ReplyOf } from '@atrium/contract/endpoint';
import type { SourceName } from '@atrium/metrics/sources';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEndpoint } from '../api/use-endpoint.ts';
import { texts } from './question/texts.ts';

type Calls<S extends SourceName> = (typeof dataCalls)[S];
/** The relative date is sent by name: the server resolves it in the time zone of each location. */
type Question<Call> = Omit<QueryInput<Call>, 'orgId'>;

const textsOf = (source: SourceName) => ({
  title: 'Data',
  fail: texts.fail(source),
});

interface Options {
  enabled?: boolean;
  every?: number;
}

export function useMetricQuery<S extends SourceName>(
  source: S,
  question: Question<Calls<S>['detail']>,
  options: Options = {},
): UseQueryResult<ReplyOf<Calls<S>['detail']>> {
  const detail: Endpoint = dataCalls[source].detail;
  return useEndpoint(detail, { query: question }, { texts: textsOf(source), ...options }) as UseQueryResult<never>;
}

export function useMetricTotal<S extends SourceName>(
  source: S,
  question: Question<Calls<S>['total']>,
  options: Options & { keep?: boolean } = {},
): UseQueryResult<ReplyOf<Calls<S>['total']>> {
  const total: Endpoint = dataCalls[source].total;
  return useEndpoint(total, { query: question }, { texts: textsOf(source), ...options }) as UseQueryResult<never>;
}
