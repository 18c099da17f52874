import type { Dashboard } from '@atrium/contract/dashboards';
import { announce } from '../../api/notices.ts';
import { texts } from './texts.ts';

/** Says what a new dashboard does not have of what it was made of. */
export function sayLeftOut({ messages = [] }: Pick<Dashboard, 'messages'>): void {
  for (const text of messages) announce({ kind: 'toast', tone: 'warning', title: texts.created.title, text });
}
