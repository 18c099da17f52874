import type { Door } from '../building.ts';
import type { Reading } from '../measures.ts';

/** How the sensors of a vendor identify themselves and speak. */
export interface Format {
  /** The vendor's part of the push URL. */
  readonly vendor: string;
  readonly contentType: string;
  /** The push URL ends with the device, because the body does not name it. */
  readonly isAddressed?: true;
  /** Whether a message says what was counted in an interval, or how far the counters have come. */
  readonly counts: 'intervals' | 'totals';
  /** The directions that a line distinguishes. */
  readonly ways: readonly ('ins' | 'outs')[];
  /** Lines that one sensor can have. */
  readonly maxLines: number;
  /** Records that one message can carry. */
  readonly maxRecords: number;
  /** The identity of a sensor, made of a number up to 16,777,215. */
  readonly deviceOf: (number: number) => string;
  readonly encode: (message: Message) => string;
}

/** A simulated device that counts with one or more lines and speaks the format of its vendor. */
export interface FleetSensor extends Speaker {
  readonly lines: readonly (Line & { readonly door: Door })[];
}

/** Who sends a message, and how. */
export interface Speaker {
  /** Who it is, as the product writes it: a MAC address, an EUI-64, or its vendor's number (`monnit:104523`). */
  readonly device: string;
  readonly name: string;
  readonly format: Format;
}

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly name: string;
}

/** What a sensor sends at one moment; its format makes a body of it. */
export interface Message {
  readonly sensor: Speaker;
  /** Increases by one with every message of a sensor. */
  readonly number: number;
  /** When it is sent, epoch seconds. */
  readonly at: number;
  /** It does not wait for a free connection: all sensors send such messages at the same time. */
  readonly isAtOnce?: true;
  /** The same lines in every message of a sensor, in the same order. */
  readonly lines: readonly LineReport[];
}

export interface LineReport {
  readonly line: Line;
  readonly records: readonly FleetRecord[];
}

/** What a line counted in `[from, to)`, epoch seconds, and how far its counters have come at the end of it. */
export interface FleetRecord {
  readonly from: number;
  readonly to: number;
  readonly ins: number;
  readonly outs: number;
  readonly insTotal: number;
  readonly outsTotal: number;
  /** What it says where it does not just count; not every format has words for it. */
  readonly readings?: readonly Reading[];
}

/** The messages of each sensor, in their order. */
export function bySensor(messages: readonly Message[]): Map<Speaker, Message[]> {
  const own = new Map<Speaker, Message[]>();
  for (const message of messages) {
    const known = own.get(message.sensor);
    if (known) known.push(message);
    else own.set(message.sensor, [message]);
  }
  return own;
}
