import type { CorrectionNote } from '@atrium/contract/data-reply';
import { longTimestamp } from '../../format/dates.ts';
import { texts } from './correction-texts.ts';

/** What became of counts, and why. */
export function correctionText({ name, kind, from, to, reason }: CorrectionNote): string {
  return texts.of(name, kind, longTimestamp(from), longTimestamp(to), reason);
}
