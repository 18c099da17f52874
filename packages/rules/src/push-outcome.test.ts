import { describe, expect, it } from 'vitest';
import { explainPush, isRefused, outcomeTexts, pushOutcomes } from './push-outcome.ts';
import { explainReason } from './quarantine-reasons.ts';

const push = { outcome: 'accepted', reason: null, pending: false } as const;

describe('[R585] what people read about a push', () => {
  it('tells counted, waiting and refused apart', () => {
    expect(explainPush(push)).toEqual({ tone: 'success', what: 'Received and counted', fix: null });
    expect(explainPush({ ...push, pending: true })).toMatchObject({ what: 'Received, being counted' });
    const unassigned = { ...push, outcome: 'new-device', reason: 'unassigned' } as const;
    expect(explainPush(unassigned)).toMatchObject({ tone: 'warning', what: outcomeTexts['new-device'].what });
    expect(explainPush({ ...unassigned, reason: null })).toMatchObject({ what: 'Received and counted' });
    expect(explainPush({ ...push, outcome: 'test' })).toMatchObject({ tone: 'success', what: 'Connection test' });
    expect(explainPush({ ...push, outcome: 'unreadable' })).toMatchObject({ tone: 'warning' });
    expect(explainPush({ ...push, outcome: 'wrong-type' })).toMatchObject({
      tone: 'danger',
      what: 'Refused: wrong content type (415)',
    });
  });

  it('names the reason of a quarantine, also one that it does not know', () => {
    const clock = explainPush({ ...push, reason: 'future' });
    expect(clock.what).toBe(`Received, not counted. ${explainReason('future').text}`);
    expect(clock.fix).toContain('clock');
    expect(explainPush({ ...push, reason: 'constructor' }).what).toBe(
      'Received, not counted. The reason is not known.',
    );
  });

  it.each(pushOutcomes.filter(isRefused))('says what to do about %s', (outcome) => {
    expect(outcomeTexts[outcome].fix).toBeTruthy();
  });
});
