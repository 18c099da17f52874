import { type Problem, problemIf } from './problem.ts';
import { isIpAddress } from './ip-address.ts';

/** By their codes. */
export const siteTypes = {
  1: 'Perimeter Threshold',
  2: 'Interior Threshold',
  3: 'Path',
  4: 'Other',
} as const;
export type SiteType = keyof typeof siteTypes;

export const siteTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 200 characters',
  siteType: 'Type must be 1 (Perimeter Threshold), 2 (Interior Threshold), 3 (Path) or 4 (Other)',
  nodeCount: 'Node count must be a whole number from 0 to 10000',
  ipAddress: 'Enter an IP address as four numbers from 0 to 255, separated by dots',
  hostNameLong: 'Host name must have at most 253 characters',
} as const;

const addressFields = ['ipAddress', 'subnetMask', 'gateway', 'dns1', 'dns2', 'dns3'] as const;
const networkFields = [...addressFields, 'hostName'] as const;

export type Network = Readonly<Record<(typeof networkFields)[number], string | null>>;

export interface SiteValues extends Network {
  readonly name: string;
  readonly siteType: number;
  readonly nodeCount: number;
  readonly isDHCP: boolean;
}

/** The default values of a site. */
export const newSite: SiteValues = {
  name: '',
  siteType: 1,
  nodeCount: 0,
  isDHCP: true,
  ipAddress: null,
  subnetMask: null,
  gateway: null,
  dns1: null,
  dns2: null,
  dns3: null,
  hostName: null,
};

/** Normalized: texts are trimmed; with DHCP the network assigns the addresses, so none are stored. */
export function normalizedSite<Site extends SiteValues>(site: Site): Site {
  const network = networkFields.map((field) => [field, site.isDHCP ? null : (site[field] ?? '').trim() || null]);
  return { ...site, ...Object.fromEntries(network), name: site.name.trim() };
}

/** The problems of a normalized site. */
export function siteProblems(site: SiteValues): Problem[] {
  const { name, siteType, nodeCount, hostName } = site;
  return [
    ...problemIf(name === '', 'name', siteTexts.name),
    ...problemIf(name.length > 200, 'name', siteTexts.nameLong),
    ...problemIf(!Object.hasOwn(siteTypes, siteType), 'siteType', siteTexts.siteType),
    ...problemIf(
      !(Number.isInteger(nodeCount) && nodeCount >= 0 && nodeCount <= 10_000),
      'nodeCount',
      siteTexts.nodeCount,
    ),
    ...addressFields.flatMap((field) => {
      const address = site[field];
      return problemIf(address !== null && !isIpAddress(address), field, siteTexts.ipAddress);
    }),
    ...problemIf((hostName ?? '').length > 253, 'hostName', siteTexts.hostNameLong),
  ];
}
