import { axis } from './axis.ts';
import { brickstream } from './brickstream.ts';
import { genericJson } from './generic-json.ts';
import { irisys } from './irisys.ts';
import { milesight } from './milesight.ts';
import { monnit } from './monnit.ts';
import { pointSix } from './point-six.ts';
import type { Vendor } from './vendor.ts';
import { xovis4 } from './xovis4.ts';
import { xovis5 } from './xovis5.ts';

export type Vendors = ReadonlyMap<string, Vendor>;

/** Every vendor that may push, by the name in the address. */
export const vendors: Vendors = new Map(
  [xovis5, xovis4, axis, milesight, irisys, brickstream, monnit, pointSix, genericJson].map((vendor) => [
    vendor.name,
    vendor,
  ]),
);
