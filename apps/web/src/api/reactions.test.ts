import { describe, expect, it } from 'vitest';
import { reactionToFailure, noticesFor } from './reactions.ts';

const maximumResults = {
  kind: 'toast',
  tone: 'warning',
  title: 'Maximum Results',
  text: 'Your query contains the maximum number of results: 50400. You may be missing data from the query',
};

const failure = (status: number) => ({ status, reply: undefined });

describe('a failed call', () => {
  it('[S60] reloads the page when another tab has signed someone else in', () => {
    const reply = { code: 'conflict', message: 'No.', err: 'No.', status: 'otherUser' };
    expect(reactionToFailure({ status: 409, reply }, '/app/profile')).toEqual({ kind: 'other-user' });
  });

  it('[R075] announces maintenance on 502', () => {
    expect(reactionToFailure(failure(502), '/app/welcome')).toMatchObject({
      kind: 'toast',
      title: 'Maintentance Mode',
      text: 'Atrium is in maintenance mode, try again in a few minutes',
    });
  });

  it('[R076] leads to the sign-in page on 401, except where nobody is signed in yet', () => {
    expect(reactionToFailure(failure(401), '/app/welcome')).toEqual({ kind: 'signed-out' });
    expect(reactionToFailure(failure(401), '/sign-up')).toEqual({ kind: 'signed-out' });
    for (const screen of ['/register', '/forgot-password', '/reset-password', '/login', '/logout'])
      expect(reactionToFailure(failure(401), screen)).toBeUndefined();
  });

  it('leaves everything else to the caller', () => {
    for (const status of [0, 400, 403, 404, 409, 500, 503])
      expect(reactionToFailure(failure(status), '/app/welcome')).toBeUndefined();
  });
});

describe('a successful response', () => {
  it('[R077] warns at 50400 rows and more, in bare lists and in data', () => {
    const rows = Array.from({ length: 50_400 }, () => 0);
    expect(noticesFor(rows)).toEqual([maximumResults]);
    expect(noticesFor({ results: rows, messages: [] })).toEqual([maximumResults]);
    expect(noticesFor(rows.slice(1))).toEqual([]);
  });

  it('[R078] warns when a message says that the limit was hit', () => {
    expect(noticesFor({ results: [], messages: ['The query hit the limit of rows.'] })).toEqual([maximumResults]);
  });

  it('[R347] joins the messages about errors in the records', () => {
    const messages = ['There are errors in the records. Row 1', 'fine', 'There are errors in the records. Row 2'];
    expect(noticesFor({ results: [], messages })).toMatchObject([
      { title: 'Errors', text: 'There are errors in the records. Row 1 There are errors in the records. Row 2' },
    ]);
  });

  it('ignores other replies', () => {
    for (const reply of ['0', null, { ok: true }, { results: [1], messages: [] }])
      expect(noticesFor(reply)).toEqual([]);
  });
});
