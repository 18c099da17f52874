/** The switches of an organization that depend on one another. */
export interface DependentCapabilities {
  canViewTraffic: boolean;
  canViewPOS: boolean;
  canViewLabor: boolean;
  canViewPerShiftMetrics: boolean;
  canViewOccupancy: boolean;
  canViewExpectedWaitTime: boolean;
  canViewGender: boolean;
  canViewQueueOptimizer: boolean;
  canViewVisitorJourney: boolean;
  canViewReports: boolean;
  sftpEnabled: boolean;
  apiClientsEnabled: boolean;
  headroomEnabled: boolean;
  isHeadroomLite: boolean;
  alarmsEnabled: boolean;
  faceMaskEnabled: boolean;
}

type Switch = keyof DependentCapabilities;

/** What each switch requires. In an order in which a switch comes after everything it requires. */
const needs: readonly (readonly [Switch, readonly Switch[]])[] = [
  ['canViewOccupancy', ['canViewTraffic']],
  ['canViewGender', ['canViewTraffic']],
  ['canViewVisitorJourney', ['canViewTraffic']],
  ['canViewReports', ['canViewTraffic']],
  ['apiClientsEnabled', ['canViewTraffic']],
  ['sftpEnabled', ['canViewTraffic']],
  ['canViewPOS', ['sftpEnabled']],
  ['canViewLabor', ['sftpEnabled']],
  // A shift row needs labor times and sales alike.
  ['canViewPerShiftMetrics', ['canViewPOS', 'canViewLabor']],
  ['canViewExpectedWaitTime', ['canViewOccupancy']],
  ['canViewQueueOptimizer', ['canViewTraffic', 'canViewOccupancy']],
  ['isHeadroomLite', ['headroomEnabled']],
  ['alarmsEnabled', ['headroomEnabled']],
  ['faceMaskEnabled', ['headroomEnabled']],
];

/** Switches off everything with a missing requirement. Nothing is ever switched on. */
export function cascadeCapabilities<T extends DependentCapabilities>(chosen: T): T {
  const settled = { ...chosen };
  for (const [dependent, needed] of needs) {
    if (!needed.every((other) => settled[other])) settled[dependent] = false as T[Switch];
  }
  return settled;
}

/** The direct requirements of a switch; most have none. For the form, which explains why one is off. */
export function neededBy(dependent: string): readonly Switch[] {
  return needs.find(([name]) => name === dependent)?.[1] ?? [];
}
