import type { Webhook } from '@atrium/contract/webhooks';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { type State, stateOf } from './webhook-columns.ts';
import { texts } from './texts.ts';

const tones: Record<State, Tone> = { on: 'success', failing: 'warning', off: 'neutral', failed: 'danger' };

export function webhookCells(onOpen: (webhookId: string) => void): Cells<Webhook> {
  return {
    url: ({ webhookId, url }) => (
      <RowButton width="48ch" widthOnPhones="44vw" onClick={() => onOpen(webhookId)}>
        {url}
      </RowButton>
    ),
    state: (row) => <StateTag webhook={row} />,
  };
}

export function StateTag({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}
