import type { Organization } from '@atrium/contract/organizations';
import { calendarDate, longDate } from '../../format/dates.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

/** The columns of the list and of the file. */
export const organizationColumns: readonly Column<Organization>[] = [
  {
    key: 'name',
    label: texts.columns.name,
    kind: 'text',
    width: 180,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
  },
  {
    key: 'state',
    label: texts.columns.state,
    kind: 'text',
    width: 100,
    order: 'isEnabled',
    value: stateOf,
  },
  {
    key: 'type',
    label: texts.columns.type,
    kind: 'text',
    width: 120,
    order: 'organizationType',
    from: 'desktop',
    value: ({ organizationType }) => organizationType ?? null,
  },
  {
    key: 'subscription',
    label: texts.columns.subscription,
    kind: 'text',
    width: 170,
    order: 'subExpiration',
    from: 'tablet',
    value: ({ subExpiration }) => calendarDate(subExpiration) || null,
  },
  {
    key: 'headroom',
    label: texts.columns.headroom,
    kind: 'text',
    width: 170,
    order: 'headroomExpiration',
    from: 'desktop',
    value: ({ headroomExpiration }) => calendarDate(headroomExpiration) || null,
  },
  {
    key: 'accountingId',
    label: texts.columns.accountingId,
    kind: 'text',
    width: 120,
    order: 'accountingId',
    from: 'desktop',
    value: ({ accountingId }) => accountingId ?? null,
  },
  {
    key: 'created',
    label: texts.columns.created,
    kind: 'text',
    width: 110,
    order: 'createdAt',
    from: 'tablet',
    value: ({ createdAt }) => longDate(createdAt),
  },
];

export function stateOf({ isEnabled }: Organization): string {
  return isEnabled ? texts.enabled : texts.disabled;
}
