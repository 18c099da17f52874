import { readConfig } from '@atrium/rules/dashboard-config';
import type { Widget } from '@atrium/rules/dashboard';

/** The cards of a template; none while they cannot be read. */
export function cardsIn(config: string): readonly Widget[] {
  let next = 0;
  const read = readConfig(config, () => `new ${(next += 1)}`);
  return read.problems ? [] : read.widgets;
}
