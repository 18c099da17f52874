import { auditActions, type AuditEntry, listAudit } from '@atrium/contract/audit';
import { Button, TextInput } from '@mantine/core';
import { IconHistory, IconSearchOff, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { instantsOfDays } from '../../format/local-time.ts';
import { viewerTimezone } from '../../format/zones.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { type ListView, listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { auditCells } from './audit-cells.tsx';
import { auditColumns } from './audit-columns.ts';
import classes from './audit.module.css';
import { actionLabel } from './sentences.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/app/audit');

/** The log of an organization; for staff also of all of them. */
export function AuditPage() {
  const { isStaff, orgId } = useScope();
  const { scope } = route.useSearch();
  const navigate = route.useNavigate();
  const all = isStaff && (scope === 'all' || orgId === null);
  return (
    <Page title={texts.page} text={texts.pageText}>
      {isStaff && orgId !== null && (
        <OrganizationScope
          label={texts.scope}
          isEverywhere={all}
          onChange={(everywhere) => void navigate({ search: everywhere ? { scope: 'all' } : {}, replace: true })}
        />
      )}
      <AuditTable key={String(all)} orgId={all ? null : orgId} />
    </Page>
  );
}

const newestFirst = { column: 'at', direction: 'descending' } as const;
const filterNames = ['action', 'from', 'to', 'userId'] as const;
type Filters = ListView<(typeof filterNames)[number]>['filters'];

function AuditTable({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('audit', newestFirst, filterNames);
  const { filters } = view;
  const change = (next: Filters) => setView({ filters: next });
  const { from, to, ...others } = filters;
  const days = instantsOfDays(viewerTimezone, { from, to });
  const query = { ...listQueryOf(settled), ...others, ...days, ...(orgId !== null && { orgId }) };
  const page = useList(listAudit, { query }, { texts: texts.read, keep: true });
  const loadAll = useLoadAll(listAudit, { query });
  const narrowed = settled.search !== '' || Object.keys(filters).length > 0;
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={texts.page}
        columns={auditColumns}
        cells={auditCells(({ userId }) => change({ ...filters, userId }))}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ auditEntryId }) => String(auditEntryId)}
        loadAll={loadAll}
        filters={<FilterFields filters={filters} rows={page.data?.rows ?? []} onChange={change} />}
        empty={
          narrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : (
            <EmptyState icon={IconHistory} {...texts.none} />
          )
        }
      />
    </Card>
  );
}

interface FieldsProps {
  filters: Filters;
  /** Finds the name of the person in the filter. */
  rows: readonly AuditEntry[];
  onChange: (filters: Filters) => void;
}

function FilterFields({ filters, rows, onChange }: FieldsProps) {
  const set = (name: keyof Filters, value: string | null) => onChange(withFilter(filters, name, value));
  const date = (field: 'from' | 'to') => ({
    type: 'date',
    'aria-label': texts.filters[field],
    leftSection: texts.filters[field],
    leftSectionWidth: 52,
    className: classes['date'] ?? '',
    value: filters[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
  });
  const people = rows.flatMap(({ user, actingStaff }) => [user, actingStaff]);
  const name = people.find((person) => person?.userId === filters.userId)?.name ?? texts.onePerson;
  return (
    <>
      <FilterSelect
        label={texts.filters.action}
        any={texts.filters.anyAction}
        searchable
        width={200}
        data={auditActions.map((action) => ({ value: action, label: actionLabel(action) }))}
        value={filters.action}
        onChange={(action) => set('action', action)}
      />
      <TextInput {...date('from')} />
      <TextInput {...date('to')} />
      {filters.userId !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={texts.anyone(name)}
          onClick={() => set('userId', null)}
        >
          {texts.only(name)}
        </Button>
      )}
    </>
  );
}
