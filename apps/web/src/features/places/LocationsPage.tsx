import { listLocations } from '@atrium/contract/locations';
import { IconMapPin, IconSearchOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { locationCells } from './location-cells.tsx';
import { locationColumns } from './location-columns.ts';
import { LocationDialog } from './LocationDialog.tsx';
import classes from './places.module.css';
import { texts } from './texts.ts';
import { useMayEditPlaces } from './use-may-edit-places.ts';

const words = texts.locations;
const byName = { column: 'name', direction: 'ascending' } as const;

/** Every location the user may see. */
export function LocationsPage() {
  const [view, setView, settled] = useListView('places', byName, ['disabled']);
  const [creating, setCreating] = useState(false);
  const mayEdit = useMayEditPlaces();
  const navigate = useNavigate();
  const disabled = (['true', 'false'] as const).find((choice) => choice === view.filters.disabled);
  const query = { ...listQueryOf(settled), ...(disabled && { disabled }), include: 'site(sensor)' };
  const page = useList(listLocations, { query }, { texts: words.list, keep: true });
  const loadAll = useLoadAll(listLocations, { query });
  const add = mayEdit && <AddButton onClick={() => setCreating(true)}>{words.add}</AddButton>;
  const narrowed = disabled !== undefined || settled.search !== '';
  return (
    <Page title={texts.page} text={texts.pageText} actions={add}>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={locationColumns}
          cells={locationCells}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ locationId }) => locationId}
          loadAll={loadAll}
          filters={
            <FilterSelect
              label={words.filter.label}
              width={150}
              value={disabled ?? ''}
              data={[
                { value: '', label: words.filter.all },
                { value: 'false', label: words.filter.enabled },
                { value: 'true', label: words.filter.disabled },
              ]}
              onChange={(chosen) => setView({ filters: chosen ? { disabled: chosen } : {} })}
            />
          }
          empty={
            narrowed ? (
              <EmptyState icon={IconSearchOff} {...words.noMatch} />
            ) : (
              <EmptyState icon={IconMapPin} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
            )
          }
        />
      </Card>
      {creating && (
        <LocationDialog
          onClose={() => setCreating(false)}
          onCreated={({ orgId, locationId }) =>
            void navigate({ to: '/app/org/$orgId/location/$locationId', params: { orgId, locationId }, search: {} })
          }
        />
      )}
    </Page>
  );
}
