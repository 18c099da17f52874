import type { AuditAction } from '@atrium/contract/audit';
import { recordAudit } from '../../audit/audit.ts';
import { queueNotice } from '../../outbox/outbox.ts';
import { type FactorEvent, secondFactorMail } from '../../outbox/templates/second-factor-mails.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Person } from './store.ts';

const actions: Record<FactorEvent['kind'], AuditAction> = {
  added: 'second-factor-added',
  removed: 'second-factor-removed',
  'codes-renewed': 'recovery-codes-renewed',
  'code-used': 'recovery-code-used',
  reset: 'second-factor-reset',
};

/** Records a change of someone's second factor in the audit log and emails them, in its transaction. */
export type Announce = (
  tx: Transaction,
  person: Pick<Person, 'userId' | 'orgId' | 'name' | 'email'>,
  by: { readonly userId: string | null; readonly actingStaffId?: string | null },
  event: FactorEvent,
) => Promise<void>;

export function createAnnounce({ clock, publicUrl }: { clock: () => Date; publicUrl: () => string }): Announce {
  return async (tx, { userId, orgId, name, email }, by, event) => {
    const { kind, ...more } = event;
    await recordAudit(tx, {
      userId: by.userId,
      actingStaffId: by.actingStaffId ?? null,
      orgId,
      at: clock(),
      action: actions[kind],
      entityType: 'user',
      entityId: userId,
      detail: { name, email, ...more },
    });
    const mail = secondFactorMail({ publicUrl: publicUrl(), name, event });
    await queueNotice(tx, { ...mail, orgId, to: email }, clock());
  };
}
