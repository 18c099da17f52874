import { normalizeMac } from '@atrium/rules/mac-address';

/** One vendor's way of pushing. Pure: the same bytes always mean the same. */
export interface Vendor {
  /** The part of the push address that names it, and the route of the blacklist. */
  readonly name: string;
  /** As people know it. */
  readonly title: string;
  /** Raised when the decoder reads something differently; part of every fact's version, so that a replay wins. */
  readonly generation: number;
  readonly acceptsType: (contentType: string) => boolean;
  /** The device that a part of the address names; null where it names none. */
  readonly addressed: (part: string) => string | null;
  /** What the door must know before a body is kept. Bounded, and never throws. */
  readonly identify: (body: Buffer) => Identity;
  /** Everything a body says. Never throws: what cannot be read is named in `flaws`. */
  readonly decode: (body: Buffer) => Decoded;
}

export type Identity =
  /** A connection test or an empty body: answered, not kept. */
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
  | 'too_deep'
  | 'too_wide'
  | 'too_many_records'
  | 'unknown_shape'
  | 'unsupported_kind'
  | 'several_devices'
  | 'bad_interval'
  | 'bad_value';

/** What a device counts with: a line, a zone, a queue. */
export interface Logic {
  readonly deviceId: string;
  readonly name: string;
  readonly form: 'line' | 'zone';
  readonly readings: readonly Reading[];
}

export interface Reading {
  readonly measure: string;
  /** Epoch seconds; of an interval shorter than a second, with its milliseconds. */
  readonly at: number;
  /** Seconds; below one, with milliseconds. */
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
  /** Whether the interval is still open, as far as the device says; null when it does not. */
  readonly partial: boolean | null;
}

export interface DeviceStatus {
  readonly firmware: string | null;
  /** Its address in the local network. */
  readonly ipAddress: string | null;
  /** What someone set up, or what the device was built with: it stays the same until someone changes it. */
  readonly config: Readonly<Record<string, string | number | boolean>>;
  /** How it is right now. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

export const maxRecords = 10_000;
/** Devices that one body may bring. */
export const maxCarried = 1000;

/** Parses the MAC address from an untrusted value. */
export function macAddress(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 17 ? normalizeMac(value) : null;
}
