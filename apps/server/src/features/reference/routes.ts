import { type Fold, folds, type Grouping, groupingRules, groupings } from '@atrium/calendar/groupings';
import { previousPeriodLabels, previousPeriods } from '@atrium/calendar/previous-period-kinds';
import {
  allRelativeDates,
  rangeLengthDays,
  type RelativeDate,
  relativeDateRules,
  resolveRelativeDate,
} from '@atrium/calendar/relative-dates';
import { zoneOf } from '@atrium/calendar/zones';
import {
  getDateRange,
  getGroupings,
  getPreviousPeriods,
  getRegexps,
  getRelativeDates,
  getSocketEvents,
} from '@atrium/contract/reference';
import { socketEventNames } from '@atrium/contract/topics';
import { emailPattern } from '@atrium/rules/email';
import type { Http } from '../../http/server.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import { plainTraffic, resolve } from '../../registry/directory/resolve.ts';
import type { Registry } from '../../registry/registry.ts';
import { bindLists } from './lists-routes.ts';
import { bindSources } from './sources-routes.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly clock: () => Date;
}

export function bindReference(http: Http, { registry, directory, clock }: Dependencies): void {
  const seconds = () => Math.floor(clock().getTime() / 1000);
  bindLists(http);
  bindSources(http, { registry, clock });

  http.bind(getRelativeDates, () => allRelativeDates.map((code) => describeRelativeDate(code, seconds())));
  http.bind(getPreviousPeriods, () => previousPeriods.map((code) => ({ code, label: previousPeriodLabels[code] })));
  http.bind(getGroupings, () => [...groupings, ...folds].map(describeGrouping));
  http.bind(getRegexps, () => ({ email: emailPattern.source }));
  http.bind(getSocketEvents, () => Object.fromEntries(socketEventNames.map((name) => [camelCase(name), name])));

  http.bind(getDateRange, async ({ scope, query }) => {
    const estate = await directory.estate(scope.orgId);
    const entity = query.locationId
      ? ({ entityType: 'location', entityIds: [query.locationId.toLowerCase()] } as const)
      : ({ entityType: 'organization', entityIds: [scope.orgId] } as const);
    const [found] = resolve(estate, scope, { ...plainTraffic, ...entity });
    const zone = zoneOf(found?.timezone ?? 'UTC');
    const { dateOverride, startDate, endDate } = query;
    const period = resolveRelativeDate(query.relativeDate, {
      now: seconds(),
      zone,
      weekStart: estate.weekStart,
      dateOverride,
      startDate,
      endDate,
    });
    return {
      startDate: new Date(period.from * 1000).toISOString(),
      endDate: new Date(period.to * 1000).toISOString(),
      rangeLength: rangeLengthDays(zone, period),
    };
  });
}

function describeRelativeDate(code: RelativeDate, now: number) {
  if (code === 'custom') return { code, label: 'Custom', rangeConfig: null, rangeLength: null, future: false };
  const rule = relativeDateRules[code];
  const zone = zoneOf('UTC');
  const rangeLength = rangeLengthDays(zone, resolveRelativeDate(code, { now, zone }));
  const { label, start, end } = rule;
  return { code, label, rangeConfig: { start, end }, rangeLength, future: 'future' in rule };
}

function describeGrouping(code: Grouping | Fold) {
  const { maximumDays, ...rule } = groupingRules[code];
  return { code, ...rule, maximumDays: Number.isFinite(maximumDays) ? maximumDays : null };
}

function camelCase(eventName: string): string {
  return eventName.replaceAll(/[:-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
