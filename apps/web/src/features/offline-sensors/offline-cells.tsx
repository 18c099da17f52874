import type { OfflineSensor } from '@atrium/contract/offline-sensors';
import { Button } from '@mantine/core';
import { longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

interface Options {
  kind: 'open' | 'resolved';
  now: number;
  onOpen: (record: OfflineSensor) => void;
  onAcknowledge: (record: OfflineSensor) => void;
}

export function offlineCells({ kind, now, onOpen, onAcknowledge }: Options): Cells<OfflineSensor> {
  return {
    sensor: (record) => (
      <RowButton width="260px" widthOnPhones="140px" onClick={() => onOpen(record)}>
        {record.sensor.name}
      </RowButton>
    ),
    ...(kind === 'open' && {
      since: ({ createdAt }: OfflineSensor) => (
        <time dateTime={createdAt} title={longTimestamp(createdAt)}>
          {ago(now - Date.parse(createdAt))}
        </time>
      ),
    }),
    cause: ({ cause }) =>
      cause === null ? (
        <Tag tone={kind === 'open' ? 'warning' : 'neutral'}>{texts.notAcknowledged}</Tag>
      ) : (
        <span className={classes['cause']} title={cause}>
          {cause}
        </span>
      ),
    site: ({ orgId, sensor: { site, location } }) =>
      site &&
      location && (
        <RowLink
          to="/app/org/$orgId/location/$locationId/site/$siteId"
          params={{ orgId, locationId: location.locationId, siteId: site.siteId }}
          search={{}}
        >
          {site.name}
        </RowLink>
      ),
    actions: (record) => {
      const { cause, sensor } = record;
      return (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={cause === null ? texts.acknowledgeOf(sensor.name) : texts.editOf(sensor.name)}
          onClick={() => onAcknowledge(record)}
        >
          {cause === null ? texts.acknowledge : texts.edit}
        </Button>
      );
    },
  };
}
