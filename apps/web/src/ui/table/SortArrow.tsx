import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Sorting } from './sorting.ts';

export function SortArrow({ direction }: Pick<Sorting, 'direction'>) {
  return direction === 'ascending' ? <IconArrowUp size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />;
}
