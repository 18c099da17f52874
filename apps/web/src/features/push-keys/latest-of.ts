import type { FoundLine } from '@atrium/contract/push-keys';
import { lasted } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';
import { connectTexts } from './connect-texts.ts';

const texts = connectTexts.live;

/** What a line or zone said last, in a few words. */
export function latestOf(latest: FoundLine['latest']): string {
  if (latest === null) return texts.silent;
  if (latest.kind === 'level') return texts.level(count(latest.level));
  const [ins, outs] = [count(latest.ins), count(latest.outs)];
  return latest.kind === 'total' ? texts.total(ins, outs) : texts.interval(ins, outs, lasted(latest.seconds * 1000));
}
