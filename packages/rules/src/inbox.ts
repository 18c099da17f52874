import { problemIf, type Problem } from './problem.ts';

/** A clock that is further off than this is shown as wrong; seconds. */
export const maxSkewSeconds = 60;
/** How many bodies one replay may have: about a week of one device that sends every minute. */
export const maxReplayBodies = 10_000;
/** As long as bodies are kept. */
export const maxReplayDays = 31;
export const maxReasonCharacters = 500;

export const inboxTexts = {
  reason: 'Reason is required',
  reasonLong: `Reason must have at most ${maxReasonCharacters} characters`,
  target: 'Choose a quarantined group, or a device or taught sensor and a range of time',
  from: 'Start is required',
  to: 'End is required',
  order: 'End must be after the start',
  long: `The range must not be longer than ${maxReplayDays} days`,
  tooMany: 'These are more than 10,000 pushes. Choose a shorter range',
  none: 'Nothing was received from this device in this range',
  growing: 'What counters that only grow have counted cannot be counted again by another version',
  notReady: 'The changes are still being calculated',
  applied: 'This replay was applied already',
} as const;

/** Why something is discarded or waived. */
export function reasonProblems(reason: string): Problem[] {
  if (reason === '') return [{ path: 'reason', message: inboxTexts.reason }];
  return problemIf(reason.length > maxReasonCharacters, 'reason', inboxTexts.reasonLong);
}

/** What a replay is about: a group, or a device and a range. */
export interface WantedReplay {
  readonly quarantineId?: string | undefined;
  readonly device?: string | undefined;
  /** A taught sensor, as in its push URL, in place of a device. */
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function replayProblems({ quarantineId, device, vendor, from, to }: WantedReplay): Problem[] {
  if (quarantineId !== undefined) {
    return problemIf(
      (device ?? vendor) !== undefined || from !== undefined || to !== undefined,
      'quarantineId',
      inboxTexts.target,
    );
  }
  if ((device === undefined) === (vendor === undefined)) return [{ path: 'device', message: inboxTexts.target }];
  const missing = [
    ...problemIf(from === undefined || from === '', 'from', inboxTexts.from),
    ...problemIf(to === undefined || to === '', 'to', inboxTexts.to),
  ];
  if (missing.length > 0) return missing;
  const length = Date.parse(to ?? '') - Date.parse(from ?? '');
  return [
    ...problemIf(!(length > 0), 'to', inboxTexts.order),
    ...problemIf(length > maxReplayDays * 86_400_000, 'to', inboxTexts.long),
  ];
}
