import { type LiveReading, liveTraffic } from '@atrium/contract/live-traffic';
import { describe, expect, it } from 'vitest';
import type { ConnectionState, SubscriptionState } from '../api/socket.ts';
import { staleAfter } from './freshness.ts';
import { isIdle } from './live-reading.ts';
import { timeout, topicState } from './topic-state.ts';

const start = Date.parse('2026-07-04T12:00:00Z');

type Known = SubscriptionState<LiveReading>;
const liveState = (state: Known, connection: ConnectionState, now: number) =>
  topicState(liveTraffic, state, connection, now);

/** Received at `start` on a device whose clock is `skew` ahead of the server's. */
function known({ minute, skew = 0 }: { minute: string | null; skew?: number }): Known {
  const asOf = new Date(start - skew).toISOString();
  const reading = { ins: 5, outs: 3, minute, lastReadingAt: minute, isOpen: true, completeness: 1, asOf };
  const message = { entityType: 'location' as const, entityId: 'x', ...reading };
  return { since: start - 5000, received: { message, receivedAt: start } };
}

function counted(isOpen: boolean, ins: number) {
  const state = liveState(known({ minute: '2026-07-04T12:00:00Z' }), 'open', start);
  return state.kind === 'received' ? { ...state, message: { ...state.message, isOpen, ins, outs: 0 } } : state;
}

describe('[R314] [R315] a live figure', () => {
  it('waits for its first reading, gives up after ten seconds, and recovers with a later one', () => {
    const silent: Known = { since: start };
    expect(liveState(silent, 'open', start + timeout - 1).kind).toBe('waiting');
    expect(liveState(silent, 'open', start + timeout).kind).toBe('timed-out');
    expect(liveState(known({ minute: '2026-07-04T12:00:00Z' }), 'open', start).kind).toBe('received');
  });

  it('is as old as its newest counted moment, whatever the clock of this device shows', () => {
    for (const skew of [0, 3_600_000, -3_600_000]) {
      const minute = new Date(start - skew - 10 * 60_000).toISOString();
      expect(liveState(known({ minute, skew }), 'open', start + 30_000)).toMatchObject({
        age: 9.5 * 60_000,
        stale: true,
      });
    }
  });

  it('counts an open minute up to the moment of the reading', () => {
    expect(liveState(known({ minute: '2026-07-04T12:00:00Z' }), 'open', start + 2000)).toMatchObject({
      age: 2000,
      stale: false,
    });
  });

  it('turns stale with time, or as soon as the connection is lost', () => {
    const received = known({ minute: '2026-07-04T12:00:00Z' });
    expect(liveState(received, 'open', start + staleAfter)).toMatchObject({ stale: false });
    expect(liveState(received, 'open', start + staleAfter + 1)).toMatchObject({ stale: true });
    expect(liveState(received, 'lost', start)).toMatchObject({ stale: true });
  });

  it('[R520] is not live just because it was computed now: a sensor that never reported has no age', () => {
    expect(liveState(known({ minute: null }), 'open', start)).toMatchObject({ age: null, stale: true });
  });

  it('[R564] is idle where nobody is expected and nobody was counted, and not before that is known', () => {
    expect(isIdle(counted(false, 0))).toBe(true);
    expect(isIdle(counted(false, 1))).toBe(false);
    expect(isIdle(counted(true, 0))).toBe(false);
    expect(isIdle({ kind: 'waiting' })).toBe(false);
    expect(isIdle(undefined)).toBe(false);
  });

  it('reports why it was refused', () => {
    expect(liveState({ since: start, refusal: 'No such location.' }, 'open', start)).toEqual({
      kind: 'refused',
      reason: 'No such location.',
    });
  });
});
