import type { BodyStatus, InboxDevice, PackageGap, QuarantineGroup, ReceivedBody } from '@atrium/contract/inbox';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Button } from '@mantine/core';
import { longTimestamp } from '../../format/dates.ts';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { clockOf, senderOf } from './inbox-columns.ts';
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
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.devices.againOf(senderOf(row))}
        onClick={() => onReplay(row)}
      >
        {texts.devices.again}
      </Button>
    ),
  };
}

export function gapCells(onWaive: (gap: PackageGap) => void): Cells<PackageGap> {
  return {
    actions: (row) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.gaps.waiveOf(senderOf(row))}
        onClick={() => onWaive(row)}
      >
        {texts.gaps.waive}
      </Button>
    ),
  };
}
