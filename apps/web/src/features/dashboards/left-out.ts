import type { Dashboard } from '@atrium/contract/dashboards';
import { announce } from '../../api/notices.ts';
import { texts } from './texts.ts';

/** Warns about what a new dashboard could not take over, such as images. */
export function sayLeftOut({ messages = [] }: Pick<Dashboard, 'messages'>): void {
  for (const text of messages) announce({ kind: 'toast', tone: 'warning', title: texts.created.title, text });
}
