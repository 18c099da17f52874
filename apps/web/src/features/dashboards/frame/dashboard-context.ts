import type { RowsOnly } from '@atrium/metrics/drill';

/** What all cards of a dashboard have in common. */
export interface DashboardContextValue {
  readonly dashboardId: string | undefined;
  /** A local date that replaces today. */
  readonly dateOverride: string | undefined;
  readonly entityFilter: EntityFilter | undefined;
  /** Every change loads all cards again. */
  readonly refreshCount: number;
  /** Cards show their samples and ask nothing. */
  readonly isSample?: boolean;
  /** The rows that a card in detail is about, where its period cannot say it. */
  readonly only?: RowsOnly | undefined;
}

/** The places that the reader chose for the whole dashboard. */
export interface EntityFilter {
  readonly entityType: 'location' | 'space' | 'zone';
  readonly entityIds: readonly string[];
}

/** What the owner can do with a card. */
export interface WidgetControls {
  onConfigure: () => void;
  /** Absent where cards have no place of their own. */
  onArrange?: (() => void) | undefined;
  onDuplicate: () => void;
  onRemove: () => void;
}
