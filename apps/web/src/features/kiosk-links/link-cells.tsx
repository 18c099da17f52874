import type { KioskLink } from '@atrium/contract/kiosk-links';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { type State, stateOf } from './link-columns.ts';
import { texts } from './texts.ts';

const tones: Record<State, Tone> = { active: 'success', waiting: 'neutral', ended: 'warning' };

export function linkCells(onOpen: (kioskLinkId: string) => void): Cells<KioskLink> {
  return {
    name: ({ kioskLinkId, name }) => (
      <RowButton width="36ch" widthOnPhones="36vw" onClick={() => onOpen(kioskLinkId)}>
        {name}
      </RowButton>
    ),
    state: (row) => <StateTag link={row} />,
  };
}

export function StateTag({ link }: { link: KioskLink }) {
  const state = stateOf(link);
  return <Tag tone={tones[state]}>{texts.states[state]}</Tag>;
}
