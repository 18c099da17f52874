import { type OrganizationFlag, organizationFlags } from '@atrium/contract/organizations';
import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { type ChosenFilters, dateFields, type DateField, type Operator, operators } from './organization-filters.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Props {
  chosen: ChosenFilters;
  onApply: (chosen: ChosenFilters) => void;
  onClose: () => void;
}

/** Dates with before, on or after, and the flags that must be on or off. */
export function FilterDialog({ chosen, onApply, onClose }: Props) {
  const [filters, setFilters] = useState(chosen);
  const [refused, setRefused] = useState(false);
  const incomplete = dateFields.filter((field) => filters.dates[field]?.date === '');
  const setFlags = (on: OrganizationFlag[], off: OrganizationFlag[]) => setFilters({ ...filters, on, off });
  return (
    <FormDialog
      title={texts.filter.title}
      submit={texts.filter.apply}
      onClose={onClose}
      onSubmit={() => {
        if (incomplete.length === 0) onApply(filters);
        else setRefused(true);
      }}
      aside={
        <Button variant="subtle" mr="auto" onClick={() => setFilters({ dates: {}, on: [], off: [] })}>
          {texts.filter.clear}
        </Button>
      }
    >
      {dateFields.map((field) => (
        <DateFilter
          key={field}
          field={field}
          filter={filters.dates[field]}
          error={refused && incomplete.includes(field)}
          onChange={(filter) => setFilters({ ...filters, dates: withDate(filters.dates, field, filter) })}
        />
      ))}
      <Flags
        label={texts.filter.on}
        value={filters.on}
        onChange={(on) =>
          setFlags(
            on,
            filters.off.filter((flag) => !on.includes(flag)),
          )
        }
      />
      <Flags
        label={texts.filter.off}
        value={filters.off}
        onChange={(off) =>
          setFlags(
            filters.on.filter((flag) => !off.includes(flag)),
            off,
          )
        }
      />
    </FormDialog>
  );
}

type Filter = ChosenFilters['dates'][DateField];

interface DateProps {
  field: DateField;
  filter: Filter;
  error: boolean;
  onChange: (filter: Filter) => void;
}

function DateFilter({ field, filter, error, onChange }: DateProps) {
  const name = texts.filter.fields[field];
  return (
    <div>
      <p className={classes['section']}>{name}</p>
      <div className={classes['dateFilter']}>
        <Select
          aria-label={texts.filter.operator(name)}
          placeholder={texts.filter.any}
          clearable
          data={operators.map((operator) => ({ value: operator, label: texts.filter.operators[operator] }))}
          value={filter?.operator ?? null}
          onChange={(operator: string | null) =>
            onChange(operatorOf(operator) && { operator: operatorOf(operator) ?? '=', date: filter?.date ?? '' })
          }
        />
        <TextInput
          type="date"
          aria-label={texts.filter.date(name)}
          disabled={!filter}
          value={filter?.date ?? ''}
          error={error && texts.filter.dateMissing}
          onChange={(event) => filter && onChange({ ...filter, date: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

interface FlagsProps {
  label: string;
  value: OrganizationFlag[];
  onChange: (flags: OrganizationFlag[]) => void;
}

function Flags({ label, value, onChange }: FlagsProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? texts.filter.pick : ''}
      searchable
      clearable
      hidePickedOptions
      data={organizationFlags.map((flag) => ({ value: flag, label: texts.flags[flag] }))}
      value={value}
      onChange={(flags) => onChange(organizationFlags.filter((flag) => flags.includes(flag)))}
      comboboxProps={{ position: 'top' }}
    />
  );
}

function operatorOf(text: string | null): Operator | undefined {
  return operators.find((operator) => operator === text);
}

function withDate(dates: ChosenFilters['dates'], field: DateField, filter: Filter): ChosenFilters['dates'] {
  const { [field]: _before, ...rest } = dates;
  return filter ? { ...rest, [field]: filter } : rest;
}
