import { SegmentedControl } from '@mantine/core';
import { texts } from './texts.ts';

interface Props {
  label: string;
  isEverywhere: boolean;
  onChange: (isEverywhere: boolean) => void;
}

/** Staff choose between the organization on screen and all of them. */
export function OrganizationScope({ label, isEverywhere, onChange }: Props) {
  return (
    <SegmentedControl
      aria-label={label}
      value={isEverywhere ? 'all' : 'one'}
      onChange={(value) => onChange(value === 'all')}
      data={[
        { value: 'one', label: texts.thisOrganization },
        { value: 'all', label: texts.allOrganizations },
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}
