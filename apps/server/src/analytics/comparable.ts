import { metricsNamed } from '@atrium/metrics/catalog';
import { type EntityType, type Source, sources } from '@atrium/metrics/sources';
import { entitiesOf, type EntityHead } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import { comparedPeriods } from './axes.ts';
import { calendarsOf, holidaysOf } from './calendars.ts';
import { type AskedQuestion, type Context, lookUp } from './look-up.ts';
import type { Columns } from './shape.ts';

/** Who takes part in an answer. */
interface Asked {
  readonly heads: readonly EntityHead[];
  readonly scope: Scope;
  readonly messages: readonly string[];
}

/**
 * Those with values in the period and in the previous one, whose location is open at some time in both. An organization
 * has only such locations. The parts of an entity are what they are: they add up to it.
 */
export async function comparable(
  context: Context,
  heads: readonly EntityHead[],
  question: AskedQuestion,
): Promise<Asked> {
  const { estate, scope, query, source } = context;
  const { entityTypes }: Source = sources[source];
  const isWhole = query.entityType === 'organization';
  const ofPlaces = !isWhole || entityTypes.includes('location');
  if (!question.likeForLike || query.partsOf !== undefined || !ofPlaces) return { heads, scope, messages: [] };
  const entityType = isWhole ? 'location' : query.entityType;
  const places = isWhole ? entitiesOf(estate, scope, { entityType }) : heads;
  const kept = new Set(
    await withValues(context, { entityType, places: openPlaces(context, places, question) }, question),
  );
  const messages = leftOut(entityType, places.length - kept.size, places.length);
  if (isWhole) return { heads, scope: { ...scope, locationIds: kept }, messages };
  return { heads: heads.filter(({ entityId }) => kept.has(entityId)), scope, messages };
}

function openPlaces({ estate }: Context, places: readonly EntityHead[], question: AskedQuestion) {
  const calendars = calendarsOf(estate);
  const asked = { ...question, weekStart: estate.weekStart, holidays: holidaysOf(estate) };
  return places.filter(({ locationId, timezone }) => {
    const calendar = locationId === undefined ? undefined : calendars(locationId);
    return comparedPeriods(asked, timezone).every(({ from, to }) => !calendar || calendar.open(from, to).length > 0);
  });
}

/** The ids of those that have values in both periods, whatever the hour. */
async function withValues(
  context: Context,
  { entityType, places }: { readonly entityType: EntityType; readonly places: readonly EntityHead[] },
  question: AskedQuestion,
): Promise<string[]> {
  if (places.length === 0) return [];
  const query = { ...context.query, entityType, excludeClosedHours: undefined };
  const whole = { ...question, grouping: undefined, order: undefined, limit: undefined, descending: false };
  const asked = { ...context, query, metrics: plain(context), isAboutPresence: true };
  const subjects = places.map((place) => ({ ...place, parts: [place] }));
  const { rows } = await lookUp(asked, subjects, whole);
  const [period, before] = rows as [Columns, Columns];
  return Array.from(period.entity, (entity, row) => ({ row, entityId: places[entity]!.entityId }))
    .filter(({ row }) => hasValues(period, row) && hasValues(before, row))
    .map(({ entityId }) => entityId);
}

function hasValues({ figures }: Columns, row: number): boolean {
  return Object.values(figures).some((values) => !Number.isNaN(values[row]!));
}

/** Each metric once, as it is usually combined. */
function plain({ source, metrics }: Context) {
  return metricsNamed(source, [...new Set(metrics.map(({ metric }) => metric.name))]);
}

function leftOut(entityType: EntityType, count: number, of: number): string[] {
  if (count === 0) return [];
  const were = count === 1 ? 'was' : 'were';
  return [
    `${count} of ${of} ${entityType}s ${were} left out: like for like, only those count that have data and are open in both periods.`,
  ];
}
