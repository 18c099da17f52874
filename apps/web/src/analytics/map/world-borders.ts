import { feature, type Topology } from 'topojson-client';
import address from 'world-atlas/countries-50m.json?url';
import { type Ring, withoutJumps } from './map-outline.ts';

/** The outlines of all countries. */
export async function loadBorders(): Promise<Ring[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The borders of the world could not be loaded.');
  const topology = (await answer.json()) as Topology;
  const rings: readonly Ring[] = feature(topology, topology.objects['countries']!).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  return rings.map(withoutJumps);
}
