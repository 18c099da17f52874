/** What a person asked for names no usable stretch of time. The message is for that person. */
export class InvalidPeriod extends Error {
  override readonly name = 'InvalidPeriod';
  readonly field: PeriodField;

  constructor(field: PeriodField, message: string) {
    super(message);
    this.field = field;
  }
}

export type PeriodField = 'relativeDate' | 'startDate' | 'endDate' | 'dateOverride' | 'dateGroupings';
