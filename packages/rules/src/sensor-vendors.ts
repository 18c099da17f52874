import { normalizeMac } from './mac-address.ts';
import type { SensorTypeCode } from './sensor-types.ts';

export interface SensorVendor {
  readonly name: string;
  /** The most common type of its devices; null if unknown. */
  readonly defaultType: SensorTypeCode | null;
  /** Prefixes of MAC addresses, in uppercase hexadecimal digits. */
  readonly prefixes: readonly string[];
  /** Whether its devices have a password. */
  readonly hasPassword: boolean;
  /** Whether its devices forward the counts of other devices. */
  readonly masterNode: boolean;
}

/**
 * Vendors of known devices, by the MAC addresses seen in the field: not every block of a vendor. Add a missing block
 * here.
 */
export const sensorVendors: readonly SensorVendor[] = [
  // Represents the provider's own camera with a locally administered address, until it has its own block.
  { name: 'Atrium Camera', defaultType: 'ccam', prefixes: ['025E50'], hasPassword: true, masterNode: false },
  { name: 'Brickstream', defaultType: 'vid', prefixes: ['00B09D'], hasPassword: true, masterNode: false },
  { name: 'Delopt', defaultType: null, prefixes: ['40D855083'], hasPassword: false, masterNode: false },
  { name: 'Point Six', defaultType: 'tb12', prefixes: ['002250'], hasPassword: false, masterNode: true },
  {
    name: 'Xovis',
    defaultType: 'xovis5',
    prefixes: ['006E02', '000B91', '801F12'],
    hasPassword: true,
    masterNode: false,
  },
  { name: 'Irisys', defaultType: 'vector4d', prefixes: ['0021AC'], hasPassword: true, masterNode: false },
  // Locally administered too: no block of the vendor is known.
  { name: 'Hella', defaultType: 'hella', prefixes: ['02E11A'], hasPassword: true, masterNode: false },
  { name: 'Teracom', defaultType: 'teracom', prefixes: ['5C32C5'], hasPassword: false, masterNode: true },
  {
    name: 'Axis',
    defaultType: 'axis',
    prefixes: ['00408C', 'ACCC8E', 'B8A44F', 'E82725'],
    hasPassword: true,
    masterNode: false,
  },
  {
    name: 'Monnit',
    defaultType: 'monnit',
    prefixes: ['0050C2E3E', '6C47805', '70B3D5393', '8C1F6406D'],
    hasPassword: false,
    masterNode: true,
  },
  {
    name: 'Milesight',
    defaultType: 'milesight',
    prefixes: ['24E124', '1CC316', '001628'],
    hasPassword: true,
    masterNode: false,
  },
];

export const unknownVendor: SensorVendor = {
  name: 'Unknown',
  defaultType: null,
  prefixes: [],
  hasPassword: false,
  masterNode: false,
};

/** The vendor of the device with this MAC address: the one with the longest matching prefix. */
export function vendorOf(macAddress: string | null): SensorVendor {
  const digits = normalizeMac(macAddress ?? '');
  const fitting = sensorVendors.flatMap((vendor) =>
    vendor.prefixes.filter((prefix) => digits?.startsWith(prefix)).map((prefix) => ({ vendor, prefix })),
  );
  return fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.vendor ?? unknownVendor;
}
