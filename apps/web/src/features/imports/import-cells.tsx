import type { ImportStatus } from '@atrium/contract/imports';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { statusName } from './import-columns.ts';

const tones: Record<ImportStatus['status'], Tone> = {
  pending: 'neutral',
  ok: 'success',
  partial: 'warning',
  failed: 'danger',
  undone: 'neutral',
};

export function StatusTag({ item }: { item: Pick<ImportStatus, 'status' | 'isUndoing'> }) {
  return <Tag tone={item.isUndoing ? 'neutral' : tones[item.status]}>{statusName(item)}</Tag>;
}

export function importCells(onOpen: (item: ImportStatus) => void): Cells<ImportStatus> {
  return {
    fileName: (item) => (
      <RowButton width="44ch" widthOnPhones="52vw" onClick={() => onOpen(item)}>
        {item.fileName}
      </RowButton>
    ),
    status: (item) => <StatusTag item={item} />,
  };
}
