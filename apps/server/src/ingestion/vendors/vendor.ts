import type { CounterValue, LevelReading, SampleReading, TrackEvent } from './kinds.ts';
import { normalizeMac } from '@atrium/rules/mac-address';

/** The push format of one vendor. Pure: the same bytes always mean the same. */
export interface Vendor {
  /** Its part of the push URL, and its route on the blacklist. */
  readonly name: string;
  /** Its display name. */
  readonly title: string;
  /** Raised when the decoder interprets something differently; part of every fact's version, so that a replay wins. */
  readonly generation: number;
  readonly acceptsType: (contentType: string) => boolean;
  /** What its bodies are kept as, whatever their sender calls them. */
  readonly contentType: string;
  /** The body as it is kept and read: without the pictures that its devices attach. Bounded, and never throws. */
  readonly withoutPictures?: (body: Buffer) => Buffer;
  /** The device that a part of the address names; null where it names none. */
  readonly addressed: (part: string) => string | null;
  /** What the door must know before a body is kept. Bounded, and never throws. */
  readonly identify: (body: Buffer) => Identity;
  /** The whole content of a body. Never throws: unreadable parts are listed in `flaws`. */
  readonly decode: (body: Buffer, context?: DecodeContext) => Decoded;
}

/** What a decoder may ask about the estate. */
export interface DecodeContext {
  /** The time zone of the location where a device is installed, of the one that pushed for null; null when it is unknown. */
  readonly zoneOf: (device: string | null) => string | null;
  /** Epoch seconds, where the body was received. */
  readonly receivedAt?: number | undefined;
}

export type Identity =
  /** A connection test or an empty body: acknowledged, not stored. */
  | { readonly kind: 'test' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly device: string | null }
  | {
      readonly kind: 'readings' | 'status';
      /** Who speaks (`packages/rules/src/device-identity.ts`), which decides the lane; null when the body does not say. */
      readonly device: string | null;
      /** Other devices whose readings it brings, such as the sensors of a gateway. */
      readonly carried?: readonly string[];
      readonly records: number;
      /** End of the newest interval, epoch seconds; null when there is none. */
      readonly newest: number | null;
    };

export interface Decoded extends Report {
  /** What it brings of other devices. */
  readonly carried?: readonly (Report & { readonly device: string })[];
  /** Made by the vendor's own test function; never counted. */
  readonly testData: boolean;
  /** The newest package in the body, where a device numbers what it sends: a number that never arrives is lost data. */
  readonly package?: { readonly agent: string; readonly number: number };
  /** The other packages of a body that has several. */
  readonly otherPackages?: readonly { readonly agent: string; readonly number: number }[];
  /** Why some or all of the body could not be read. */
  readonly flaws: readonly Flaw[];
}

/** What one device says. */
export interface Report {
  readonly device: string | null;
  readonly logics: readonly Logic[];
  readonly status: DeviceStatus | null;
}

export type Flaw =
  | 'not_json'
  | 'not_xml'
  | 'not_csv'
  | 'has_doctype'
  | 'too_deep'
  | 'too_wide'
  | 'too_many_records'
  | 'unknown_shape'
  | 'unsupported_kind'
  | 'several_devices'
  | 'bad_interval'
  | 'unknown_time_zone'
  | 'bad_value';

/** What a device counts with: a line, a zone, a queue. */
export interface Logic {
  readonly deviceId: string;
  readonly name: string;
  readonly form: 'line' | 'zone';
  /** It counts one direction and does not say which: ins, or what its zone says. */
  readonly isOneWay?: boolean;
  /** What it counted. */
  readonly readings: readonly Reading[];
  readonly counters?: readonly CounterValue[];
  readonly levels?: readonly LevelReading[];
  readonly samples?: readonly SampleReading[];
  readonly events?: readonly TrackEvent[];
}

export interface Reading {
  readonly measure: string;
  /** Epoch seconds; with milliseconds for an interval shorter than a second. */
  readonly at: number;
  /** Seconds; with milliseconds below one. */
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
  /** Whether the interval is still open, if the device reports it; otherwise null. */
  readonly partial: boolean | null;
}

export interface DeviceStatus {
  readonly firmware: string | null;
  /** Its address in the local network. */
  readonly ipAddress: string | null;
  /** What was configured, or built into the device: it stays the same until someone changes it. */
  readonly config: Readonly<Record<string, string | number | boolean>>;
  /** Its current state. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
  /** It says only what is new: the rest of the state stays as it was. */
  readonly adds?: true;
}

/** The state of a device after it has said something else. */
export function statusAfter(before: DeviceStatus | null, next: DeviceStatus): DeviceStatus {
  if (!before || !next.adds) return next;
  return {
    ...before,
    firmware: next.firmware ?? before.firmware,
    ipAddress: next.ipAddress ?? before.ipAddress,
    config: { ...before.config, ...next.config },
    detail: { ...before.detail, ...next.detail },
  };
}

export const maxRecords = 10_000;
/** Devices that one body may bring. */
export const maxCarried = 1000;

/** Parses the MAC address from an untrusted value. */
export function macAddress(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 17 ? normalizeMac(value) : null;
}
