import type { SensorAssignment } from '@atrium/contract/sensor-assignments';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { SensorLink } from '../../analytics/SensorLink.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import { nameOf } from './assignment-columns.ts';
import { texts } from './texts.ts';

export function assignmentCells(remove: (assignment: SensorAssignment) => void): Cells<SensorAssignment> {
  return {
    sensor: (row) =>
      row.sensorId === null ? (
        <Tag tone="warning">{texts.waits}</Tag>
      ) : (
        <SensorLink sensor={{ sensorId: row.sensorId, orgId: row.orgId }} name={nameOf(row)} />
      ),
    site: ({ orgId, locationId, siteId, site }) => (
      <RowLink
        to="/app/org/$orgId/location/$locationId/site/$siteId"
        params={{ orgId, locationId, siteId }}
        search={{}}
      >
        {site.name}
      </RowLink>
    ),
    state: ({ active }) => <Tag tone={active ? 'success' : 'neutral'}>{active ? texts.active : texts.inactive}</Tag>,
    actions: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.remove(`${nameOf(row)}, ${row.site.name}`)}
        onClick={() => remove(row)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    ),
  };
}
