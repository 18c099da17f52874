import { type Source, sourceNames, sources } from '@atrium/metrics/sources';

/** What an organization needs to be asked about every source. */
export const withEverySource = Object.fromEntries(
  sourceNames.flatMap((name) => {
    const { capability }: Source = sources[name];
    return [capability].flat().map((flag) => [flag, true]);
  }),
) as Record<string, true>;
