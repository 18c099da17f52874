/** A question, with the parameters of the data calls. */
export interface Asked {
  readonly source: string;
  readonly entityType: 'location' | 'site' | 'sensor' | 'zone' | 'space';
  readonly entityIds: readonly string[];
  /** Local dates, both included. */
  readonly startDate: string;
  readonly endDate: string;
  /** Undefined for a total. */
  readonly dateGroupings: string | undefined;
  readonly metrics: readonly string[];
  readonly excludeClosedHours: boolean;
  readonly countFilter: number | undefined;
}

export type Row = Record<string, number | string | null | undefined>;
