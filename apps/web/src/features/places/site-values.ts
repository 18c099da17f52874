import type { Site, SiteBody } from '@atrium/contract/sites';
import { newSite, normalizedSite, type SiteValues } from '@atrium/rules/site';
import { changedValues } from '../../ui/changed-fields.ts';

const networkFields = ['ipAddress', 'subnetMask', 'gateway', 'dns1', 'dns2', 'dns3', 'hostName'] as const;

/** The fields of the form; unset fields are empty strings. */
export type SiteForm = Record<'name' | 'siteType' | 'nodeCount' | (typeof networkFields)[number], string> & {
  isDHCP: boolean;
};

export { networkFields };

export function formOf(site: Site | undefined): SiteForm {
  const { name, siteType, nodeCount, isDHCP } = site ?? newSite;
  const network = networkFields.map((field) => [field, (site ?? newSite)[field] ?? '']);
  return {
    name,
    siteType: String(siteType),
    nodeCount: String(nodeCount),
    isDHCP,
    ...(Object.fromEntries(network) as Record<(typeof networkFields)[number], string>),
  };
}

/** The normalized values. */
export function siteOf(form: SiteForm): SiteValues {
  return normalizedSite({ ...form, siteType: Number(form.siteType), nodeCount: numberOf(form.nodeCount) });
}

/** The changed fields, as they are sent. */
export function siteChanges(before: SiteForm, after: SiteForm): SiteBody {
  return changedValues(siteOf(before), siteOf(after));
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
