/** The column of a count, of an amount or of samples; levels and samples have one for each aggregation besides. */
type CountFact = { readonly kind: 'count'; readonly measure: string; readonly column: 'ins' | 'outs' };
type AmountFact = { readonly kind: 'amount'; readonly measure: string; readonly column: 'value' | 'n' };
type SampleFact = { readonly kind: 'sample'; readonly measure: string; readonly column?: 'count' };
type LevelFact = { readonly kind: 'level'; readonly measure: string };

export type FactOrigin = (CountFact | AmountFact | SampleFact | LevelFact) & {
  /** What its series belong to. */
  readonly owner: 'zone' | 'space' | 'location';
};

const count = (measure: string, column: 'ins' | 'outs') => ({ kind: 'count', owner: 'zone', measure, column }) as const;
const amount = (measure: string, column: 'value' | 'n') =>
  ({ kind: 'amount', owner: 'location', measure, column }) as const;

/** Its values are kept in the smallest unit of the currency. */
export const moneyMeasure = 'sales';

/** What sensors measure and files bring, and where the store keeps it: every metric is computed from these. */
export const baseFacts = {
  ins: count('people', 'ins'),
  outs: count('people', 'outs'),
  maleIns: count('male', 'ins'),
  maleOuts: count('male', 'outs'),
  femaleIns: count('female', 'ins'),
  femaleOuts: count('female', 'outs'),
  unknownIns: count('unknown', 'ins'),
  unknownOuts: count('unknown', 'outs'),
  sales: amount(moneyMeasure, 'value'),
  transactions: amount(moneyMeasure, 'n'),
  items: amount('items', 'value'),
  staffSeconds: amount('labor', 'value'),
  waits: { kind: 'sample', owner: 'zone', measure: 'wait' },
  waited: { kind: 'sample', owner: 'zone', measure: 'wait', column: 'count' },
  services: { kind: 'sample', owner: 'zone', measure: 'service' },
  served: { kind: 'sample', owner: 'zone', measure: 'service', column: 'count' },
  /** Kept in ten-thousandths of a person, because scaled zones count parts. */
  peopleInSpace: { kind: 'level', owner: 'space', measure: 'level' },
  peopleInZone: { kind: 'level', owner: 'zone', measure: 'level' },
} as const satisfies Record<string, FactOrigin>;

export type BaseFact = keyof typeof baseFacts;
