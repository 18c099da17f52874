import type { LocationWithIncludes } from '@atrium/contract/locations';
import { countryName } from '@atrium/rules/countries';
import { asCount } from '../../format/numbers.ts';
import { zoneName } from '../../format/zones.ts';
import type { Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

const words = texts.locations;

/** The columns of the list and of the file. */
export const locationColumns: readonly Column<LocationWithIncludes>[] = [
  {
    key: 'name',
    label: words.columns.name,
    kind: 'text',
    width: 180,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
  },
  text('street', 'desktop'),
  text('city'),
  text('state', 'roomy'),
  text('country', 'tablet'),
  {
    key: 'timezone',
    label: words.columns.timezone,
    kind: 'text',
    width: 150,
    order: 'timezone',
    from: 'tablet',
    value: ({ timezone }) => zoneName(timezone),
  },
  {
    ...asCount,
    key: 'sites',
    label: words.columns.sites,
    width: 72,
    from: 'tablet',
    value: ({ site = [] }) => site.length,
  },
  {
    ...asCount,
    key: 'sensors',
    label: words.columns.sensors,
    width: 80,
    from: 'tablet',
    value: sensorsOf,
  },
];

function text(
  field: 'street' | 'city' | 'state' | 'country',
  from?: 'tablet' | 'desktop' | 'roomy',
): Column<LocationWithIncludes> {
  return {
    key: field,
    label: words.columns[field],
    kind: 'text',
    width: 120,
    order: field,
    ...(from && { from }),
    value: (row) => (field === 'country' && row.country !== null ? countryName(row.country) : row[field]),
  };
}

function sensorsOf({ site = [] }: LocationWithIncludes): number {
  return site.reduce((sum, { sensor = [] }) => sum + sensor.length, 0);
}
