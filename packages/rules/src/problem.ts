/** A problem of a value, with its field. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

export function problemIf(isWrong: boolean, path: string, message: string): Problem[] {
  return isWrong ? [{ path, message }] : [];
}
