import { site } from './schema/places.ts';

export const siteColumns = {
  siteId: site.siteId,
  orgId: site.orgId,
  locationId: site.locationId,
  name: site.name,
  siteType: site.siteType,
  type: site.siteType,
  nodeCount: site.nodeCount,
  isDHCP: site.isDHCP,
  ipAddress: site.ipAddress,
  subnetMask: site.subnetMask,
  gateway: site.gateway,
  dns1: site.dns1,
  dns2: site.dns2,
  dns3: site.dns3,
  hostName: site.hostName,
  version: site.version,
};
