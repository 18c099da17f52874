import * as mappings from '@atrium/contract/mappings';
import { guessMapping } from '../src/ingestion/mappings/guess.ts';
import { mapping, mappingVersion } from '../src/registry/schema/mappings.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const text = '{"mac":"24E124FF3920","timestamp":"2026-03-04T10:00:00Z","in":1,"out":0}';
const { spec } = guessMapping(Buffer.from(text));
const taught = { text, spec: structuredClone(spec) as never };

/** The requests of the access matrix about taught sensors. */
export const mappingEntries: readonly Entry[] = [
  entry(mappings.listMappings, () => ({})),
  entry(mappings.listMappingSamples, () => ({})),
  entry(mappings.listMappingTemplates, () => ({})),
  entry(mappings.getMapping, ofMapping),
  entry(mappings.guessMapping, () => ({ body: { text } })),
  entry(mappings.previewMapping, ({ mappingId }) => ({ body: { ...taught, mappingId } })),
  entry(mappings.createMapping, () => ({ body: { name: 'New', ...taught } })),
  entry(mappings.updateMapping, (ids) => ({ ...ofMapping(ids), body: { name: 'Renamed' } }), { fresh: aMapping }),
  entry(mappings.restoreMapping, (ids) => ({ ...ofMapping(ids), body: { version: 1 } }), { fresh: aMapping }),
  entry(mappings.retireMapping, ofMapping, { fresh: aMapping }),
];

function ofMapping({ mappingId }: Ids) {
  return { params: { mappingId } };
}

/** A taught sensor of an organization, for its id. */
export async function createTaughtSensor(world: World, orgId: string, name: string): Promise<{ mappingId: string }> {
  const code = Math.random().toString(16).slice(2, 12);
  return world.registry.system(async ({ sql }) => {
    const [made] = await sql.insert(mapping).values({ orgId, code, name, version: 1 }).returning();
    const { mappingId } = made!;
    await sql.insert(mappingVersion).values({ orgId, mappingId, version: 1, spec, fixture: text });
    return { mappingId };
  });
}

function aMapping(world: World, { orgId }: Ids) {
  return createTaughtSensor(world, orgId, 'Doomed');
}
