import { describe, expect, it } from 'vitest';
import { createOutlet } from './outlet.ts';

/** A transport that takes packets only when told to, as engine.io shows itself. */
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

describe('an outlet', () => {
  it('stops a connection that does not read, and gives it the newest number of each room when it does', () => {
    const connection = slowConnection();
    let ins = 0;
    const outlet = createOutlet(connection, (room) => (room === 'gone' ? undefined : reading(room, ins)));
    for (; ins < 10_000; ins += 1)
      for (const room of ['door', 'hall', 'gone', 'left'])
        if (outlet.admits(room)) connection.emit('traffic:realtimedata', reading(room, ins));
    expect(connection.sent).toHaveLength(64);
    outlet.forget('left');

    connection.sent.length = 0;
    connection.drain();
    expect(connection.sent).toEqual([reading('door', 10_000), reading('hall', 10_000)]);
    expect(outlet.admits('door')).toBe(true);
  });

  it('pays back in portions when very much is owed', () => {
    const connection = slowConnection();
    const outlet = createOutlet(connection, (room) => reading(room, 1));
    for (let i = 0; i < 64; i += 1) connection.emit('traffic:realtimedata', reading('x', i));
    for (let i = 0; i < 100; i += 1) expect(outlet.admits(`room ${i}`)).toBe(false);
    connection.sent.length = 0;
    connection.drain();
    expect(connection.sent).toHaveLength(64);
    connection.drain();
    expect(connection.sent).toHaveLength(100);
  });
});
