import type { Vendor } from './vendor.ts';
import { xovis5 } from './xovis5.ts';

export type Vendors = ReadonlyMap<string, Vendor>;

/** Every vendor that may push, by the name in the address. */
export const vendors: Vendors = new Map([xovis5].map((vendor) => [vendor.name, vendor]));
