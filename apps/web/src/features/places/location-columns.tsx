import type { LocationWithIncludes } from '@atrium/contract/locations';
import { countryName } from '@atrium/rules/countries';
import { count } from '../../format/numbers.ts';
import { zoneName } from '../../format/zones.ts';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

const words = texts.locations;

/** The columns of the list and of the file. */
export const locationColumns: readonly Column<LocationWithIncludes>[] = [
  {
    id: 'name',
    header: words.columns.name,
    kind: 'text',
    width: 180,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
    cell: ({ orgId, locationId, name, disabled }) => (
      <>
        <RowLink to="/app/org/$orgId/location/$locationId" params={{ orgId, locationId }} search={{}}>
          {name}
        </RowLink>{' '}
        {disabled && <Tag>{words.disabled}</Tag>}
      </>
    ),
  },
  text('street', 'desktop'),
  text('city'),
  text('state', 'roomy'),
  text('country', 'tablet'),
  {
    id: 'timezone',
    header: words.columns.timezone,
    kind: 'text',
    width: 150,
    order: 'timezone',
    from: 'tablet',
    value: ({ timezone }) => zoneName(timezone),
  },
  {
    id: 'sites',
    header: words.columns.sites,
    kind: 'number',
    width: 72,
    from: 'tablet',
    value: ({ site = [] }) => site.length,
    cell: ({ site = [] }) => count(site.length),
  },
  {
    id: 'sensors',
    header: words.columns.sensors,
    kind: 'number',
    width: 80,
    from: 'tablet',
    value: sensorsOf,
    cell: (row) => count(sensorsOf(row)),
  },
];

function text(
  field: 'street' | 'city' | 'state' | 'country',
  from?: 'tablet' | 'desktop' | 'roomy',
): Column<LocationWithIncludes> {
  return {
    id: field,
    header: words.columns[field],
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
