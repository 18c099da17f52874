/**
 * A response of the bridge itself, in the format and with the error codes of ClickHouse, so that its clients understand
 * it.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly status: number;

  constructor(reason: keyof typeof REASONS, message: string) {
    const [code, status] = REASONS[reason];
    super(`Code: ${code}. DB::Exception: ${message} (${reason})`);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
  }
}

const REASONS = {
  BAD_ARGUMENTS: [36, 400],
  NOT_IMPLEMENTED: [48, 501],
  SYNTAX_ERROR: [62, 400],
  TIMEOUT_EXCEEDED: [159, 408],
  READONLY: [164, 403],
  QUERY_IS_TOO_LARGE: [223, 413],
  TOO_MANY_SIMULTANEOUS_QUERIES: [202, 503],
  NOT_ENOUGH_SPACE: [243, 507],
  QUERY_WAS_CANCELLED: [394, 499],
  UNKNOWN_QUERY_PARAMETER: [456, 400],
  ACCESS_DENIED: [497, 403],
} as const satisfies Record<string, readonly [code: number, status: number]>;
