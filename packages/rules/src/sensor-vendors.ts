import { type DeviceVendor, readDevice } from './device-identity.ts';
import type { SensorTypeCode } from './sensor-types.ts';

export interface SensorVendor {
  readonly name: string;
  /** Under which its devices are numbered; null for nobody's. */
  readonly code: DeviceVendor | null;
  /** What its devices most often are; null where nobody can tell. */
  readonly defaultType: SensorTypeCode | null;
  /** Beginnings of MAC addresses and EUI-64s, in upper-case hexadecimal digits. */
  readonly prefixes: readonly string[];
  /** Whether its devices are opened with a password. */
  readonly hasPassword: boolean;
  /** Whether its devices forward the counts of other devices. */
  readonly masterNode: boolean;
}

/**
 * Who makes the devices that people know of, by the addresses seen in the field: not every block a vendor has. A
 * missing block is added here.
 */
export const sensorVendors: readonly SensorVendor[] = [
  // Stands for the provider's own camera with a locally administered address, until it has a block of its own.
  {
    name: 'Atrium Camera',
    code: 'atrium',
    defaultType: 'ccam',
    prefixes: ['025E50'],
    hasPassword: true,
    masterNode: false,
  },
  {
    name: 'Brickstream',
    code: 'brickstream',
    defaultType: 'vid',
    prefixes: ['00B09D'],
    hasPassword: true,
    masterNode: false,
  },
  { name: 'Delopt', code: 'delopt', defaultType: null, prefixes: ['40D855083'], hasPassword: false, masterNode: false },
  {
    name: 'Point Six',
    code: 'point-six',
    defaultType: 'tb12',
    prefixes: ['002250'],
    hasPassword: false,
    masterNode: true,
  },
  {
    name: 'Xovis',
    code: 'xovis',
    defaultType: 'xovis5',
    prefixes: ['006E02', '000B91', '801F12'],
    hasPassword: true,
    masterNode: false,
  },
  {
    name: 'Irisys',
    code: 'irisys',
    defaultType: 'vector4d',
    prefixes: ['0021AC'],
    hasPassword: true,
    masterNode: false,
  },
  // Locally administered too: no block of the vendor is known.
  { name: 'Hella', code: 'hella', defaultType: 'hella', prefixes: ['02E11A'], hasPassword: true, masterNode: false },
  {
    name: 'Teracom',
    code: 'teracom',
    defaultType: 'teracom',
    prefixes: ['5C32C5'],
    hasPassword: false,
    masterNode: true,
  },
  {
    name: 'Axis',
    code: 'axis',
    defaultType: 'axis',
    prefixes: ['00408C', 'ACCC8E', 'B8A44F', 'E82725'],
    hasPassword: true,
    masterNode: false,
  },
  {
    name: 'Monnit',
    code: 'monnit',
    defaultType: 'monnit',
    prefixes: ['0050C2E3E', '6C47805', '70B3D5393', '8C1F6406D'],
    hasPassword: false,
    masterNode: true,
  },
  {
    name: 'Milesight',
    code: 'milesight',
    defaultType: 'milesight',
    prefixes: ['24E124', '1CC316', '001628'],
    hasPassword: true,
    masterNode: false,
  },
];

export const unknownVendor: SensorVendor = {
  name: 'Unknown',
  code: null,
  defaultType: null,
  prefixes: [],
  hasPassword: false,
  masterNode: false,
};

/** The vendor of a device: the one that numbered it, or else the one with the longest prefix that fits. */
export function vendorOf(device: string | null): SensorVendor {
  const known = readDevice(device ?? '') ?? '';
  const numbered = sensorVendors.find(({ code }) => known.startsWith(`${code}:`));
  const fitting = sensorVendors.flatMap((vendor) =>
    vendor.prefixes.filter((prefix) => known.startsWith(prefix)).map((prefix) => ({ vendor, prefix })),
  );
  return numbered ?? fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.vendor ?? unknownVendor;
}
