import type { Organization } from '@atrium/contract/organizations';
import { isExpired, welcomeExpiry } from '@atrium/rules/subscription';
import { calendarDate } from '../../format/dates.ts';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { stateOf } from './organization-columns.ts';
import { texts } from './texts.ts';

export const organizationCells: Cells<Organization> = {
  name: ({ orgId, name }) => (
    <RowLink to="/app/org/$orgId" params={{ orgId }}>
      {name}
    </RowLink>
  ),
  state: (row) => <Tag tone={row.isEnabled ? 'success' : 'neutral'}>{stateOf(row)}</Tag>,
  subscription: ({ subExpiration }) => <Expiration date={subExpiration} />,
  headroom: ({ headroomExpiration, headroomEnabled }) => headroomEnabled && <Expiration date={headroomExpiration} />,
};

/** The date a subscription ends; as text when it is close. */
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
