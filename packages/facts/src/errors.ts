/**
 * What a caller can learn when the facts do not answer. The engine's own words stay behind: they quote SQL and settings.
 * `engineCode` is ClickHouse's error number, for logs.
 */
export class FactsError extends Error {
  readonly engineCode: number | undefined;
  constructor(message: string, engineCode?: number) {
    super(message);
    this.name = new.target.name;
    this.engineCode = engineCode;
  }
}

/** ClickHouse cannot be reached or is not ready; the same call may succeed later. */
export class FactsUnavailable extends FactsError {
  constructor(engineCode?: number) {
    super('The readings store cannot be reached right now.', engineCode);
  }
}

/** The question took longer than its time limit and was stopped. */
export class FactsTimeout extends FactsError {
  constructor(engineCode?: number) {
    super('The question took too long and was stopped.', engineCode);
  }
}

/** The statement was understood and not carried out: too large, not permitted, or wrong. */
export class FactsRefused extends FactsError {
  constructor(message = 'The readings store refused the request.', engineCode?: number) {
    super(message, engineCode);
  }
}

/** Files of the store cannot be read: a disk failed or someone changed them. What is sound answers once the rest is set aside. */
export class FactsDamaged extends FactsError {
  constructor(engineCode?: number) {
    super('Some readings cannot be read because files of the store are damaged.', engineCode);
  }
}
