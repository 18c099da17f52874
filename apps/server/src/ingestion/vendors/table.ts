import { axis } from './axis.ts';
import { brickstream } from './brickstream.ts';
import { genericJson } from './generic-json.ts';
import { hella } from './hella.ts';
import { irisys, irisysMqtt } from './irisys.ts';
import { lorawan } from './lorawan.ts';
import { milesight, milesightCrossings } from './milesight.ts';
import { monnit } from './monnit.ts';
import { pointSix } from './point-six.ts';
import type { Vendor } from './vendor.ts';
import { xovis4, xovis4Events } from './xovis4.ts';
import { xovis5, xovisLive, xovisSpider } from './xovis5.ts';

export type Vendors = ReadonlyMap<string, Vendor>;

const all = [
  xovis5,
  xovisLive,
  xovisSpider,
  xovis4,
  xovis4Events,
  axis,
  milesight,
  milesightCrossings,
  lorawan,
  irisys,
  irisysMqtt,
  brickstream,
  hella,
  monnit,
  pointSix,
  genericJson,
];

/** Every vendor that may push, by the name in the address. */
export const vendors: Vendors = new Map(all.map((vendor) => [vendor.name, vendor]));
