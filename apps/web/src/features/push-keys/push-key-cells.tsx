import type { PushKey } from '@atrium/contract/push-keys';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { type State, stateOf } from './push-key-columns.ts';
import { texts } from './texts.ts';

const tones: Record<State, Tone> = { waiting: 'warning', receiving: 'success', revoked: 'neutral' };

export function pushKeyCells(onOpen: (pushKeyId: string) => void): Cells<PushKey> {
  return {
    name: ({ pushKeyId, name }) => (
      <RowButton width="36ch" widthOnPhones="36vw" onClick={() => onOpen(pushKeyId)}>
        {name}
      </RowButton>
    ),
    state: (row) => <Tag tone={tones[stateOf(row)]}>{texts.states[stateOf(row)]}</Tag>,
  };
}
