import type { AlarmConfigWithIncludes, AlarmStateWithIncludes } from '@atrium/contract/alarms';
import { RowButton } from '../../ui/RowButton.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { entityOf, kindOf, nameOf, type StateKind } from './alarm-columns.ts';
import { texts } from './texts.ts';

const tones: Record<StateKind, Tone> = { active: 'danger', acknowledged: 'warning', resolved: 'success' };

export function alarmCells(onOpen: (alarmConfigId: string) => void): Cells<AlarmConfigWithIncludes> {
  return {
    entity: (row) => (
      <RowButton width="36ch" widthOnPhones="46vw" onClick={() => onOpen(row.alarmConfigId)}>
        {entityOf(row)}
      </RowButton>
    ),
  };
}

export function stateCells(onOpen: (alarmStateId: string) => void): Cells<AlarmStateWithIncludes> {
  return {
    entity: (row) => (
      <RowButton width="36ch" widthOnPhones="40vw" onClick={() => onOpen(row.alarmStateId)}>
        {nameOf(row)}
      </RowButton>
    ),
    state: (row) => <StateTag state={row} />,
  };
}

export function StateTag({ state }: { state: AlarmStateWithIncludes }) {
  const kind = kindOf(state);
  return <Tag tone={tones[kind]}>{texts.state[kind]}</Tag>;
}
