import { describe, expect, it } from 'vitest';
import { addressProblems, blacklistProblems } from './sensor-blacklist.ts';

const entry = { route: '_all_', mac: '80:1F:12:00:00:01', reason: 'Sends nonsense' };
const problems = (changes: Partial<typeof entry>) =>
  blacklistProblems({ ...entry, ...changes }, ['xovis5']).map(({ path, message }) => `${path}: ${message}`);

describe('an entry of the blacklist', () => {
  it('[R503] needs an address and a reason', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ mac: '' })).toEqual(['mac: MAC address is required']);
    expect(problems({ mac: '80:1F' })).toEqual(['mac: MAC address must be twelve hexadecimal digits']);
    expect(problems({ reason: '' })).toEqual(['reason: Reason is required']);
    expect(problems({ reason: 'r'.repeat(501) })).toEqual(['reason: Reason must have at most 500 characters']);
  });

  it('applies to every route or to an existing one', () => {
    expect(problems({ route: 'xovis5' })).toEqual([]);
    expect(problems({ route: 'nowhere' })).toEqual(['route: Route must be _all_ or a route that devices push to']);
    expect(addressProblems('nowhere', '', ['xovis5'])).toHaveLength(2);
  });
});
