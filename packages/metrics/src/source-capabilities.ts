/** The capability that each source requires, or any one of several. Apart from the sources: the menu needs only these. */
export const sourceCapabilities = {
  traffic: 'canViewTraffic',
  forecasted_traffic: 'canViewTraffic',
  gender: 'canViewGender',
  pos: 'canViewPOS',
  trafficpos: 'canViewPOS',
  labor: 'canViewLabor',
  queue: 'canViewQueueService',
  service: 'canViewQueueService',
  occupancy: ['canViewOccupancy', 'headroomEnabled'],
  zone_occupancy: 'canViewZoneOccupancy',
  visit_duration: 'canViewOccupancy',
  expected_wait_time: 'canViewExpectedWaitTime',
} as const;
