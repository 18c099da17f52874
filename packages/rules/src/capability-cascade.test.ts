import { describe, expect, it } from 'vitest';
import { cascadeCapabilities, neededBy, type DependentCapabilities } from './capability-cascade.ts';

const everything: DependentCapabilities = {
  canViewTraffic: true,
  canViewPOS: true,
  canViewLabor: true,
  canViewPerShiftMetrics: true,
  canViewOccupancy: true,
  canViewExpectedWaitTime: true,
  canViewGender: true,
  canViewQueueOptimizer: true,
  canViewVisitorJourney: true,
  canViewReports: true,
  sftpEnabled: true,
  apiClientsEnabled: true,
  headroomEnabled: true,
  isHeadroomLite: true,
  alarmsEnabled: true,
  faceMaskEnabled: true,
};

const switchedOffBy = (...off: (keyof DependentCapabilities)[]) => {
  const chosen = { ...everything, ...Object.fromEntries(off.map((name) => [name, false])) };
  const settled = cascadeCapabilities(chosen);
  return Object.keys(settled)
    .filter((name) => chosen[name as keyof DependentCapabilities] && !settled[name as keyof DependentCapabilities])
    .toSorted();
};

describe('the capability cascade', () => {
  it('leaves a complete choice alone', () => {
    expect(cascadeCapabilities(everything)).toEqual(everything);
  });
  it('[R115] [R120] without traffic switches off what builds on it, down the whole chain', () => {
    expect(switchedOffBy('canViewTraffic')).toEqual(
      [
        'apiClientsEnabled',
        'canViewExpectedWaitTime',
        'canViewGender',
        'canViewLabor',
        'canViewOccupancy',
        'canViewPOS',
        'canViewPerShiftMetrics',
        'canViewQueueOptimizer',
        'canViewReports',
        'canViewVisitorJourney',
        'sftpEnabled',
      ].toSorted(),
    );
  });
  it('[R116] [R117] without file transfer there are no sales and labor, so no shifts', () => {
    expect(switchedOffBy('sftpEnabled')).toEqual(['canViewLabor', 'canViewPOS', 'canViewPerShiftMetrics']);
  });
  it('[R117] shifts need both sales and labor', () => {
    expect(switchedOffBy('canViewPOS')).toEqual(['canViewPerShiftMetrics']);
    expect(switchedOffBy('canViewLabor')).toEqual(['canViewPerShiftMetrics']);
  });
  it('[R118] without occupancy there is no expected wait and no queue optimizer', () => {
    expect(switchedOffBy('canViewOccupancy')).toEqual(['canViewExpectedWaitTime', 'canViewQueueOptimizer']);
  });
  it('[R119] without the occupancy product there is no lite variant, alarm or face mask display', () => {
    expect(switchedOffBy('headroomEnabled')).toEqual(['alarmsEnabled', 'faceMaskEnabled', 'isHeadroomLite']);
  });
  it('never switches anything on', () => {
    const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, false]));
    expect(cascadeCapabilities({ ...everything, ...nothing })).toEqual(nothing);
  });
  it('names what a switch needs', () => {
    expect(neededBy('canViewPerShiftMetrics')).toEqual(['canViewPOS', 'canViewLabor']);
    expect(neededBy('canViewTraffic')).toEqual([]);
  });
});
