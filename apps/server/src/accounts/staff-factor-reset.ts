import { recordAudit } from '../audit/audit.ts';
import { secondFactorAccount, unlockAccount } from './lockout-store.ts';
import { queueNotice } from '../outbox/outbox.ts';
import { secondFactorMail } from '../outbox/templates/second-factor-mails.ts';
import type { Registry } from '../registry/registry.ts';
import { lockStaffUser, removeFactors, signOutEverywhere } from './second-factor-store.ts';

/**
 * For the operator, when no staff user is left who could do it in the product. Only for staff, who can help everyone
 * else. Returns undefined when no staff user has this email address.
 */
export function resetStaffFactor(
  registry: Pick<Registry, 'system'>,
  address: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ name: string; email: string } | undefined> {
  return registry.system(async (tx) => {
    const person = await lockStaffUser(tx, address.trim());
    if (!person) return undefined;
    const { userId, name, email } = person;
    await removeFactors(tx, userId);
    await signOutEverywhere(tx, [userId]);
    await unlockAccount(tx, secondFactorAccount(email.toLowerCase()), now);
    await recordAudit(tx, {
      orgId: null,
      at: now,
      userId: null,
      action: 'second-factor-reset',
      entityType: 'user',
      entityId: userId,
      detail: { name, email, by: 'operator' },
    });
    const mail = secondFactorMail({ publicUrl, name, event: { kind: 'reset' } });
    await queueNotice(tx, { ...mail, orgId: null, to: email }, now);
    return { name, email };
  });
}
