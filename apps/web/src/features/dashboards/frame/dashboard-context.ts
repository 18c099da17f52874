/** What the reader of a dashboard chose for all of its cards. */
export interface DashboardContextValue {
  dashboardId: string | undefined;
  dateOverride: string | undefined;
  entityFilter: EntityFilter | undefined;
  /** Changes when everything is to be loaded again. */
  refreshCount: number;
}

export interface EntityFilter {
  entityType: 'location' | 'space' | 'zone';
  entityIds: readonly string[];
}
