import type { RawRow } from './rows.ts';

/** Identifies a received body. */
export type RawKey = Pick<RawRow, 'org' | 'seq' | 'receivedAt'>;

/** A received body without its bytes. */
export interface RawHeader extends Omit<RawRow, 'body'> {
  bytes: number;
}

/** Bodies of one UTC day. */
export interface RawQuestion {
  /** Epoch second at which the day starts. */
  day: number;
  /** All organizations when absent. */
  org?: number | undefined;
  /** Its lane, where it is known, makes it quick: the bodies of a lane lie together. */
  device?: { readonly lane?: number | undefined; readonly name: string } | undefined;
  vendor?: string | undefined;
  kind?: string | undefined;
  /** Received in `[from, to)`, epoch milliseconds. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only those with a lower number. */
  before?: bigint | undefined;
  most: number;
}

/** Bodies received in `[from, to)`, epoch milliseconds. */
export type RawDaysQuestion = Pick<RawQuestion, 'org' | 'device' | 'vendor'> & { from: number; to: number };
