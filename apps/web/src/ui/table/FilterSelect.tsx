import { Select } from '@mantine/core';

interface Props {
  label: string;
  /** Shown while nothing is chosen; absent if there is always a choice. */
  any?: string;
  width: number;
  data: readonly (string | { value: string; label: string })[];
  value: string | undefined;
  searchable?: boolean;
  onChange: (value: string | null) => void;
}

/** One of the filters of a list, next to its search. */
export function FilterSelect({ label, any, width, data, value, searchable = false, onChange }: Props) {
  return (
    <Select
      aria-label={label}
      {...(any === undefined ? { allowDeselect: false } : { placeholder: any, clearable: true })}
      searchable={searchable}
      w={width}
      data={data}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
