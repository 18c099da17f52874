/** A received body: when it came, which names its day, and its number in the inbox. */
export interface BodyKey {
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly seq: string;
}

export function bodyIdOf({ receivedAt, seq }: { readonly receivedAt: Date | number; readonly seq: string | bigint }) {
  return `${Number(receivedAt)}-${seq}`;
}

/** Null for a text that names no body. */
export function readBodyId(text: string): BodyKey | null {
  const [, receivedAt, seq] = /^(\d{1,13})-(\d{1,18})$/.exec(text) ?? [];
  return receivedAt === undefined || seq === undefined ? null : { receivedAt: Number(receivedAt), seq };
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
