import { describe, expect, it } from 'vitest';
import { runCampaign, type Disruption } from './crash.ts';

/** One of each here; apps/server/test/crash-campaign.ts repeats each thirty times. */
describe('[I17] [I18] everything acknowledged is counted once', () => {
  it.each<[string, readonly Disruption[]]>([
    ['the server is killed', [{ kind: 'server' }, { kind: 'point', point: 'pump.after-facts' }]],
    ['the engines and the postmaster are killed', [{ kind: 'engines' }, { kind: 'postmaster' }]],
    ['the folder of ClickHouse is rolled back', [{ kind: 'rollback', milliseconds: 2000 }]],
  ])(
    'when %s under load',
    async (_, blows) => {
      const { acknowledged, slowestReturn, ...result } = await runCampaign({ blows, doors: 12, seed: 5 });
      const none = { lost: 0, twice: 0, wrongLive: 0, wrongQuarters: 0, unbalanced: 0, damaged: 0 };
      expect(result).toEqual({ blows: blows.length, ...none });
      expect(acknowledged).toBeGreaterThan(10);
      expect(slowestReturn).toBeGreaterThan(0);
    },
    300_000,
  );
});
