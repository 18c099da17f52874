import { readFileSync } from 'node:fs';

/** A recorded body; values are invented, shapes and names are the vendor's. */
export function fixture(file: string): Buffer {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url));
}

export function changed(file: string, change: (text: string) => string): Buffer {
  return Buffer.from(change(fixture(file).toString()));
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
