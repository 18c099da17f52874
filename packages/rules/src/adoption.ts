import { type Problem, problemIf } from './problem.ts';
import { zoneTexts } from './zone-settings.ts';

export const adoptionTexts = {
  site: 'Choose a site',
  location: 'Choose a location',
  siteName: 'Name is required',
  oneSite: 'Choose a site or describe a new one, not both',
  line: 'The device has no such line',
} as const;

/** Where a new device is installed, and what its lines are called. */
export interface Adoption {
  readonly siteId?: string | undefined;
  readonly site?: { readonly locationId: string; readonly name: string } | undefined;
  readonly zones: readonly { readonly lineId: string; readonly name: string }[];
}

/** The problems of an adoption; paths are those of the call. */
export function adoptionProblems({ siteId, site, zones }: Adoption, lineIds: readonly string[]): Problem[] {
  return [
    ...problemIf(!siteId && !site, 'siteId', adoptionTexts.site),
    ...problemIf(Boolean(siteId) && site !== undefined, 'siteId', adoptionTexts.oneSite),
    ...problemIf(site !== undefined && site.locationId === '', 'site.locationId', adoptionTexts.location),
    ...problemIf(site !== undefined && site.name === '', 'site.name', adoptionTexts.siteName),
    ...zones.flatMap(({ lineId, name }, index) => [
      ...problemIf(!lineIds.includes(lineId), `zones.${index}.lineId`, adoptionTexts.line),
      ...problemIf(name === '', `zones.${index}.name`, zoneTexts.name),
      ...problemIf(name.length > 200, `zones.${index}.name`, zoneTexts.nameLong),
    ]),
  ];
}

/** An older reading was not sent for this place. */
const maxSecondsBack = 3_600;

/** From when an adopted device counts: from the start of what it sent last, so that its number is there at once. Epoch seconds. */
export function countsFrom(now: number, lines: readonly { readonly latest: { readonly at: number } | null }[]): number {
  const starts = lines.flatMap(({ latest }) => latest?.at ?? []).filter((at) => at >= now - maxSecondsBack);
  const first = Math.min(now, ...starts);
  return first - (first % 60);
}

/** Names that devices give on their own, such as "Line 1", "Zone0" or "Counter". */
const isDefaultName = (name: string) =>
  /^(line|zone|counter|region|count|logic|in[/ -]?out)?[ _#-]*\d{0,4}$/i.test(name.trim());

/** What to call the zones of a device at a site: its own names where someone chose them, otherwise after the site. */
export function suggestedZoneNames(siteName: string, lines: readonly { readonly name: string }[]): string[] {
  const place = siteName.trim();
  const unnamed = lines.filter(({ name }) => isDefaultName(name)).length;
  let number = 0;
  return lines.map(({ name }) => {
    if (!isDefaultName(name)) return name.trim();
    if (place === '') return name.trim();
    number += 1;
    return unnamed === 1 ? place : `${place} ${number}`;
  });
}
