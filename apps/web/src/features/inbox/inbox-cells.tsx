import type { BodyStatus, InboxDevice, PackageGap, QuarantineGroup, ReceivedBody } from '@atrium/contract/inbox';
import { isRequestable } from '@atrium/rules/package-request';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Link } from '@tanstack/react-router';
import { longTimestamp } from '../../format/dates.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { clockOf, requestOf, senderOf } from './inbox-columns.ts';
import classes from './inbox.module.css';
import { texts } from './texts.ts';

export const tones: Record<BodyStatus, Tone> = {
  waiting: 'neutral',
  applied: 'success',
  quarantined: 'warning',
  discarded: 'neutral',
};

export function receivedCells(onOpen: (body: ReceivedBody) => void): Cells<ReceivedBody> {
  return {
    receivedAt: (row) => (
      <RowButton width="24ch" widthOnPhones="40vw" onClick={() => onOpen(row)}>
        {longTimestamp(row.receivedAt)}
      </RowButton>
    ),
    status: ({ status, reason }) => (
      <Tag tone={tones[status]}>{reason === null ? texts.statuses[status] : explainReason(reason).title}</Tag>
    ),
  };
}

export function groupCells(onOpen: (group: QuarantineGroup) => void): Cells<QuarantineGroup> {
  return {
    reason: (row) => (
      <RowButton width="30ch" widthOnPhones="40vw" onClick={() => onOpen(row)}>
        {explainReason(row.reason).title}
      </RowButton>
    ),
  };
}

export function deviceCells(onReplay: (device: InboxDevice) => void): Cells<InboxDevice> {
  return {
    clock: (row) => (row.isClockOff ? <Tag tone="warning">{clockOf(row)}</Tag> : clockOf(row)),
    actions: (row) => (
      <RowAction label={texts.devices.againOf(senderOf(row))} onClick={() => onReplay(row)}>
        {texts.devices.again}
      </RowAction>
    ),
  };
}

interface GapActions {
  onWaive: (gap: PackageGap) => void;
  /** Absent where the viewer may not ask. */
  onRequest: ((gap: PackageGap) => void) | undefined;
}

export function gapCells({ onWaive, onRequest }: GapActions): Cells<PackageGap> {
  return {
    request: (row) => (
      <span className={classes[tone(row)]}>
        {requestOf(row)}
        {onRequest && !row.isRequestable && row.sensor && isRequestable(row.device) && (
          <>
            {' · '}
            <Link to="/app/sensor/$sensorId" params={{ sensorId: row.sensor.sensorId }} search={{}}>
              {texts.gaps.turnOn}
            </Link>
          </>
        )}
      </span>
    ),
    actions: (row) => (
      <span className={classes['rowActions']}>
        {onRequest && row.isRequestable && (
          <RowAction
            label={texts.gaps.requestOf(senderOf(row))}
            isDisabled={row.request?.state === 'waiting'}
            onClick={() => onRequest(row)}
          >
            {texts.gaps.request}
          </RowAction>
        )}
        <RowAction label={texts.gaps.waiveOf(senderOf(row))} onClick={() => onWaive(row)}>
          {texts.gaps.waive}
        </RowAction>
      </span>
    ),
  };
}

function tone({ request }: PackageGap): string {
  return request?.state === 'failed' ? 'wrappedProblem' : 'wrapped';
}
