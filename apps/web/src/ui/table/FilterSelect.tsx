import { Select } from '@mantine/core';

interface Props {
  label: string;
  /** Shown while nothing is chosen; absent where something always is. */
  any?: string;
  width: number;
  data: readonly (string | { value: string; label: string })[];
  value: string | undefined;
  searchable?: boolean;
  onChange: (value: string | null) => void;
}

/** One of the filters of a list, beside its search. */
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
