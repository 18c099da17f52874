import { describe, expect, it } from 'vitest';
import { createBackPressure } from './back-pressure.ts';

/** A transport that accepts packets only when a test says so, with the interface of engine.io. */
function slowConnection() {
  const listeners = { packetCreate: [] as (() => void)[], drain: [] as (() => void)[] };
  const sent: unknown[] = [];
  return {
    sent,
    conn: { on: (event: 'packetCreate' | 'drain', listener: () => void) => listeners[event].push(listener) },
    emit(_event: string, message: unknown) {
      sent.push(message);
      for (const listener of listeners.packetCreate) listener();
    },
    drain() {
      for (const listener of listeners.drain) listener();
    },
  };
}
const reading = (entityId: string, ins: number) => ({
  entityType: 'zone' as const,
  entityId,
  ins,
  outs: 0,
  minute: null,
  completeness: null,
  lastReadingAt: null,
  isOpen: true,
  asOf: '2026-03-04T12:00:00Z',
});

/** A room whose newest message counts what `ins` returns at that moment. */
const room = (entityId: string, ins: () => number) => ({
  entityId,
  get latest() {
    return { event: 'traffic:realtimedata' as const, message: reading(entityId, ins()) };
  },
});

describe('back pressure', () => {
  it('pauses a connection that does not read, and sends it the newest number of each room once it does', () => {
    const connection = slowConnection();
    let ins = 0;
    const [door, hall, left] = ['door', 'hall', 'left'].map((name) => room(name, () => ins));
    const gone = { entityId: 'gone', latest: undefined };
    const backPressure = createBackPressure(connection);
    for (; ins < 10_000; ins += 1)
      for (const each of [door!, hall!, gone, left!])
        if (backPressure.admits(each)) connection.emit('traffic:realtimedata', reading(each.entityId, ins));
    expect(connection.sent).toHaveLength(64);
    backPressure.forget(left!);

    connection.sent.length = 0;
    connection.drain();
    expect(connection.sent).toEqual([reading('door', 10_000), reading('hall', 10_000)]);
    expect(backPressure.admits(door!)).toBe(true);
  });

  it('catches up in portions when much is pending', () => {
    const connection = slowConnection();
    const backPressure = createBackPressure(connection);
    for (let i = 0; i < 64; i += 1) connection.emit('traffic:realtimedata', reading('x', i));
    for (let i = 0; i < 100; i += 1) expect(backPressure.admits(room(`room ${i}`, () => 1))).toBe(false);
    connection.sent.length = 0;
    connection.drain();
    expect(connection.sent).toHaveLength(64);
    connection.drain();
    expect(connection.sent).toHaveLength(100);
  });
});
