import { describe, expect, it, vi } from 'vitest';
import { ActionQueue, expectedOccupancy, retryEvery, type Sent, type WaitingAction } from './action-queue.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const press = (actionId: string, action: WaitingAction['action'] = 'increment'): WaitingAction => ({
  action,
  actionId,
  at: '2026-03-04T12:00:00.000Z',
});

function queueOf(storage = memory()) {
  const sent: string[] = [];
  const refused: string[] = [];
  const server: { answer: Sent } = { answer: 'done' };
  const queue = new ActionQueue({
    storage,
    key: 'counter',
    send: async ({ actionId }) => {
      if (server.answer === 'done' || server.answer === 'refused') sent.push(actionId);
      return server.answer;
    },
    refused: ({ actionId }) => void refused.push(actionId),
  });
  return { queue, sent, refused, server, storage };
}

/** What was sent once all that waits was tried again. */
async function sentBy(queue: ActionQueue, sent: readonly string[]): Promise<readonly string[]> {
  await queue.flush();
  return sent;
}

function fail(): never {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}

describe('what is pressed', () => {
  it('[R874] is sent in order, waits without a connection, and outlives a reload', async () => {
    const { queue, sent, server, storage } = queueOf();
    queue.add(press('a'));
    await expect.poll(() => sent).toEqual(['a']);
    server.answer = 'not sent';
    for (const id of ['b', 'c', 'd']) queue.add(press(id));
    await queue.flush();
    expect(queue.waiting.map(({ actionId }) => actionId)).toEqual(['b', 'c', 'd']);
    const again = queueOf(storage);
    expect(again.queue.waiting).toHaveLength(3);
    await again.queue.flush();
    expect(again.sent).toEqual(['b', 'c', 'd']);
    expect(queueOf(storage).queue.waiting).toEqual([]);
  });

  it('[R476] is reported when it is refused, and does not hold up the rest', async () => {
    const { queue, refused, server } = queueOf();
    server.answer = 'refused';
    queue.add(press('a'));
    queue.add(press('b'));
    await expect.poll(() => refused).toEqual(['a', 'b']);
    expect(queue.waiting).toEqual([]);
  });

  it('[R1141] is tried again every few seconds while the server does not take it, and says so', async () => {
    vi.useFakeTimers();
    try {
      const { queue, sent, refused, server } = queueOf();
      server.answer = 'later';
      for (const id of ['a', 'b']) queue.add(press(id));
      await vi.advanceTimersByTimeAsync(3 * retryEvery);
      expect([queue.waiting.length, queue.isHeldUp, sent, refused]).toEqual([2, true, [], []]);
      server.answer = 'done';
      await vi.advanceTimersByTimeAsync(retryEvery);
      expect([queue.waiting.length, queue.isHeldUp, sent]).toEqual([0, false, ['a', 'b']]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[R1141] is said to wait when its answer takes long', async () => {
    vi.useFakeTimers();
    try {
      const answers: ((sent: Sent) => void)[] = [];
      const send = () => new Promise<Sent>((resolve) => void answers.push(resolve));
      const queue = new ActionQueue({ storage: memory(), key: 'counter', send, refused: () => undefined });
      queue.add(press('a'));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(queue.isHeldUp).toBe(false);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(queue.isHeldUp).toBe(true);
      answers[0]?.('done');
      await vi.advanceTimersByTimeAsync(0);
      expect(queue.isHeldUp).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[R874] shows in the number at once', () => {
    expect(expectedOccupancy(5, [press('a'), press('b', 'decrement'), press('c')])).toBe(6);
    expect(expectedOccupancy(0, [press('a', 'decrement'), press('b')])).toBe(1);
    expect(expectedOccupancy(null, [press('a')])).toBeNull();
    expect(expectedOccupancy(9, [{ ...press('a', 'reset'), value: 3 }, press('b', 'stop'), press('c')])).toBe(4);
  });

  it('[R930] is sent although the storage is full or switched off, each once and in order', async () => {
    const storage = memory();
    const { queue, sent, server } = queueOf(storage);
    server.answer = 'not sent';
    queue.add(press('a'));
    const works = storage.setItem;
    Object.assign(storage, { setItem: fail, removeItem: fail });
    const shown: number[] = [];
    queue.onChange(() => shown.push(queue.waiting.length));
    queue.add(press('b'));
    queue.add(press('c'));
    expect(shown).toEqual([2, 3]);
    server.answer = 'done';
    await expect.poll(() => sentBy(queue, sent)).toEqual(['a', 'b', 'c']);
    expect(queue.waiting).toEqual([]);
    expect(await sentBy(queue, sent)).toEqual(['a', 'b', 'c']);
    // What was not kept is kept with the next press that is.
    server.answer = 'not sent';
    queue.add(press('d'));
    storage.setItem = works;
    queue.add(press('e'));
    expect(queueOf(storage).queue.waiting.map(({ actionId }) => actionId)).toEqual(['d', 'e']);
  });

  it('[R931] in one tab does not remove what waits in another one, and is sent by the one that stays open', async () => {
    const storage = memory();
    const [first, second] = [queueOf(storage), queueOf(storage)];
    first.server.answer = second.server.answer = 'not sent';
    first.queue.add(press('a'));
    second.queue.add(press('b'));
    first.queue.add(press('c'));
    second.queue.refresh();
    expect(second.queue.waiting.map(({ actionId }) => actionId)).toEqual(['a', 'b', 'c']);
    expect(queueOf(storage).queue.waiting).toHaveLength(3);
    // The first one is closed.
    second.server.answer = 'done';
    await expect.poll(() => sentBy(second.queue, second.sent)).toEqual(['a', 'b', 'c']);
    first.queue.refresh();
    expect([first.queue.waiting, queueOf(storage).queue.waiting]).toEqual([[], []]);
  });

  it('[R931] in a tab that is closed is sent by the one that stays open on its own', async () => {
    vi.useFakeTimers();
    try {
      const storage = memory();
      const [first, second] = [queueOf(storage), queueOf(storage)];
      first.server.answer = 'not sent';
      first.queue.add(press('a'));
      // The browser reports it to the other tab.
      second.queue.refresh();
      await vi.advanceTimersByTimeAsync(retryEvery);
      expect(second.sent).toEqual(['a']);
      expect(second.queue.waiting).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('survives a storage with nonsense in it', () => {
    const storage = memory();
    storage.setItem('counter', '{');
    expect(queueOf(storage).queue.waiting).toEqual([]);
  });
});
