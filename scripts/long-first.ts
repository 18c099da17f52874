import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, in their order. */
const long = [
  'test/random-questions.test.ts',
  'test/access-matrix.test.ts',
  'test/doors/doors.test.ts',
  'test/space-occupancy.test.ts',
  'test/hostile-input.test.ts',
  'test/source-boundaries.test.ts',
  'test/clock-shifts.test.ts',
  'test/ingestion/crash.test.ts',
  'engines/src/engines.test.ts',
  'test/export-following.test.ts',
  'facts/src/random.test.ts',
  'test/restore.test.ts',
  'test/stores.test.ts',
  'test/doctor.test.ts',
  'test/vendors.test.ts',
  'test/dashboard-edits.test.ts',
  'test/fleet.test.ts',
  'ingestion/counting.test.ts',
  'test/counter-kills.test.ts',
  'alarm-kills/alarm-kills.test.ts',
  'test/lockout.test.ts',
  'rules/src/occupancy-drift.test.ts',
  'test/ingestion/zone-year.test.ts',
];

function rank({ moduleId }: TestSpecification): number {
  const place = long.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? long.length : place;
}

/** A long file that begins last keeps one worker busy while the others have nothing left to do. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
