/** The part that is used; the package has no types. */
declare module 'topojson-client' {
  type Ring = [number, number][];

  export interface Topology {
    objects: Record<string, object>;
  }

  export function feature(
    topology: Topology,
    object: object,
  ): {
    features: {
      geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
    }[];
  };
}
