import { hellaDevice, readDevice } from '@atrium/rules/device-identity';
import type { MappingSpec } from '@atrium/rules/mapping';
import type { Estate, EstateMapping } from '../../registry/directory/estate.ts';
import { contextOf } from '../decode-context.ts';
import type { ReadBody } from '../plan.ts';
import type { TodoBody } from '../todo-store.ts';
import { identityIn } from '../vendors/identity.ts';
import { isBlank } from '../vendors/values.ts';
import type { Vendors } from '../vendors/table.ts';
import type { Decoded, Vendor } from '../vendors/vendor.ts';
import { decodeMapped, deviceNamed, type MappedContext } from './decode-mapped.ts';

const prefix = 'custom-';

/** The part of the push URL that means a mapping of the organization that pushes. */
export function routeOf(code: string): string {
  return `${prefix}${code}`;
}

export function codeOf(route: string): string {
  return route.slice(prefix.length);
}

export function isMapped(route: string): boolean {
  return route.startsWith(prefix);
}

const seqBits = 45n;

/**
 * What orders the facts of a body among those of the same rank: its number in the inbox, and for a taught sensor first the version of
 * the mapping. A newer version may move a reading to the time of another body; it must win over what an older version made of
 * that one. Number 0 stands for everything that older versions said.
 */
export function orderOf(route: string, seq: string | bigint, generation: number): bigint {
  return isMapped(route) ? (BigInt(generation) << seqBits) | BigInt(seq) : BigInt(seq);
}

/** A body as a decoder of this generation reads it. */
export function readBody(body: TodoBody, decoded: Decoded, generation: number, clock: Date): ReadBody {
  const { vendor, seq, device } = body;
  const receivedAt = Math.floor(body.receivedAt.getTime() / 1000);
  const now = Math.floor(clock.getTime() / 1000);
  return { order: orderOf(vendor, seq, generation), device, receivedAt, now, generation, decoded };
}

/** Who reads bodies of a route: a vendor, or a mapping of the organization. */
export function vendorIn(
  vendors: Vendors,
  route: string,
  estate: Pick<Estate, 'mappings'> | undefined,
  context: MappedContext,
): Vendor | undefined {
  if (!isMapped(route)) return vendors.get(route);
  const mapping = estate?.mappings.get(codeOf(route));
  return mapping && mappedVendor(mapping, context);
}

/** A taught sensor is read like one of a vendor: the version of the mapping is the generation of its decoder. */
function mappedVendor({ code, name, version, spec }: EstateMapping, context: MappedContext): Vendor {
  const decode = (body: Buffer) => (spec ? decodeMapped(spec, body, context) : untaught(body));
  return {
    name: routeOf(code),
    title: name,
    generation: version,
    acceptsType: (type) => !type.startsWith('multipart/'),
    contentType: typeOf(spec),
    addressed: (part) => addressedIn(part, spec),
    identify: (body) => identityIn(decode(body)),
    decode,
  };
}

const types = { json: 'application/json', xml: 'application/xml', csv: 'text/csv' } as const;

/** What bodies of a taught sensor are kept as. */
export function typeOf(spec: MappingSpec | null): string {
  return spec ? types[spec.format] : 'application/octet-stream';
}

/** Some sensors append a path of their own: only where the address names the device is any text its number. */
function addressedIn(part: string, spec: MappingSpec | null): string | null {
  if (spec?.device === null) return deviceNamed(part, spec.numbers);
  return spec?.numbers === 'hella' ? hellaDevice(readDevice(part)) : readDevice(part);
}

/** Bodies that arrive before anyone has said what they mean wait in quarantine. */
function untaught(body: Buffer): Decoded {
  const flaws = isBlank(body) ? [] : (['unknown_shape'] as const);
  return { device: null, testData: false, logics: [], status: null, flaws };
}

/** What the estate says about a body of a device. */
export function contextIn(estate: Estate, speaker: string | null, receivedAt: Date): MappedContext {
  return {
    receivedAt: Math.floor(receivedAt.getTime() / 1000),
    speaker,
    zoneOfDevice: (device) => (device === null ? undefined : (contextOf(estate, device).zoneOf(device) ?? undefined)),
  };
}
