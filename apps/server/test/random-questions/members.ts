import { sources } from '@atrium/metrics/sources';
import type { Asked } from './asked.ts';
import type { Book } from './books.ts';
import type { Entity, Places } from './places.ts';

/** The series of an entity; which of them a metric needs follows from their measure. */
export function membersOf({ books }: Places, asked: Asked, entity: Entity): Book[] {
  const ofSpaces = asked.source === 'occupancy' || asked.source === 'expected_wait_time';
  return books.filter((book) => {
    if (ofSpaces || book.space) return ofSpaces && book.space !== undefined && isAt(book, entity);
    if (!book.zone) return isOfLocation(book, asked, entity);
    return isAt(book, entity) && isMeant(books, book, asked) && isUsed(book, asked);
  });
}

function isAt({ locationId, zone, space }: Book, { entityType, entityId }: Entity): boolean {
  switch (entityType) {
    case 'organization':
      return true;
    case 'location':
      return locationId === entityId;
    case 'space':
      return space?.spaceId === entityId;
    case 'site':
    case 'sensor':
    case 'zone':
      return zone?.[`${entityType}Id`] === entityId;
  }
}

/** Sales and shifts; what is forecast of an organization has no band. */
function isOfLocation(book: Book, { source }: Asked, entity: Entity): boolean {
  if (book.measure === 'forecast' && (source !== 'forecasted_traffic' || entity.entityType !== 'location'))
    return false;
  return (entity.entityType === 'location' || entity.entityType === 'organization') && isAt(book, entity);
}

/** Whom a line counts. */
function isMeant(books: readonly Book[], { zone, measure }: Book, { countFilter, entityType }: Asked): boolean {
  const { sensorId, application, filter } = zone!;
  const hasBetter = (wanted: number) =>
    books.some(
      (other) =>
        other.measure === 'people' &&
        other.zone?.sensorId === sensorId &&
        other.zone.application === application &&
        other.zone.filter === wanted,
    );
  if (measure === 'adult') return countFilter === 2 && filter === 0 && !hasBetter(2);
  if (countFilter !== undefined) return filter === countFilter;
  return entityType === 'zone' || filter === 0 || (filter === 5 && !hasBetter(0));
}

/** What a line is used for. Of lines that people cross one after another, the outer ones count. */
function isUsed({ zone }: Book, { source, countApplication, entityType }: Asked): boolean {
  if (entityType === 'zone') return true;
  const { application, perimeter } = zone!;
  if (application !== (countApplication ?? sources[source].countApplication)) return false;
  const isWhole = entityType === 'location' || entityType === 'organization';
  return !isWhole || application !== 1 || perimeter;
}
