import { catalog } from '@atrium/contract/catalog';
import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { parseBody, parseQuery } from './parse.ts';

const wrong: readonly unknown[] = ['', 'x', 1.5, -1, true, null, {}, [], [1], [{}], { nothing: 1 }, 'x'.repeat(50_000)];

/** The message of a schema for a request in which one field has this value; undefined if it is valid. */
function refusalOf(parse: () => unknown): Refusal | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const isVague = ({ path, message }: { path: string; message: string }) =>
  path === '' || message === '' || /invalid input|is not valid/i.test(message);

it('[R532] names the field and says what is wrong with it, for every field of every call', () => {
  const vague: string[] = [];
  let refused = 0;
  const look = (where: string, field: string, refusal: Refusal | undefined) => {
    if (!refusal) return;
    refused += 1;
    const details = refusal.details ?? [];
    const namesIt = refusal.message.includes(details[0]?.path ?? '?');
    if (details.length === 0 || details.some(isVague) || !namesIt) {
      vague.push(`${where} ${field}: ${refusal.message} ${JSON.stringify(details)}`);
    }
  };
  for (const { name, body, query } of catalog) {
    if (body)
      look(
        name,
        '',
        refusalOf(() => parseBody(body, 'text')),
      );
    if (body)
      look(
        name,
        '',
        refusalOf(() => parseBody(body, { 'no such field': 1 })),
      );
    for (const field of body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [])
      for (const value of wrong)
        look(
          name,
          field,
          refusalOf(() => parseBody(body, { [field]: value })),
        );
    for (const field of query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [])
      for (const value of wrong) {
        if (typeof value === 'string')
          look(
            name,
            field,
            refusalOf(() => parseQuery(query, { [field]: value })),
          );
      }
  }
  expect(vague).toEqual([]);
  expect(refused).toBeGreaterThan(1000);
});
