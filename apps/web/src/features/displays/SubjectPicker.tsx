import { listLocations } from '@atrium/contract/locations';
import { listSensors } from '@atrium/contract/sensors';
import { listSpaces } from '@atrium/contract/spaces';
import { displayEntities, type EntityDisplayKind } from '@atrium/rules/display';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { entityChoices } from '../../analytics/pickers/entity-choices.ts';
import { pickerQuery } from '../../analytics/pickers/LocationPicker.tsx';
import { useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { texts } from './texts.ts';

export interface Subject {
  readonly locationId: string;
  readonly entityId: string;
}

interface Props {
  kind: EntityDisplayKind;
  value: Subject | undefined;
  onChange: (subject: Subject) => void;
}

const shown = 200;

/** The location, then the space or zone of a display. */
export function SubjectPicker({ kind, value, onChange }: Props) {
  const [locationId, setLocationId] = useState(value?.locationId ?? null);
  const entities = displayEntities[kind];
  return (
    <Card aria-label={texts.setup[kind].choose}>
      <Fields>
        <LocationField value={locationId} onChange={setLocationId} />
        <EntityField
          key={locationId}
          entities={entities}
          locationId={locationId}
          value={value && value.locationId === locationId ? value.entityId : null}
          onChange={onChange}
        />
      </Fields>
    </Card>
  );
}

function LocationField({ value, onChange }: { value: string | null; onChange: (locationId: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [search] = useDebouncedValue(typed === chosen ? '' : typed, 200);
  const found = useList(
    listLocations,
    { query: pickerQuery(search) },
    { texts: entityChoices.location.texts, keep: true },
  );
  const options = (found.data?.rows ?? []).map((row) => ({ value: row.locationId, label: row.name }));
  const isMissing = value !== null && !options.some((option) => option.value === value);
  return (
    <Select
      label={texts.location}
      placeholder={texts.search}
      searchable
      nothingFoundMessage={texts.nothing}
      data={isMissing ? [{ value, label: chosen ?? '…' }, ...options] : options}
      // The server already filters.
      filter={({ options: all }) => all}
      value={value}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option?.label);
        onChange(next);
      }}
    />
  );
}

interface EntityProps {
  entities: readonly ('space' | 'zone')[];
  locationId: string | null;
  value: string | null;
  onChange: (subject: Subject) => void;
}

function EntityField({ entities, locationId, value, onChange }: EntityProps) {
  const isChosen = locationId !== null;
  const query = { limit: shown, order: 'name', ...(isChosen && { locationId }) };
  const spaces = useList(
    listSpaces,
    { query },
    { texts: entityChoices.space.texts, enabled: isChosen && entities.includes('space') },
  );
  const sensors = useList(
    listSensors,
    { query: { ...query, active: 'true' as const, include: 'zone' } },
    { texts: entityChoices.zone.texts, enabled: isChosen && entities.includes('zone') },
  );
  const ofSpaces = (spaces.data?.rows ?? []).map(({ spaceId, name }) => ({ value: spaceId, label: name }));
  const ofZones = (sensors.data?.rows ?? []).flatMap(({ zone = [], name }) =>
    zone.map((each) => ({ value: each.zoneId, label: `${each.name}, ${name}` })),
  );
  const groups = [
    { group: texts.spaces, items: ofSpaces },
    { group: texts.zones, items: ofZones },
  ].filter(({ items }) => items.length > 0);
  const [only, other] = entities;
  return (
    <Select
      label={other === undefined ? texts.entity[only ?? 'space'] : texts.entity.either}
      placeholder={texts.search}
      searchable
      disabled={!isChosen}
      nothingFoundMessage={texts.nothing}
      data={other === undefined ? (groups[0]?.items ?? []) : groups}
      allowDeselect={false}
      value={value}
      onChange={(entityId) => {
        if (entityId !== null && locationId !== null) onChange({ locationId, entityId });
      }}
    />
  );
}
