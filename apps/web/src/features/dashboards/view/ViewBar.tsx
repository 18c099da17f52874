import { Button, Select } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { EntityPicker } from '../../../analytics/pickers/EntityPicker.tsx';
import { useEntityNames } from '../../../analytics/pickers/use-entity-names.ts';
import { useDataSubscription } from '../../../analytics/question/use-data-subscription.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import type { EntityFilter } from '../frame/dashboard-context.ts';
import { texts } from '../texts.ts';
import { DateField } from './DateField.tsx';
import { filterText, readFilter, type ViewAddress } from './view-address.ts';
import classes from './view.module.css';

interface Props {
  view: ViewAddress;
  onChange: (view: ViewAddress) => void;
}

/** Date and filter for all cards. */
export function ViewBar({ view, onChange }: Props) {
  const [isFiltering, setFiltering] = useState(false);
  const filter = readFilter(view.filter);
  const names = useEntityNames(filter?.entityType ?? 'location', filter !== undefined);
  const { dateOverride: _date, ...withoutDate } = view;
  const { filter: _filter, ...withoutFilter } = view;
  return (
    <div className={classes['bar']}>
      <DateField
        value={view.dateOverride ?? ''}
        onChange={(day) => onChange(day === '' ? withoutDate : { ...view, dateOverride: day })}
      />
      <Button
        variant={filter ? 'light' : 'default'}
        size="xs"
        classNames={{ root: classes['filter'] ?? '', label: classes['filterLabel'] ?? '' }}
        title={filter && namesOf(filter, names).join(separator)}
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={() => setFiltering(true)}
      >
        {filter ? `${texts.view.filter}: ${chosenText(filter, names)}` : texts.view.filter}
      </Button>
      {(filter ?? view.dateOverride) !== undefined && (
        <Button variant="subtle" size="xs" leftSection={<IconX size={14} aria-hidden />} onClick={() => onChange({})}>
          {texts.view.clear}
        </Button>
      )}
      {isFiltering && (
        <FilterDialog
          filter={filter}
          onApply={(next) => {
            onChange(next ? { ...view, filter: filterText(next) } : withoutFilter);
            setFiltering(false);
          }}
          onClose={() => setFiltering(false)}
        />
      )}
    </div>
  );
}

const shownNames = 2;
/** Names of zones have commas. */
const separator = '; ';

/** `Austin; Berlin and 3 more`; how many there are where a name is not known. */
function chosenText(filter: EntityFilter, names: ReadonlyMap<string, string>): string {
  const { entityType, entityIds } = filter;
  const first = namesOf({ ...filter, entityIds: entityIds.slice(0, shownNames) }, names);
  if (first.length < Math.min(shownNames, entityIds.length)) return texts.view.filtered(entityIds.length, entityType);
  return texts.view.chosen(first.join(separator), entityIds.length - first.length);
}

/** Those that are known. */
function namesOf({ entityIds }: EntityFilter, names: ReadonlyMap<string, string>): string[] {
  return entityIds.flatMap((id) => names.get(id) ?? []);
}

interface DialogProps {
  filter: EntityFilter | undefined;
  onApply: (filter: EntityFilter | undefined) => void;
  onClose: () => void;
}

function FilterDialog({ filter, onApply, onClose }: DialogProps) {
  const [entityType, setType] = useState<EntityFilter['entityType']>(filter?.entityType ?? 'location');
  const [entityIds, setIds] = useState<readonly string[]>(filter?.entityIds ?? []);
  const { data: subscription } = useDataSubscription();
  // An address may name spaces in any organization.
  const hasSpaces = subscription?.hasSpaces === true || filter?.entityType === 'space';
  const types = Object.entries(texts.view.types)
    .filter(([value]) => value !== 'space' || hasSpaces)
    .map(([value, label]) => ({ value, label }));
  return (
    <FormDialog
      title={texts.view.filterTitle}
      submit={texts.view.apply}
      onClose={onClose}
      onSubmit={() => onApply(entityIds.length > 0 ? { entityType, entityIds } : undefined)}
    >
      <p className={classes['text']}>{texts.view.filterText}</p>
      <Select
        label={texts.view.type}
        allowDeselect={false}
        data={types}
        value={entityType}
        onChange={(value) => {
          setType(value as EntityFilter['entityType']);
          setIds([]);
        }}
      />
      <EntityPicker key={entityType} entityType={entityType} value={entityIds} onChange={setIds} />
    </FormDialog>
  );
}
