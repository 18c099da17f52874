/** How decoders read values of a stranger. */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Those elements of a list that are objects; none where it is no list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** A count that may be written as text, as some vendors write all their numbers; undefined for anything else. */
export function writtenCount(value: unknown): number | undefined {
  if (isCount(value)) return value;
  if (typeof value !== 'string' || !/^\s*\d{1,10}\s*$/.test(value)) return undefined;
  const number = Number(value);
  return isCount(number) ? number : undefined;
}

/** Without characters that no screen shows and no database takes. */
export function shown(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 100);
}

/** A name as it can be shown; undefined for what is none. */
export function nameOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? shown(value) : typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text;
}

/** What can be shown of a device: text, numbers and switches. */
export function plainValues(found: Json): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(found)) {
    if (typeof value === 'string' && shown(value) !== '') plain[key] = shown(value);
    else if ((typeof value === 'number' && Number.isFinite(value)) || typeof value === 'boolean') plain[key] = value;
  }
  return plain;
}

export function isBlank(body: Buffer): boolean {
  return body.length < 1024 && body.toString('latin1').trim() === '';
}
