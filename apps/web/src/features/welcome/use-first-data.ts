import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import { useState } from 'react';
import { useDataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Each with a metric that it has wherever it has data, and the column of that. */
const questions = [
  { source: 'traffic', metrics: 'ins', column: 'sumins' },
  { source: 'occupancy', metrics: 'occupancy(max)', column: 'maxoccupancy' },
  { source: 'queue', metrics: 'queuethroughput', column: 'sumqueuethroughput' },
] as const;

const askedDays = 90;
const dayMs = 86_400_000;

/** The first source with data in the past months, of those that the person may see. They are asked one by one. */
export function useFirstData(): (typeof questions)[number]['source'] | undefined {
  const { data: subscription } = useDataSubscription();
  const [period] = useState(periodOf);
  const [withoutData, setWithoutData] = useState(0);
  const asked = questions.filter(({ source }) => subscription?.sources.includes(source))[withoutData];
  const { source, metrics, column } = asked ?? questions[0];
  const total: Endpoint = dataCalls[source].total;
  const query = { entityType: 'organization', ...period, metrics };
  const { data, isError } = useEndpoint(total, { query }, { enabled: asked !== undefined });
  if (!asked || (!data && !isError)) return undefined;
  const { results: [row] = [] } = (data ?? {}) as { results?: readonly Readonly<Record<string, unknown>>[] };
  if ((row?.[column] ?? null) !== null) return source;
  setWithoutData(withoutData + 1);
  return undefined;
}

/** Where it is already tomorrow, today ends a day later. */
function periodOf() {
  return { relativeDate: 'custom', startDate: dayFromNow(-askedDays), endDate: dayFromNow(1) };
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}
