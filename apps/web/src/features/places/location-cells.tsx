import type { LocationWithIncludes } from '@atrium/contract/locations';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';

export const locationCells: Cells<LocationWithIncludes> = {
  name: ({ orgId, locationId, name, disabled }) => (
    <>
      <RowLink to="/app/org/$orgId/location/$locationId" params={{ orgId, locationId }} search={{}}>
        {name}
      </RowLink>{' '}
      {disabled && <Tag>{texts.locations.disabled}</Tag>}
    </>
  ),
};
