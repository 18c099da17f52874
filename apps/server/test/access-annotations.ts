import * as annotations from '@atrium/contract/annotations';
import { annotation } from '../src/registry/schema/annotations.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const startDate = '2026-03-01';

/** The requests of the access matrix about annotations. Those of a whole organization have tests of their own. */
export const annotationEntries: readonly Entry[] = [
  entry(annotations.listAnnotations, {
    all: () => ({}),
    'of some days': () => ({ query: { startDate, endDate: startDate } }),
  }),
  entry(annotations.getAnnotation, ofAnnotation),
  entry(annotations.createAnnotation, ({ locationId }) => ({ body: { locationId, startDate, text: 'x' } })),
  entry(annotations.updateAnnotation, (ids) => ({ ...ofAnnotation(ids), body: { text: 'x' } }), {
    fresh: (world, ids) => createAnnotationOf(world, ids),
  }),
  entry(annotations.deleteAnnotation, ofAnnotation, { fresh: (world, ids) => createAnnotationOf(world, ids) }),
];

/** An annotation of a location. */
export async function createAnnotationOf(
  world: World,
  { orgId, locationId }: Pick<Ids, 'orgId' | 'locationId'>,
  text = 'x',
): Promise<{ annotationId: string }> {
  const now = world.now();
  const days = { startDate, endDate: startDate };
  const [made] = await world.registry.system(({ sql }) =>
    sql
      .insert(annotation)
      .values({ orgId, locationId, ...days, text, createdAt: now, updatedAt: now })
      .returning(),
  );
  return { annotationId: made!.annotationId };
}

function ofAnnotation({ annotationId }: Ids) {
  return { params: { annotationId } };
}
