import { describe, expect, it } from 'vitest';
import { createConflation } from './conflation.ts';

const door = { name: 'door' };
const hall = { name: 'hall' };

describe('conflation', () => {
  it('sends the first change at once and the following ones together after the interval', () => {
    const changes = createConflation<object>(250);
    changes.mark(door);
    expect(changes.nextAt(1000)).toBe(1000);
    expect(changes.take(1000)).toEqual([door]);
    expect(changes.nextAt(1000)).toBeUndefined();
    for (let i = 0; i < 10; i += 1) changes.mark(door);
    expect(changes.take(1249)).toEqual([]);
    expect(changes.nextAt(1249)).toBe(1250);
    expect(changes.take(1250)).toEqual([door]);
    expect(changes.take(9999)).toEqual([]);
  });

  it('delays one key without holding up another', () => {
    const changes = createConflation<object>(250);
    changes.mark(door);
    changes.take(0);
    changes.mark(door);
    changes.mark(hall);
    expect(changes.nextAt(100)).toBe(100);
    expect(changes.take(100)).toEqual([hall]);
    expect(changes.nextAt(100)).toBe(250);
  });

  it('sends once per interval, however often something changes', () => {
    const changes = createConflation<object>(250);
    let sent = 0;
    for (let ms = 0; ms < 10_000; ms += 5) {
      changes.mark(door);
      sent += changes.take(ms).length;
    }
    expect(sent).toBe(40);
  });
});
