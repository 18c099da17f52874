import type { Widget } from '@atrium/rules/dashboard';
import { readConfig } from '@atrium/rules/dashboard-config';
import { randomUUID } from 'node:crypto';
import { refuseProblems } from './refusal.ts';

/** The cards of a dashboard or a template, as a call contains them. */
export function readWidgets(config: unknown): readonly Widget[] {
  const read = readConfig(config, randomUUID);
  if (!read.problems) return read.widgets;
  refuseProblems(read.problems);
  return [];
}
