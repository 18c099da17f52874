import { type AuditEntry, listAudit } from '@atrium/contract/audit';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSearchOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callList } from '../../api/client.ts';
import { useScope } from '../../api/scope.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { auditColumns, type Person } from './audit-columns.tsx';
import classes from './audit.module.css';
import { actionLabel, knownActions } from './sentences.ts';
import { texts } from './texts.ts';

/** The log of an organization; for staff also of all of them. */
export function AuditPage() {
  const { isStaff, orgId } = useScope();
  const [wantsAll, setWantsAll] = useState(false);
  const all = isStaff && (wantsAll || orgId === null);
  return (
    <Page title={texts.page} text={texts.pageText}>
      {isStaff && orgId !== null && (
        <SegmentedControl
          className={classes['scope'] ?? ''}
          aria-label={texts.scope}
          value={all ? 'all' : 'one'}
          onChange={(value) => setWantsAll(value === 'all')}
          data={[
            { value: 'one', label: texts.thisOrganization },
            { value: 'all', label: texts.allOrganizations },
          ]}
        />
      )}
      <AuditTable key={String(all)} orgId={all ? null : orgId} />
    </Page>
  );
}

interface Filters {
  action?: string;
  from?: string;
  to?: string;
  person?: Person;
}

function AuditTable({ orgId }: { orgId: string | null }) {
  const [view, setView] = useListView('audit', { column: 'at', direction: 'descending' });
  const [settled] = useDebouncedValue(view, 200);
  const [filters, setFilters] = useState<Filters>({});
  const change = (next: Filters) => {
    setFilters(next);
    setView({ page: 0 });
  };
  const { person, ...dates } = filters;
  const query = {
    ...listQueryOf(settled),
    ...dates,
    ...(person && { userId: person.userId }),
    ...(orgId !== null && { orgId }),
  };
  const page = useList(listAudit, { query }, { texts: texts.read, keep: true });
  const loadAll = async (): Promise<AuditEntry[]> =>
    (await callList(listAudit, { query: { ...query, limit: 1000, offset: 0 } })).rows;
  const narrowed = settled.search !== '' || Object.keys(filters).length > 0;
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={texts.page}
        columns={auditColumns((chosen) => change({ ...filters, person: chosen }))}
        view={view}
        onView={setView}
        rows={page.data?.rows}
        total={page.data?.total ?? 0}
        keyOf={({ auditEntryId }) => String(auditEntryId)}
        loadAll={loadAll}
        filters={<FilterFields filters={filters} onChange={change} />}
        empty={
          narrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : (
            <EmptyState icon={IconHistory} {...texts.none} />
          )
        }
        error={
          page.error && !page.data && <ErrorState message={page.error.message} onRetry={() => void page.refetch()} />
        }
      />
    </Card>
  );
}

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const date = (field: 'from' | 'to') => ({
    type: 'date',
    'aria-label': texts.filters[field],
    leftSection: texts.filters[field],
    leftSectionWidth: 52,
    className: classes['date'] ?? '',
    value: filters[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(withField(filters, field, event.currentTarget.value)),
  });
  return (
    <>
      <Select
        aria-label={texts.filters.action}
        placeholder={texts.filters.anyAction}
        clearable
        searchable
        className={classes['filter'] ?? ''}
        data={knownActions.map((action) => ({ value: action, label: actionLabel(action) }))}
        value={filters.action ?? null}
        onChange={(action) => onChange(withField(filters, 'action', action ?? ''))}
      />
      <TextInput {...date('from')} />
      <TextInput {...date('to')} />
      {filters.person && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={texts.anybody(filters.person.name)}
          onClick={() => {
            const { person: _person, ...rest } = filters;
            onChange(rest);
          }}
        >
          {texts.only(filters.person.name)}
        </Button>
      )}
    </>
  );
}

function withField(filters: Filters, field: 'action' | 'from' | 'to', value: string): Filters {
  const { [field]: _before, ...rest } = filters;
  return value === '' ? rest : { ...rest, [field]: value };
}
