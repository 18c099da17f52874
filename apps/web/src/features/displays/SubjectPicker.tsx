import { getLocation, listLocations } from '@atrium/contract/locations';
import { getSpace, listSpaces } from '@atrium/contract/spaces';
import { type ListedZone, listZones } from '@atrium/contract/zones';
import { displayEntities, type EntityDisplayKind } from '@atrium/rules/display';
import { useState } from 'react';
import { entityChoices } from '../../analytics/pickers/entity-choices.ts';
import { pickerQuery } from '../../analytics/pickers/LocationPicker.tsx';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { SearchSelect, useSearchField } from './SearchSelect.tsx';
import { texts } from './texts.ts';

export interface Subject {
  readonly locationId: string;
  readonly entityId: string;
}

interface Props {
  kind: EntityDisplayKind;
  value: Subject | undefined;
  /** Of the value, or chosen to look for another one there. */
  locationId: string | null;
  onLocation: (locationId: string | null) => void;
  onChange: (subject: Subject) => void;
}

const shown = 50;

/** The location of the subject, until another one is chosen; a new subject brings its own. */
export function useLocationOf(value: Subject | undefined) {
  const own = value?.locationId ?? null;
  const [chosen, setChosen] = useState({ over: value?.entityId, locationId: own });
  if (chosen.over !== value?.entityId) setChosen({ over: value?.entityId, locationId: own });
  return [chosen.locationId, (locationId: string | null) => setChosen({ ...chosen, locationId })] as const;
}

/** The location, then the space or zone of a display. */
export function SubjectPicker({ kind, value, locationId, onLocation, onChange }: Props) {
  return (
    <Card aria-label={texts.setup[kind].choose}>
      <Fields>
        <LocationField value={locationId} onChange={onLocation} />
        <EntityField
          key={locationId}
          kind={kind}
          locationId={locationId}
          value={value && value.locationId === locationId ? value.entityId : null}
          onChange={onChange}
        />
      </Fields>
    </Card>
  );
}

function LocationField({ value, onChange }: { value: string | null; onChange: (locationId: string | null) => void }) {
  const { search, ...field } = useSearchField();
  const found = useList(
    listLocations,
    { query: pickerQuery(search) },
    { texts: entityChoices.location.texts, keep: true },
  );
  const named = useEndpoint(getLocation, { params: { locationId: value ?? '' } }, { enabled: value !== null });
  const options = (found.data?.rows ?? []).map((row) => ({ value: row.locationId, label: row.name }));
  return (
    <SearchSelect
      {...field}
      label={texts.location}
      groups={[{ group: texts.location, items: options }]}
      value={value}
      name={named.data?.name}
      onChange={onChange}
    />
  );
}

interface EntityProps {
  kind: EntityDisplayKind;
  locationId: string | null;
  value: string | null;
  onChange: (subject: Subject) => void;
}

function EntityField({ kind, locationId, value, onChange }: EntityProps) {
  const { search, ...field } = useSearchField();
  const entities = displayEntities[kind];
  const ofZones = kind === 'facemask' || kind === 'queue-opt' ? kind : undefined;
  const isChosen = locationId !== null;
  const query = { limit: shown, order: 'name', search, ...(isChosen && { locationId }) };
  const hasSpaces = entities.includes('space');
  const spaces = useList(
    listSpaces,
    { query },
    { texts: entityChoices.space.texts, enabled: isChosen && hasSpaces, keep: true },
  );
  const zones = useList(
    listZones,
    { query: { ...query, display: ofZones } },
    { texts: entityChoices.zone.texts, enabled: isChosen && ofZones !== undefined, keep: true },
  );
  const hasValue = value !== null;
  // An id of the address is a space or a zone, so one of the two may be unknown.
  const ownSpace = useEndpoint(getSpace, { params: { spaceId: value ?? '' } }, { enabled: hasValue && hasSpaces });
  const ownZone = useList(
    listZones,
    { query: { zoneId: value ?? '' } },
    { enabled: hasValue && ofZones !== undefined },
  );
  const [zone] = ownZone.data?.rows ?? [];
  const groups = [
    { group: texts.spaces, items: (spaces.data?.rows ?? []).map((row) => ({ value: row.spaceId, label: row.name })) },
    { group: texts.zones, items: (zones.data?.rows ?? []).map((row) => ({ value: row.zoneId, label: nameOf(row) })) },
  ].filter(({ items }) => items.length > 0);
  const [only, other] = entities;
  return (
    <SearchSelect
      {...field}
      label={other === undefined ? texts.entity[only ?? 'space'] : texts.entity.either}
      groups={groups}
      isGrouped={other !== undefined}
      isDisabled={!isChosen}
      value={value}
      name={ownSpace.data?.name ?? (zone && nameOf(zone))}
      onChange={(entityId) => {
        if (entityId !== null && locationId !== null) onChange({ locationId, entityId });
      }}
    />
  );
}

function nameOf({ name, sensorName }: ListedZone): string {
  return `${name}, ${sensorName}`;
}
