/** The requested period is invalid. The message is for the user. */
export class InvalidPeriod extends Error {
  override readonly name = 'InvalidPeriod';
  readonly field: PeriodField;

  constructor(field: PeriodField, message: string) {
    super(message);
    this.field = field;
  }
}

export type PeriodField =
  | 'relativeDate'
  | 'startDate'
  | 'endDate'
  | 'dateOverride'
  | 'dateGroupings'
  | 'trendComparison'
  | 'likeForLike';
