import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';
import { type MappedWait, waitText } from './wait-columns.ts';

export function waitCells(onOpen: (expectedWaitMappingId: string) => void): Cells<MappedWait> {
  return {
    space: ({ expectedWaitMappingId, space }) => (
      <RowButton width="36ch" widthOnPhones="36vw" onClick={() => onOpen(expectedWaitMappingId)}>
        {space?.name}
      </RowButton>
    ),
    wait: ({ live }) => (
      <>
        {waitText(live)} {live?.kind === 'received' && live.stale && <Tag>{texts.live.stale}</Tag>}
      </>
    ),
  };
}
