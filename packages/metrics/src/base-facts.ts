/** The column of a count, of an amount or of samples; levels and samples have one for each aggregation besides. */
type CountFact = { readonly kind: 'count'; readonly measure: string; readonly column: 'ins' | 'outs' };
type AmountFact = { readonly kind: 'amount'; readonly measure: string; readonly column: 'value' | 'n' };
type SampleFact = { readonly kind: 'sample'; readonly measure: string; readonly column?: 'count' };
/** What was forecast of counts, and the band around it. */
type ForecastFact = {
  readonly kind: 'forecast';
  readonly measure: string;
  readonly column: 'ins' | 'outs' | 'lowins' | 'highins' | 'lowouts' | 'highouts';
};
/** The curves of local days: the area under them, and who came. */
type VisitFact = { readonly kind: 'visit'; readonly measure: string; readonly column: 'area' | 'visits' };
/** Computed of levels and counts, minute by minute. */
type WaitFact = { readonly kind: 'wait'; readonly measure: string; readonly column?: never };
type LevelFact = {
  readonly kind: 'level';
  readonly measure: string;
  readonly column?: 'busy';
  /** Divided by what the space holds, or should hold, at the time. */
  readonly of?: 'capacity' | 'target';
};

export type FactOrigin = (CountFact | AmountFact | SampleFact | ForecastFact | VisitFact | WaitFact | LevelFact) & {
  /** What its series belong to. */
  readonly owner: 'zone' | 'space' | 'location';
};

const count = (measure: string, column: 'ins' | 'outs') => ({ kind: 'count', owner: 'zone', measure, column }) as const;
const amount = (measure: string, column: 'value' | 'n') =>
  ({ kind: 'amount', owner: 'location', measure, column }) as const;
const forecast = (column: ForecastFact['column']) =>
  ({ kind: 'forecast', owner: 'zone', measure: 'people', column }) as const;

/** Its values are kept in the smallest unit of the currency. */
export const moneyMeasure = 'sales';

/** What sensors measure and files bring, and where the store keeps it: every metric is computed from these. */
export const baseFacts = {
  ins: count('people', 'ins'),
  outs: count('people', 'outs'),
  forecastIns: forecast('ins'),
  forecastOuts: forecast('outs'),
  forecastLowIns: forecast('lowins'),
  forecastHighIns: forecast('highins'),
  forecastLowOuts: forecast('lowouts'),
  forecastHighOuts: forecast('highouts'),
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
  visitArea: { kind: 'visit', owner: 'zone', measure: 'people', column: 'area' },
  visits: { kind: 'visit', owner: 'zone', measure: 'people', column: 'visits' },
  expectedWait: { kind: 'wait', owner: 'space', measure: 'level' },
  /** Kept in ten-thousandths of a person, because scaled zones count parts. */
  peopleInSpace: { kind: 'level', owner: 'space', measure: 'level' },
  shareOfCapacity: { kind: 'level', owner: 'space', measure: 'level', of: 'capacity' },
  shareOfTarget: { kind: 'level', owner: 'space', measure: 'level', of: 'target' },
  timeOccupied: { kind: 'level', owner: 'space', measure: 'level', column: 'busy' },
  peopleInZone: { kind: 'level', owner: 'zone', measure: 'level' },
} as const satisfies Record<string, FactOrigin>;

export type BaseFact = keyof typeof baseFacts;
