import { formatMac, normalizeMac } from './mac-address.ts';

/**
 * Who a device is, as text: the digits of its MAC address (12) or EUI-64 (16), which no two devices in the world share, or
 * its vendor and the number that vendor gave it (`monnit:104523`): a serial, or the number of a sensor at its gateway.
 * Numbers of two vendors never meet, and a serial that looks like a MAC address is none. These are the vendors.
 */
export const deviceVendors = [
  'atrium',
  'axis',
  'brickstream',
  'custom',
  'delopt',
  'hella',
  'irisys',
  'milesight',
  'monnit',
  'point-six',
  'teracom',
  'xovis',
] as const;
export type DeviceVendor = (typeof deviceVendors)[number];

/** From the text of a person or of a device; null when it says nobody. */
export function readDevice(text: string): string | null {
  const [, vendor, number] = /^\s*([a-z-]+):(.*)$/is.exec(text) ?? [];
  const known = deviceVendors.find((each) => each === vendor?.toLowerCase());
  if (known !== undefined) return numberedDevice(known, number ?? '');
  return normalizeMac(text) ?? readEui64(text);
}

/** A number that is unique among the devices of one vendor only, however it looks. */
export function numberedDevice(vendor: DeviceVendor, number: string): string | null {
  const written = number.trim().toUpperCase();
  return /^[0-9A-Z][0-9A-Z._-]{0,63}$/.test(written) ? `${vendor}:${written}` : null;
}

/** Sensors of Hella call themselves by an EUI-64 that is made from their MAC address, which is who they are. */
export function hellaDevice(device: string | null): string | null {
  return device?.replace(/^([0-9A-F]{6})FFFE([0-9A-F]{6})$/, '$1$2') ?? null;
}

/** Digits alone, or eight pairs. */
export function readEui64(text: string): string | null {
  const written = text.trim().toUpperCase();
  return /^([0-9A-F]{16}|[0-9A-F]{2}([:-])[0-9A-F]{2}(\2[0-9A-F]{2}){6})$/.test(written)
    ? written.replaceAll(/[:-]/g, '')
    : null;
}

/** What people write of a new sensor. */
export interface WrittenIdentity {
  readonly macAddress?: string | null | undefined;
  readonly identifier?: string | null | undefined;
}

export interface DeviceIdentity {
  readonly macAddress: string | null;
  /** Where it is not the MAC address. */
  readonly identifier: string | null;
  /** Who it is: the identifier, or else the MAC address; null for a dummy. */
  readonly device: string | null;
}

/** An identifier says who a sensor is; without one, its MAC address does. */
export function identityOf(written: WrittenIdentity): DeviceIdentity {
  const said = readDevice(written.identifier ?? '');
  const macAddress = normalizeMac(written.macAddress ?? '') ?? normalizeMac(said ?? '');
  const identifier = said === macAddress ? null : said;
  return { macAddress, identifier, device: identifier ?? macAddress };
}

/** What is shown as the MAC address of a sensor: the identifier where it has none; null for a dummy. */
export function shownAddress(sensor: WrittenIdentity): string | null {
  const { macAddress, identifier } = sensor;
  return macAddress ? formatMac(macAddress) : identifier ? formatMac(identifier) : null;
}
