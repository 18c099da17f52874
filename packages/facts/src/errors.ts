/**
 * What a caller learns when the facts do not respond. The engine's own messages are not included: they quote SQL and
 * settings. `engineCode` is ClickHouse's error code, for logs.
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

/** The query took longer than its time limit and was stopped. */
export class FactsTimeout extends FactsError {
  constructor(engineCode?: number) {
    super('The query took too long and was stopped.', engineCode);
  }
}

/** The statement was understood and not executed: too large, not permitted, or wrong. */
export class FactsRefused extends FactsError {
  constructor(message = 'The readings store refused the request.', engineCode?: number) {
    super(message, engineCode);
  }
}

/**
 * Files of the store cannot be read: a disk failed or someone changed them. Intact data can be queried once the rest is
 * set aside.
 */
export class FactsDamaged extends FactsError {
  constructor(engineCode?: number) {
    super('Some readings cannot be read because files of the store are damaged.', engineCode);
  }
}
