import type { ApiClient } from '@atrium/contract/api-clients';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { type State, stateOf } from './client-columns.ts';
import { texts } from './texts.ts';

const tones: Record<State, Tone> = { active: 'success', inactive: 'warning', gone: 'danger' };

export function clientCells(onOpen: (clientId: string) => void): Cells<ApiClient> {
  return {
    name: ({ clientId, name }) => (
      <RowButton width="36ch" widthOnPhones="36vw" onClick={() => onOpen(clientId)}>
        {name}
      </RowButton>
    ),
    state: (row) => <StateTag client={row} />,
  };
}

export function StateTag({ client }: { client: ApiClient }) {
  const state = stateOf(client);
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}
