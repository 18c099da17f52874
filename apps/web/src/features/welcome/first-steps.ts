import type { FirstSteps } from '@atrium/contract/welcome';

export type StepName = 'organization' | 'administrator' | 'location' | 'site' | 'pushKey' | 'sensor' | 'reading';
/** `waiting`: someone else has to act next, such as an invited person. */
export type StepState = 'done' | 'waiting' | 'open';

export interface Step {
  readonly name: StepName;
  readonly state: StepState;
}

const ofStaff: readonly StepName[] = ['organization', 'administrator', 'location', 'sensor', 'reading'];
const ofAdministrators: readonly StepName[] = ['location', 'site', 'pushKey', 'sensor', 'reading'];

/** The steps to the first reading, for staff or for an administrator. */
export function stepsFor(audience: 'staff' | 'administrator', known: FirstSteps): Step[] {
  const names = audience === 'staff' ? ofStaff : ofAdministrators;
  return names.map((name) => ({ name, state: stateOf(name, known) }));
}

function stateOf(name: StepName, known: FirstSteps): StepState {
  switch (name) {
    case 'administrator':
      return known.administrator === 'registered' ? 'done' : known.administrator === 'invited' ? 'waiting' : 'open';
    case 'pushKey':
      return known.hasPushKey ? 'done' : 'open';
    case 'sensor':
      return known.sensor?.commissioned ? 'done' : known.sensor ? 'waiting' : 'open';
    case 'reading':
      return known.hasReading ? 'done' : known.sensor?.commissioned && known.hasPushKey ? 'waiting' : 'open';
    case 'organization':
    case 'location':
    case 'site':
      return known[name] ? 'done' : 'open';
  }
}
