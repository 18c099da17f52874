import type { Operation } from '@atrium/rules/dashboard-edits';
import type { SavedDashboard } from './saved-dashboard.ts';

export interface Batch {
  /** A repetition after a lost reply is recognized by it. */
  readonly batchId: string;
  readonly operations: readonly Operation[];
}

/** What the server says to a batch. */
export type Sent =
  | { readonly state: 'saved'; readonly saved: SavedDashboard }
  /** The dashboard has another version. */
  | { readonly state: 'stale' };

export interface KnownEdit extends Batch {
  readonly version: number;
  readonly userName: string;
}

/** How the store talks to the server. Calls reject with `Refused`, or with anything else when there is no answer. */
export interface Transport {
  send(batch: Batch, seenVersion: number): Promise<Sent>;
  load(): Promise<SavedDashboard>;
  editsAfter(version: number): Promise<{ isComplete: boolean; edits: readonly KnownEdit[] }>;
}

/** The server does not take the edits, however often they are sent. */
export class Refused extends Error {}

/** Runs something later; returns how to prevent it. */
export type After = (ms: number, run: () => void) => () => void;
