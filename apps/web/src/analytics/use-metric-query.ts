import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import type { QueryInput } from '@atrium/contract/endpoint';
import { useEndpoint } from '../api/use-endpoint.ts';

/** Where figures come from: the call for rows over time, the call for one figure, and what is said when they fail. */
const sources = {
  traffic: {
    detail: getTraffic,
    total: getTrafficTotal,
    texts: { title: 'Data', fail: 'Unable to get traffic data' },
  },
} as const;

type DataSource = keyof typeof sources;
/** The relative date stays a word: the server resolves it in the time zone of each location. */
type MetricQuestion = Omit<QueryInput<typeof getTraffic>, 'orgId'>;
type TotalQuestion = Omit<QueryInput<typeof getTrafficTotal>, 'orgId'>;

interface Options {
  enabled?: boolean;
  every?: number;
}

export function useMetricQuery(source: DataSource, question: MetricQuestion, options: Options = {}) {
  const { detail, texts } = sources[source];
  return useEndpoint(detail, { query: question }, { texts, ...options });
}

export function useMetricTotal(
  source: DataSource,
  question: TotalQuestion,
  options: Options & { keep?: boolean } = {},
) {
  const { total, texts } = sources[source];
  return useEndpoint(total, { query: question }, { texts, ...options });
}
