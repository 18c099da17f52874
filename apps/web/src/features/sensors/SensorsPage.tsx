import { listSensors } from '@atrium/contract/sensors';
import { sensorTypes } from '@atrium/rules/sensor-types';
import { sensorVendors, unknownVendor } from '@atrium/rules/sensor-vendors';
import { Switch } from '@mantine/core';
import { IconAntenna, IconSearchOff } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { createPushKey } from '@atrium/contract/push-keys';
import { ConnectSensor } from '../../analytics/ConnectSensor.tsx';
import { useMay } from '../../api/use-may.ts';
import { useScope } from '../../api/scope.tsx';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { OrganizationScope } from '../../ui/OrganizationScope.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView, withFilter } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRemembered } from '../../ui/use-remembered.ts';
import { sensorCells } from './sensor-cells.tsx';
import { sensorColumns } from './sensor-columns.ts';
import { stateFiltersFor, stateQuery } from './sensor-filters.ts';
import classes from './sensors.module.css';
import { texts } from './texts.ts';

const route = getRouteApi('/app/sensors');
const byName = { column: 'name', direction: 'ascending' } as const;
const refreshMs = 30_000;

/** Every sensor the user may see; for staff also those of all organizations. */
export function SensorsPage() {
  const { isStaff, orgId } = useScope();
  const { scope } = route.useSearch();
  const navigate = useNavigate({ from: '/app/sensors' });
  const isEverywhere = isStaff && (scope === 'all' || orgId === null);
  const [refreshing, setRefreshing] = useRemembered('sensors.refresh');
  const refreshes = refreshing !== 'off';
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <Switch
          label={texts.autoRefresh}
          checked={refreshes}
          onChange={(event) => setRefreshing(event.currentTarget.checked ? 'on' : 'off')}
        />
      }
    >
      {isStaff && orgId !== null && (
        <OrganizationScope
          label={texts.scope}
          isEverywhere={isEverywhere}
          onChange={(everywhere) => void navigate({ search: everywhere ? { scope: 'all' } : {}, replace: true })}
        />
      )}
      <SensorsList key={String(isEverywhere)} orgId={isEverywhere ? null : orgId} refreshes={refreshes} />
    </Page>
  );
}

/** Of one organization, or of all. */
function SensorsList({ orgId, refreshes }: { orgId: string | null; refreshes: boolean }) {
  const mayConnect = useMay(createPushKey);
  const { isStaff } = useScope();
  const [view, setView, settled] = useListView('sensors', byName, ['state', 'sensorType', 'vendor']);
  const minute = useNow(60_000);
  const states = stateFiltersFor(isStaff);
  const state = states.find((known) => known === settled.filters.state);
  const type = typeOptions.find(({ value }) => value === settled.filters.sensorType)?.value;
  const vendor = vendorOptions.find((name) => name === settled.filters.vendor);
  const query = {
    ...listQueryOf(settled),
    ...stateQuery(state),
    ...(orgId !== null && { orgId }),
    ...(type !== undefined && { sensorType: type }),
    ...(vendor !== undefined && { vendor }),
  };
  const loadAll = useLoadAll(listSensors, { query });
  const page = useList(
    listSensors,
    { query },
    { texts: texts.list, keep: true, ...(refreshes && { every: refreshMs }) },
  );
  const now = Math.max(minute, page.dataUpdatedAt);
  const columns = sensorColumns({ everyOrganization: orgId === null, isStaff, now });
  const choose = (filter: 'state' | 'sensorType' | 'vendor') => (value: string | null) =>
    setView({ filters: withFilter(view.filters, filter, value) });
  const isNarrowed = settled.search !== '' || [state, type, vendor].some((chosen) => chosen !== undefined);
  return (
    <Card className={classes['list'] ?? ''}>
      <ListTable
        label={texts.page}
        columns={columns}
        cells={sensorCells(now)}
        view={view}
        onView={setView}
        page={page}
        keyOf={({ sensorId }) => sensorId}
        fileName={() => `sensors-${new Date().toISOString().slice(0, 19)}`}
        loadAll={loadAll}
        filters={
          <>
            <FilterSelect
              label={texts.filters.state}
              width={150}
              any={texts.filters.anyState}
              data={states.map((value) => ({ value, label: texts.stateFilters[value] }))}
              value={state}
              onChange={choose('state')}
            />
            <FilterSelect
              label={texts.filters.type}
              width={150}
              any={texts.filters.anyType}
              data={typeOptions}
              value={type}
              onChange={choose('sensorType')}
            />
            <FilterSelect
              label={texts.filters.vendor}
              width={150}
              any={texts.filters.anyVendor}
              data={vendorOptions}
              value={vendor}
              onChange={choose('vendor')}
            />
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState icon={IconSearchOff} {...texts.noMatch} />
          ) : (
            <EmptyState
              icon={IconAntenna}
              {...(mayConnect ? texts.none : texts.noneToRead)}
              action={<ConnectSensor />}
            />
          )
        }
      />
    </Card>
  );
}

const typeOptions = Object.entries(sensorTypes).map(([value, { label }]) => ({ value, label }));
const vendorOptions = [...sensorVendors.map(({ name }) => name), unknownVendor.name];
