import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { IconPlugConnected, IconSearchOff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AssignButtons } from './AssignButtons.tsx';
import { assignmentCells } from './assignment-cells.tsx';
import {
  beginColumn,
  locationColumn,
  macColumn,
  organizationColumn,
  removeColumn,
  sensorColumn,
  siteColumn,
  stateColumn,
  timezoneColumn,
  purposeColumn,
} from './assignment-columns.ts';
import classes from './sensor-assignments.module.css';
import { texts } from './texts.ts';
import { useRemoveAssignment } from './use-remove-assignment.ts';

const route = getRouteApi('/app/sensorassignment');
const newestFirst = { column: 'from', direction: 'descending' } as const;

/** For staff: all installations, of the chosen organization or of all. */
export function AssignmentsPage() {
  const { orgId } = useScope();
  const { scope } = route.useSearch();
  const navigate = useNavigate({ from: '/app/sensorassignment' });
  const isEverywhere = scope === 'all' || orgId === null;
  return (
    <Page title={texts.page} text={texts.pageText} actions={orgId !== null && <AssignButtons />}>
      {orgId !== null && (
        <OrganizationScope
          label={texts.scope}
          isEverywhere={isEverywhere}
          onChange={(everywhere) => void navigate({ search: everywhere ? { scope: 'all' } : {}, replace: true })}
        />
      )}
      <AssignmentsList key={String(isEverywhere)} orgId={isEverywhere ? null : orgId} />
    </Page>
  );
}

function AssignmentsList({ orgId }: { orgId: string | null }) {
  const [view, setView, settled] = useListView('assignments', newestFirst, ['active']);
  const now = useNow(60_000);
  const remove = useRemoveAssignment();
  const active = (['true', 'false'] as const).find((choice) => choice === settled.filters.active);
  const query = {
    ...listQueryOf(settled),
    ...(orgId !== null && { orgId }),
    ...(active && { active }),
    include: 'sensor',
  };
  const page = useList(listSensorAssignments, { query }, { texts: texts.read, keep: true });
  const loadAll = useLoadAll(listSensorAssignments, { query });
  const isNarrowed = active !== undefined || settled.search !== '';
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={texts.page}
        columns={[
          sensorColumn,
          // On phones the filter shows it.
          { ...stateColumn, from: 'tablet' },
          organizationColumn,
          locationColumn,
          siteColumn,
          macColumn,
          purposeColumn,
          timezoneColumn(now),
          beginColumn,
          removeColumn,
        ]}
        cells={assignmentCells(remove)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ sensorAssignmentId }) => sensorAssignmentId}
        loadAll={loadAll}
        filters={
          <FilterSelect
            label={texts.filter.label}
            width={170}
            value={active ?? ''}
            data={[
              { value: '', label: texts.filter.any },
              { value: 'true', label: texts.filter.active },
              { value: 'false', label: texts.filter.inactive },
            ]}
            onChange={(chosen) => setView({ filters: chosen ? { active: chosen } : {} })}
          />
        }
        empty={
          isNarrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : (
            <EmptyState icon={IconPlugConnected} {...(orgId === null ? texts.noneAnywhere : texts.none)} />
          )
        }
      />
    </Card>
  );
}
