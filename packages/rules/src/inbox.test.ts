import { describe, expect, it } from 'vitest';
import { inboxTexts, reasonProblems, replayProblems } from './inbox.ts';

const messages = (wanted: Parameters<typeof replayProblems>[0]) => replayProblems(wanted).map(({ message }) => message);
const [from, to] = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];

describe('a replay', () => {
  it.each([
    [{ quarantineId: 'x' }, []],
    [{ device: 'A', from, to }, []],
    [{}, [inboxTexts.target]],
    [{ quarantineId: 'x', device: 'A' }, [inboxTexts.target]],
    [{ device: 'A' }, [inboxTexts.from, inboxTexts.to]],
    [{ device: 'A', from: to, to: from }, [inboxTexts.order]],
    [{ device: 'A', from, to: from }, [inboxTexts.order]],
    [{ device: 'A', from, to: '2026-04-02T00:00:00Z' }, [inboxTexts.long]],
  ])('[R600] of %j', (wanted, expected) => {
    expect(messages(wanted)).toEqual(expected);
  });
});

it('[R599] a reason is required and at most 500 characters long', () => {
  expect([reasonProblems(''), reasonProblems('broken'), reasonProblems('x'.repeat(501))]).toEqual([
    [{ path: 'reason', message: 'Reason is required' }],
    [],
    [{ path: 'reason', message: 'Reason must have at most 500 characters' }],
  ]);
});
