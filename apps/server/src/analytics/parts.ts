import { arePartsOf, type Whole, wholeIn } from '@atrium/metrics/drill';
import { invalidField, notFound } from '../refusal.ts';
import type { Estate } from '../registry/directory/estate.ts';
import {
  entitiesOf,
  type EntityHead,
  mayName,
  type Member,
  membersOf,
  type SeriesChoice,
} from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import { type AskedEntity, axesOf, type TimeQuestion } from './axes.ts';
import type { TotalQuery } from './data-query.ts';
import type { Subject } from './subjects.ts';

/** Undefined for a question that is not about parts. */
export function wholeOf({ partsOf: text }: Pick<TotalQuery, 'partsOf'>): Whole | undefined {
  return text === undefined ? undefined : wholeIn(text.toLowerCase());
}

interface Asked {
  readonly estate: Estate;
  readonly scope: Scope;
  readonly whole: Whole;
}

/** The series of a reading. */
export interface PartChoice {
  readonly choice: SeriesChoice;
  readonly isForecast: boolean;
}

/**
 * Everything that ever counted for an entity, in the days of that entity: a zone that was moved is a part of each location
 * where it was. Some of it the caller may not look up, because it is at a location of others now, or deleted.
 */
export function partsOf(
  { estate, scope, whole }: Asked,
  query: TotalQuery,
  choices: readonly PartChoice[],
): { readonly heads: readonly EntityHead[]; readonly hidden: readonly EntityHead[] } {
  refuseOthers(query, whole);
  const [{ timezone, locationId }] = entitiesOf(estate, scope, {
    entityType: whole.entityType,
    entityIds: [whole.entityId],
  }) as [EntityHead];
  const { entityType, entityIds } = query;
  const place = { entityType, timezone, ...(locationId !== undefined && { locationId }) };
  const names = entityType === 'zone' ? estate.zones : estate.spaces;
  const divided = choices.filter(({ choice: { owner = 'zone' } }) => owner === entityType);
  if (divided.length === 0) throw invalidField('partsOf', `These metrics have no parts of the type ${entityType}.`);
  const counted = divided.flatMap((choice) => wholeSeries({ estate, scope, whole }, choice));
  const found = new Set(counted.map(({ series }) => ownerOf(estate, series)));
  const [heads, hidden]: [EntityHead[], EntityHead[]] = [[], []];
  for (const entityId of found) {
    const isNamed = entityId !== undefined && mayName(estate, scope, entityType, entityId);
    const name = isNamed ? names.get(entityId)?.name : undefined;
    if (name !== undefined) heads.push({ ...place, entityId: entityId!, name });
    else if (entityId !== undefined) hidden.push({ ...place, entityId, name: elsewhere });
  }
  if (!entityIds?.length) return { heads, hidden };
  const wanted = new Map(heads.map((head) => [head.entityId, head]));
  const named = [...new Set(entityIds.map((id) => id.toLowerCase()))].map((id) => {
    const head = wanted.get(id);
    if (!head) throw notFound(`The ${entityType} ${id}`);
    return head;
  });
  return { heads: named, hidden: [] };
}

/** One row for all parts that the caller may not look up. */
export function hiddenSubject(hidden: readonly EntityHead[]): readonly Subject[] {
  const [first] = hidden;
  return first ? [{ ...first, entityId: 'joined elsewhere', isJoined: true, spansZones: false, parts: hidden }] : [];
}

const elsewhere = 'No longer here';

/** What each part counted for the whole. */
export function seriesByPart(asked: Asked, choice: PartChoice): (part: string) => readonly Member[] {
  const members = new Map<string | undefined, Member[]>();
  for (const member of wholeSeries(asked, choice)) {
    const owner = ownerOf(asked.estate, member.series);
    const own = members.get(owner) ?? [];
    own.push(choice.isForecast ? { ...member, gives: 'both' } : member);
    members.set(owner, own);
  }
  return (part) => members.get(part) ?? [];
}

function wholeSeries({ estate, scope, whole }: Asked, { choice, isForecast }: PartChoice): Member[] {
  const selection = { ...choice, entityType: whole.entityType, ...(isForecast && { uncorrected: true as const }) };
  return membersOf(estate, scope, selection, whole.entityId);
}

/** Those that counted in the period, or in what it is compared with. */
export function presentIn<Part extends AskedEntity>(question: TimeQuestion, parts: readonly Part[]): readonly Part[] {
  const present = new Set<number>();
  for (const { edges, strands, earlier } of axesOf(question, parts))
    for (const window of [{ edges, strands }, ...earlier]) {
      const [begin, end] = [window.edges[0] ?? 0, window.edges.at(-1) ?? 0];
      for (const { entity, member } of window.strands.flatMap(({ members }) => members))
        if (member.from < end && member.to > begin) present.add(entity);
    }
  return parts.filter((_, place) => present.has(place));
}

function refuseOthers({ entityType, isComparison, lastReading }: TotalQuery, whole: Whole): void {
  if (!arePartsOf(entityType, whole.entityType))
    throw invalidField('partsOf', `A ${whole.entityType} has no parts of the type ${entityType}.`);
  if (isComparison) throw invalidField('partsOf', 'Parts are not compared with other entities.');
  if (lastReading) throw invalidField('partsOf', 'A last reading is not divided into parts.');
}

function ownerOf(estate: Estate, seriesId: number): string | undefined {
  const series = estate.series.get(seriesId);
  return series?.owner === 'zone' ? series.zoneId : series?.owner === 'space' ? series.spaceId : undefined;
}
