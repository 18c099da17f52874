import { deleteSensorAssignment, listSensorAssignments } from '@atrium/contract/sensor-assignments';
import { Skeleton } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useId } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { assignmentCells } from './assignment-cells.tsx';
import {
  beginColumn,
  endColumn,
  locationColumn,
  removeColumn,
  sensorColumn,
  siteColumn,
  stateColumn,
  purposeColumn,
} from './assignment-columns.ts';
import { texts } from './texts.ts';
import { useRemoveAssignment } from './use-remove-assignment.ts';

interface Props {
  orgId: string;
  /** The sensors of this site, or the sites of this sensor. */
  of: { siteId: string } | { sensorId: string };
}

/** Sensors are not moved more often than this. */
const most = 200;

/** The assignments of a site or of a sensor, newest first. */
export function AssignmentHistory({ orgId, of }: Props) {
  const heading = useId();
  const mayRemove = useMay(deleteSensorAssignment);
  const remove = useRemoveAssignment();
  const isOfSite = 'siteId' in of;
  const query = { orgId, ...of, order: '-from', limit: most, include: 'sensor' };
  const found = useList(listSensorAssignments, { query }, { texts: texts.read });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  return (
    <Card>
      <PanelHead id={heading} heading={texts.heading} intro={isOfSite ? texts.atSite : texts.ofSensor} action={null} />
      {!found.data && <Skeleton height={96} />}
      {found.data?.total === 0 && <EmptyState icon={IconPlugConnected} {...texts.noneHere} />}
      {found.data && found.data.total > 0 && (
        <PlainTable
          label={texts.heading}
          columns={[
            ...(isOfSite ? [sensorColumn] : [{ ...siteColumn, isRowName: true as const }, locationColumn]),
            stateColumn,
            purposeColumn,
            beginColumn,
            endColumn,
            ...(mayRemove ? [removeColumn] : []),
          ]}
          cells={assignmentCells(remove)}
          rows={found.data.rows}
          keyOf={({ sensorAssignmentId }) => sensorAssignmentId}
        />
      )}
    </Card>
  );
}
