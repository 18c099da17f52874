import { chosenZoneProblems, type ZoneField } from '@atrium/rules/zone-mapping';
import type { Problem } from '@atrium/rules/problem';
import { findPlacedZones, type PlacedZone } from '../../estate/placed-zone-store.ts';
import { notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';

/** Zones by the field they are chosen for; null where there is none. */
export type ChosenZones = { readonly [Field in ZoneField]?: string | null };

/** Refuses zones that a mapping at this location cannot take. Returns them by id. */
export async function refuseUnfit(
  tx: Transaction,
  orgId: string,
  chosen: ChosenZones,
  locationId: string,
): Promise<Map<string, PlacedZone>> {
  const named = (Object.entries(chosen) as [ZoneField, string | null][]).flatMap(([field, zoneId]) =>
    zoneId === null ? [] : [{ field, zoneId }],
  );
  if (named.length === 0) return new Map();
  const zones = await findPlacedZones(
    tx,
    orgId,
    named.map(({ zoneId }) => zoneId),
  );
  refuseProblems(
    named.flatMap(({ field, zoneId }) => {
      const zone = zones.get(zoneId);
      if (!zone) throw notFound('The zone');
      return chosenZoneProblems(field, zone, locationId);
    }),
  );
  return zones;
}

/** The chosen zones of a body, with ids as they are stored; absent fields stay absent. */
export function chosenIn<Field extends ZoneField>(
  body: { readonly [F in Field]?: string | null | undefined },
  fields: readonly Field[],
): { [F in Field]?: string | null } {
  const chosen: { [F in Field]?: string | null } = {};
  for (const field of fields) {
    const zoneId = body[field];
    if (zoneId !== undefined) chosen[field] = zoneId?.toLowerCase() ?? null;
  }
  return chosen;
}

/** The chosen zones that differ: what a mapping already has may have been disabled since, and stays. */
export function newlyChosen<Field extends ZoneField>(
  before: { readonly [F in Field]: string | null },
  after: { readonly [F in Field]: string | null },
  fields: readonly Field[],
): ChosenZones {
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  );
}

/** For what another mapping has already. */
export function refuseTaken(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first) throw new Refusal('conflict', first.message, { details: problems });
}
