import type { Organization } from '@atrium/contract/organizations';
import { isExpired, welcomeExpiry } from '@atrium/rules/subscription';
import { calendarDate, longDate } from '../../format/dates.ts';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { texts } from './texts.ts';

/** The columns of the list and of the file. */
export const organizationColumns: readonly Column<Organization>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    kind: 'text',
    width: 180,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
    cell: ({ orgId, name }) => (
      <RowLink to="/app/org/$orgId" params={{ orgId }}>
        {name}
      </RowLink>
    ),
  },
  {
    id: 'state',
    header: texts.columns.state,
    kind: 'text',
    width: 100,
    order: 'isEnabled',
    value: stateOf,
    cell: (row) => <Tag tone={row.isEnabled ? 'success' : 'neutral'}>{stateOf(row)}</Tag>,
  },
  {
    id: 'type',
    header: texts.columns.type,
    kind: 'text',
    width: 120,
    order: 'organizationType',
    from: 'desktop',
    value: ({ organizationType }) => organizationType ?? null,
  },
  {
    id: 'subscription',
    header: texts.columns.subscription,
    kind: 'text',
    width: 170,
    order: 'subExpiration',
    from: 'tablet',
    value: ({ subExpiration }) => calendarDate(subExpiration) || null,
    cell: ({ subExpiration }) => <Expiration date={subExpiration} />,
  },
  {
    id: 'headroom',
    header: texts.columns.headroom,
    kind: 'text',
    width: 170,
    order: 'headroomExpiration',
    from: 'desktop',
    value: ({ headroomExpiration }) => calendarDate(headroomExpiration) || null,
    cell: ({ headroomExpiration, headroomEnabled }) => headroomEnabled && <Expiration date={headroomExpiration} />,
  },
  {
    id: 'accountingId',
    header: texts.columns.accountingId,
    kind: 'text',
    width: 120,
    order: 'accountingId',
    from: 'desktop',
    value: ({ accountingId }) => accountingId ?? null,
  },
  {
    id: 'created',
    header: texts.columns.created,
    kind: 'text',
    width: 110,
    order: 'createdAt',
    from: 'tablet',
    value: ({ createdAt }) => longDate(createdAt),
  },
];

function stateOf({ isEnabled }: Organization): string {
  return isEnabled ? texts.enabled : texts.disabled;
}

/** The day a subscription ends; how close it is in words. */
export function Expiration({ date }: { date: string | null }) {
  const now = new Date(useNow(60_000));
  const soon = welcomeExpiry(date, now);
  return (
    <>
      {calendarDate(date)}{' '}
      {isExpired(date, now) ? (
        <Tag tone="danger">{texts.expired}</Tag>
      ) : (
        soon && <Tag tone={soon.level === 'error' ? 'danger' : 'warning'}>{texts.soon(soon.days)}</Tag>
      )}
    </>
  );
}
