import type { KioskLink } from '@atrium/contract/kiosk-links';
import { calendarDate } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import type { Column } from '../../ui/table/column.ts';
import { lastDayOf } from './last-day.ts';
import { texts } from './texts.ts';

export type State = keyof typeof texts.states;

export function stateOf({ isActive, lastSeenAt }: KioskLink): State {
  if (!isActive) return 'ended';
  return lastSeenAt === null ? 'waiting' : 'active';
}

export function lastSeen({ lastSeenAt }: KioskLink, now: number): string {
  return lastSeenAt === null ? texts.never : ago(Math.max(0, now - Date.parse(lastSeenAt)));
}

/** The last day on which a link works, as the form has it. */
export function lastDay(expiresAt: string): string {
  return calendarDate(lastDayOf(expiresAt));
}

export function linkColumns(now: number): readonly Column<KioskLink>[] {
  const { columns } = texts;
  return [
    {
      key: 'name',
      label: columns.name,
      kind: 'text',
      width: 160,
      order: 'name',
      isRowName: true,
      value: ({ name }) => name,
    },
    {
      key: 'dashboards',
      label: columns.dashboards,
      kind: 'text',
      width: 220,
      from: 'tablet',
      value: ({ items }) => items.map(({ name }) => name ?? texts.hidden).join(', '),
    },
    { key: 'state', label: columns.state, kind: 'text', width: 130, value: (row) => texts.states[stateOf(row)] },
    {
      key: 'lastSeen',
      label: columns.lastSeen,
      kind: 'text',
      width: 120,
      order: 'lastSeenAt',
      from: 'tablet',
      value: (row) => lastSeen(row, now),
    },
    {
      key: 'owner',
      label: columns.owner,
      kind: 'text',
      width: 140,
      order: 'ownerName',
      from: 'desktop',
      value: ({ ownerName }) => ownerName,
    },
    {
      key: 'expires',
      label: columns.expires,
      kind: 'text',
      width: 120,
      order: 'expiresAt',
      from: 'desktop',
      value: ({ expiresAt }) => (expiresAt === null ? texts.unlimited : lastDay(expiresAt)),
    },
  ];
}
