import { type Source, type SourceName, sources } from '@atrium/metrics/sources';
import type { TotalQuery } from './data-query.ts';

type Ignorable = 'excludeClosedHours' | 'countFilter' | 'countApplication';

/** A source takes the parameter without effect. */
export function ignores(source: SourceName, parameter: Ignorable): boolean {
  const { ignored = [] }: Source = sources[source];
  return ignored.includes(parameter);
}

/** What a caller must know about parameters that have no effect on the answer. */
export function ignoredMessages(
  source: SourceName,
  { excludeClosedHours, countFilter, countApplication, lastReading, relativeDate, startDate, endDate }: TotalQuery,
): string[] {
  const { label } = sources[source];
  const asked = { countFilter, countApplication };
  const words = (['countFilter', 'countApplication'] as const).filter(
    (name) => asked[name] !== undefined && ignores(source, name),
  );
  const hasOtherDates = relativeDate !== 'custom' && (startDate !== undefined || endDate !== undefined);
  return [
    ...(hasOtherDates && !lastReading
      ? [`relativeDate=${relativeDate} was answered: startDate and endDate are for relativeDate=custom.`]
      : []),
    ...(excludeClosedHours && !lastReading && ignores(source, 'excludeClosedHours')
      ? [`${label} covers whole days: closed hours are not excluded.`]
      : []),
    ...words.map((name) => `${label} is not told apart by whom zones count and what for: ${name} was ignored.`),
  ];
}
