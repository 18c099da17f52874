import { readEui64 } from '@atrium/rules/device-identity';
import type { Collector, DeviceCollector } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { instantOf } from './intervals.ts';
import { readDecoded, readPayload, type Uplink } from './milesight-payload.ts';
import { at, isObject, nameOf, objects, plainValues, type Json } from './values.ts';
import { macAddress, type Vendor } from './vendor.ts';

/**
 * Milesight sensors over LoRaWAN, as a network server or a gateway forwards them. Each wraps the same bytes in a message of
 * its own and names the device by its EUI-64.
 */
export const lorawan: Vendor = {
  ...jsonVendor({
    name: 'lorawan',
    title: 'Milesight over LoRaWAN: The Things Stack, ChirpStack, ThingPark or a Milesight gateway',
    generation: 1,
    read: readMessage,
  }),
  addressed: (part) => (part.length <= 23 ? (readEui64(part) ?? macAddress(part)) : null),
};

/** What the wrapping says, in whichever way. */
interface Envelope {
  readonly device: string | null;
  /** When the server received it, epoch seconds. */
  readonly at: number | null;
  /** Undefined where it brings no payload, as when a device joins. */
  readonly bytes: Buffer | null | undefined;
  readonly decoded: Json | undefined;
  readonly name: unknown;
  readonly battery: unknown;
}

function readMessage(message: Json, into: Collector): void {
  const envelope = thingsStack(message, into) ?? thingPark(message) ?? chirpStack(message);
  if (!envelope?.device) {
    into.flaw('unknown_shape');
    return;
  }
  const own = into.from(envelope.device);
  const uplink =
    envelope.bytes === undefined ? envelope.decoded && readDecoded(envelope.decoded) : readBytes(envelope.bytes);
  if (uplink === null) into.flaw('bad_value');
  if (uplink?.unknown) into.flaw('unsupported_kind');
  own.status({
    firmware: nameOf(uplink?.firmware) ?? null,
    ipAddress: null,
    config: plainValues({ name: envelope.name, firmware: uplink?.firmware, serial: uplink?.serial }),
    detail: plainValues({
      batteryLevel: uplink?.battery ?? envelope.battery,
      occluded: uplink?.occluded ?? undefined,
    }),
  });
  if (uplink) readUplink(uplink, envelope, own, into);
}

function readBytes(bytes: Buffer | null): Uplink | null {
  return bytes === null ? null : readPayload(bytes);
}

function readUplink(uplink: Uplink, envelope: Envelope, own: DeviceCollector, into: Collector): void {
  const { counters, levels, dwells } = uplink;
  if (counters.length + levels.length + dwells.length === 0) return;
  const now = timeOf(uplink.at, envelope.at);
  /** What was stored has a time of its own, or none at all. */
  const timed = <Said extends { readonly at?: number }>(said: readonly Said[]): (Said & { readonly at: number })[] =>
    said.flatMap((each) => {
      const when = each.at === undefined ? now : timeOf(each.at, null);
      if (when === null) into.flaw('bad_interval');
      return when === null ? [] : [{ ...each, at: when }];
    });
  for (const { line, ...counter } of timed(counters))
    own.logic(`line-${line}`, `Line ${line}`, 'line').counter(counter);
  for (const { region, measure, value, at: when } of timed(levels))
    regionOf(own, region).level({ measure, at: when, span: null, last: value, lo: value, hi: value });
  for (const { region, seconds, at: when } of timed(dwells)) {
    const sample = { measure: 'dwell', at: when, span: 0, id: '', n: 1, outcome: 'unknown' } as const;
    if (seconds > 0) regionOf(own, region).sample({ ...sample, milliseconds: 1000 * seconds });
  }
}

function regionOf(own: DeviceCollector, region: number) {
  return own.logic(`region-${region}`, region === 0 ? 'All regions' : `Region ${region}`, 'zone');
}

/** The clock of the device, unless it was never set or runs ahead of the server that received it. */
function timeOf(device: number | null, server: number | null): number | null {
  if (device === null || device < clockUnsetBefore || device > farFuture) return server;
  return server !== null && device > server ? server : device;
}

/** No clock is right there, and nothing can be stored. */
const farFuture = Date.UTC(2100, 0, 1) / 1000;
const clockUnsetBefore = Date.UTC(2015, 0, 1) / 1000;

function thingsStack(message: Json, into: Collector): Envelope | undefined {
  const { end_device_ids: ids, uplink_message: uplink } = message;
  if (!isObject(ids)) return undefined;
  // Made in the console of the server, not by a device.
  if (message.simulated === true) into.testData();
  return {
    device: euiOf(ids.dev_eui),
    at: instantOf(at(uplink, 'received_at')) ?? instantOf(message.received_at),
    bytes: bytesIn(at(uplink, 'frm_payload'), 'base64'),
    decoded: objectIn(at(uplink, 'decoded_payload')),
    name: ids.device_id,
    battery: at(uplink, 'last_battery_percentage', 'value'),
  };
}

function thingPark(message: Json): Envelope | undefined {
  const uplink = message.DevEUI_uplink;
  if (!isObject(uplink)) return undefined;
  return {
    device: euiOf(uplink.DevEUI),
    at: instantOf(uplink.Time),
    bytes: bytesIn(uplink.payload_hex, 'hex'),
    decoded: objectIn(uplink.payload),
    name: at(uplink, 'CustomerData', 'name'),
    battery: uplink.BatteryLevel,
  };
}

/** Version 4 names the device in `deviceInfo`; version 3 and the gateways of Milesight beside the payload. */
function chirpStack(message: Json): Envelope | undefined {
  const { deviceInfo } = message;
  const eui = at(deviceInfo, 'devEui') ?? message.devEUI;
  if (eui === undefined) return undefined;
  const times = [message.time, ...objects(message.rxInfo).map(({ time }) => time), message.publishedAt];
  return {
    device: euiOf(eui),
    at: times.map(instantOf).find((time) => time !== null) ?? null,
    bytes: bytesIn(message.data, 'base64'),
    decoded: objectIn(message.object ?? message.objectJSON),
    name: at(deviceInfo, 'deviceName') ?? message.deviceName,
    battery: message.batteryLevel,
  };
}

/** Sixteen digits, or the eight bytes in base64. */
function euiOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 23) return null;
  const bytes = /^[A-Za-z0-9+/]{11}=$/.test(value) ? Buffer.from(value, 'base64') : undefined;
  return readEui64(bytes ? bytes.toString('hex') : value);
}

/** Undefined where there is no text, null where it is not what it should be. */
function bytesIn(value: unknown, encoding: 'base64' | 'hex'): Buffer | null | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const pattern = encoding === 'hex' ? /^(?:[0-9a-f]{2})+$/i : /^[A-Za-z0-9+/]+={0,2}$/;
  if (typeof value !== 'string' || value.length > 1000 || !pattern.test(value)) return null;
  return Buffer.from(value, encoding);
}

/** An object, or the text of one. */
function objectIn(value: unknown): Json | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || value.length > 10_000) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
