import { listOrganizations, searchOrganizations } from '@atrium/contract/organizations';
import { Button } from '@mantine/core';
import { IconBuildingPlus, IconFilter, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { organizationCells } from './organization-cells.tsx';
import { organizationColumns } from './organization-columns.ts';
import { toChosenFilters, dateFields, filtersOf, readFilters } from './organization-filters.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

const byName = { column: 'name', direction: 'ascending' } as const;
const filterNames = [...dateFields, 'flags'] as const;

/** Every organization, for staff. */
export function OrganizationsPage() {
  const [view, setView, settled] = useListView('organizations', byName, filterNames);
  const filters = readFilters(view.filters);
  const [filtering, setFiltering] = useState(false);
  const isFiltered = Object.keys(filters).length > 0;
  const query = listQueryOf(settled);
  const all = useList(listOrganizations, { query }, { texts: texts.list, keep: true, enabled: !isFiltered });
  const loadAll = useLoadAll(searchOrganizations, { query: { ...query, ...filters } });
  const filtered = useList(
    searchOrganizations,
    { query: { ...query, ...filters } },
    { texts: texts.filtered, keep: true, enabled: isFiltered },
  );
  const page = isFiltered ? filtered : all;
  const chosen = toChosenFilters(filters);
  const change = (next: typeof chosen) => setView({ filters: filtersOf(next) });

  const narrowed = isFiltered || settled.search !== '';
  return (
    <Page title={texts.page} text={texts.pageText} actions={<CreateButton />}>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={organizationColumns}
          cells={organizationCells}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ orgId }) => orgId}
          loadAll={loadAll}
          filters={
            <>
              <Button
                variant="default"
                leftSection={<IconFilter size={16} aria-hidden />}
                onClick={() => setFiltering(true)}
              >
                {isFiltered ? texts.filter.active(countOf(chosen)) : texts.filter.open}
              </Button>
              <FilterChips chosen={chosen} onChange={change} />
            </>
          }
          empty={
            narrowed ? (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            ) : (
              <EmptyState icon={IconBuildingPlus} {...texts.none} action={<CreateButton />} />
            )
          }
        />
      </Card>
      {filtering && (
        <FilterDialog
          chosen={chosen}
          onClose={() => setFiltering(false)}
          onApply={(next) => {
            setFiltering(false);
            change(next);
          }}
        />
      )}
    </Page>
  );
}

function CreateButton() {
  return (
    <LinkButton to="/app/org/$orgId" params={{ orgId: 'new' }} leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.create}
    </LinkButton>
  );
}

function countOf({ dates, on, off }: ReturnType<typeof toChosenFilters>): number {
  return Object.keys(dates).length + on.length + off.length;
}
