import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { invalidField } from '../../refusal.ts';
import type { Scope } from '../../scope.ts';

/** The state that an export describes. */
export interface Watermark {
  /** Changes of transactions from this one on may be missing in it. */
  readonly transaction: bigint;
  /** Epoch seconds: days that had not ended long before are not final. */
  readonly at: number;
  /** Between two restores or rebuilds. */
  readonly line: string;
  readonly orgId: string;
  /** A digest of what the caller could see. */
  readonly sight: string;
}

/** Where the next page begins, and whose and which export it continues. */
export interface Cursor {
  readonly question: string;
  readonly userId: string;
  readonly entityId: string;
  /** Days since 1970. */
  readonly day: number;
  /** Of the first page. */
  readonly watermark: Watermark;
}

const number = z.number().check(z.int(), z.nonnegative());
const text = z.string().check(z.maxLength(100));
const wholeTransaction = z.string().check(z.regex(/^\d{1,19}$/));
/** The first is the version of the form. */
const storedWatermark = z.tuple([z.literal(1), wholeTransaction, number, text, text, text]);
const storedCursor = z.tuple([z.literal(1), text, text, text, number, storedWatermark]);
type StoredWatermark = z.output<typeof storedWatermark>;

export function writeWatermark(watermark: Watermark): string {
  return encoded(toStored(watermark));
}

export function readWatermark(token: string): Watermark {
  const parsed = storedWatermark.safeParse(decoded(token));
  if (!parsed.success) throw invalidField('changedSince', 'This is not a watermark of an export.');
  return fromStored(parsed.data);
}

export function writeCursor({ question, userId, entityId, day, watermark }: Cursor): string {
  return encoded([1, question, userId, entityId, day, toStored(watermark)]);
}

export function readCursor(token: string): Cursor {
  const parsed = storedCursor.safeParse(decoded(token));
  if (!parsed.success) throw invalidField('cursor', 'This is not a cursor of an export.');
  const [, question, userId, entityId, day, watermark] = parsed.data;
  return { question, userId, entityId, day, watermark: fromStored(watermark) };
}

/** Equal for the same question and the same sight. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** What decides which entities and figures someone gets. */
export function sightOf({ locationIds, capabilities }: Scope): string {
  const locations = locationIds === 'all' ? locationIds : [...locationIds].toSorted();
  return digestOf([locations, [...capabilities].toSorted()]);
}

function toStored({ transaction, at, line, orgId, sight }: Watermark): StoredWatermark {
  return [1, String(transaction), at, line, orgId, sight];
}

function fromStored([, transaction, at, line, orgId, sight]: StoredWatermark): Watermark {
  return { transaction: BigInt(transaction), at, line, orgId, sight };
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    return undefined;
  }
}
