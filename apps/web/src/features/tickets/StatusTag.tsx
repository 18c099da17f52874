import { Tag, type Tone } from '../../ui/Tag.tsx';
import { statusName } from './ticket-state.ts';

const tones: Readonly<Record<number, Tone>> = { 2: 'warning', 3: 'warning', 4: 'success' };

export function StatusTag({ status }: { status: number }) {
  return <Tag tone={tones[status] ?? 'neutral'}>{statusName(status)}</Tag>;
}
