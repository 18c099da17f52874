import { describe, expect, it } from 'vitest';
import { configChanges } from './reported-config.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 12, minute));
const unknown = { statusAt: null, config: null };
const old = { firmware: '5.4.2', ntpHost: 'a' };
const updated = { firmware: '5.5.0', ntpHost: 'a' };

describe('the configuration of a device', () => {
  it('begins with its first report', () =>
    expect(configChanges(unknown, [{ at: at(1), config: old }])).toEqual({
      ended: null,
      begun: [{ config: old, first: at(1), last: null }],
    }));

  it('stays the same while reports repeat it, in any order and with any internal sorting', () => {
    const known = { statusAt: at(1), config: old };
    const sorted = { ntpHost: 'a', firmware: '5.4.2' };
    expect(
      configChanges(known, [
        { at: at(3), config: old },
        { at: at(2), config: sorted },
      ]),
    ).toEqual({
      ended: null,
      begun: [],
    });
  });

  it('ends with the last report before a different one', () => {
    const reports = [
      { at: at(4), config: updated },
      { at: at(2), config: old },
      { at: at(5), config: updated },
      { at: at(6), config: old },
    ];
    expect(configChanges({ statusAt: at(1), config: old }, reports)).toEqual({
      ended: at(2),
      begun: [
        { config: updated, first: at(4), last: at(5) },
        { config: old, first: at(6), last: null },
      ],
    });
  });

  it('keeps fields that a report omits', () =>
    expect(configChanges({ statusAt: at(1), config: old }, [{ at: at(2), config: { ntpHost: 'b' } }]).begun).toEqual([
      { config: { firmware: '5.4.2', ntpHost: 'b' }, first: at(2), last: null },
    ]));

  it('ignores reports that are not newer than the known one', () =>
    expect(
      configChanges({ statusAt: at(3), config: old }, [
        { at: at(3), config: updated },
        { at: at(1), config: updated },
      ]),
    ).toEqual({ ended: null, begun: [] }));
});
