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
  /** What the push endpoint must know before a body is stored. Bounded, and never throws. */
  readonly identify: (body: Buffer) => Identity;
  /** The whole content of a body. Never throws: unreadable parts are listed in `flaws`. */
  readonly decode: (body: Buffer) => Decoded;
}

export type Identity =
  /** A connection test or an empty body: acknowledged, not stored. */
  | { readonly kind: 'test' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly device: string | null }
  | {
      readonly kind: 'readings' | 'status';
      /** The MAC address in twelve uppercase hexadecimal digits; null when the body has none. */
      readonly device: string | null;
      readonly records: number;
      /** End of the newest interval, epoch seconds; null when there is none. */
      readonly newest: number | null;
    };

export interface Decoded {
  readonly device: string | null;
  /** Sent by the vendor's own test function; never counted. */
  readonly testData: boolean;
  readonly logics: readonly Logic[];
  readonly status: DeviceStatus | null;
  /** Why some or all of the body could not be read. */
  readonly flaws: readonly Flaw[];
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
}

export const maxRecords = 10_000;

/** Parses the MAC address from an untrusted value. */
export function macAddress(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 17 ? normalizeMac(value) : null;
}
