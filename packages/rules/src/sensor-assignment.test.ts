import { describe, expect, it } from 'vitest';
import {
  assignmentProblems,
  assignmentTexts,
  availableProblems,
  blankProblems,
  installProblems,
  reassignProblems,
} from './sensor-assignment.ts';

const useTypes = [1, 2];
const blank = { sensorId: null, macAddress: null, sensorUseType: 1 };
const empty = { siteId: 'a', activeSensorIds: [], hasBlank: false };
const occupied = { ...empty, activeSensorIds: ['x'] };
const loose = { sensorId: 's', active: true, siteId: null };
const messages = (problems: readonly { path: string; message: string }[]) =>
  problems.map(({ path, message }) => `${path}: ${message}`);

describe('an assignment', () => {
  it('[R209] names a sensor, an address, or nothing', () => {
    expect(assignmentProblems(blank, useTypes)).toEqual([]);
    expect(assignmentProblems({ ...blank, sensorId: 's' }, useTypes)).toEqual([]);
    expect(assignmentProblems({ ...blank, macAddress: '00:11:22:aa:bb:cc' }, useTypes)).toEqual([]);
    const both = { ...blank, sensorId: 's', macAddress: '001122AABBCC' };
    expect(messages(assignmentProblems(both, useTypes))).toEqual([
      'macAddress: Choose a sensor or enter a MAC address, not both',
    ]);
  });

  it('has a valid address and use type', () => {
    const wrong = { ...blank, macAddress: '00:11', sensorUseType: 3 };
    expect(messages(assignmentProblems(wrong, useTypes))).toEqual([
      `macAddress: ${assignmentTexts.macAddress}`,
      `sensorUseType: ${assignmentTexts.sensorUseType}`,
    ]);
  });

  it('[R208] may be blank once per site', () => {
    expect(blankProblems(empty)).toEqual([]);
    expect(blankProblems(occupied)).toEqual([]);
    expect(messages(blankProblems({ ...empty, hasBlank: true }))).toEqual([`siteId: ${assignmentTexts.blank}`]);
  });
});

describe('a sensor', () => {
  it('[R207] is available where no other is active, or if it is not active itself', () => {
    expect(availableProblems(empty, loose)).toEqual([]);
    expect(availableProblems({ ...empty, hasBlank: true }, loose)).toEqual([]);
    expect(availableProblems(occupied, { ...loose, active: false })).toEqual([]);
    expect(messages(availableProblems(occupied, loose))).toEqual([`siteId: ${assignmentTexts.occupied}`]);
    expect(messages(availableProblems(empty, { ...loose, siteId: 'b' }))).toEqual([
      `sensorId: ${assignmentTexts.elsewhere}`,
    ]);
  });

  it('[R207] is created where no other is active', () => {
    expect(installProblems(empty, null)).toEqual([]);
    expect(messages(installProblems(occupied, null))).toEqual([`siteId: ${assignmentTexts.occupied}`]);
    expect(installProblems(occupied, 'x')).toEqual([]);
  });

  it('[R192] moves to another site without an active sensor', () => {
    const installed = { ...loose, siteId: 'b' };
    expect(reassignProblems(empty, installed)).toEqual([]);
    expect(reassignProblems(empty, loose)).toEqual([]);
    expect(messages(reassignProblems(empty, { ...installed, siteId: 'a' }))).toEqual([
      `siteId: ${assignmentTexts.current}`,
    ]);
    expect(messages(reassignProblems(occupied, installed))).toEqual([`siteId: ${assignmentTexts.occupied}`]);
  });

  it('[R189] does not move once it is decommissioned', () => {
    expect(messages(reassignProblems(empty, { ...loose, active: false }))).toEqual([
      `sensorId: ${assignmentTexts.decommissioned}`,
    ]);
  });
});
