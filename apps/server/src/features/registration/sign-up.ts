import { roleIds } from '@atrium/contract/access';
import type { BodyOf } from '@atrium/contract/endpoint';
import { occupancyProduct } from '@atrium/contract/product';
import type { selfSignUp } from '@atrium/contract/registration';
import { queueMail } from '../../outbox/outbox.ts';
import { accountExistsMail } from '../../outbox/templates/account-exists-mail.ts';
import { signUpMail } from '../../outbox/templates/sign-up-mail.ts';
import { hashPassword, refuseWeakPassword } from '../../passwords.ts';
import { Refusal, refuseProblems } from '../../refusal.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import { refuseUnknownZone } from './registration.ts';
import { findHolder, savePerson } from './store.ts';

type Wanted = BodyOf<typeof selfSignUp>;

/** A trial of the occupancy product for whoever asks; it begins when the address is confirmed. */
export interface SignUp {
  signUp(product: string, wanted: Wanted): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
const trialDays = 30;
const confirmDays = 7;

export function createSignUp({
  registry,
  clock,
  publicUrl,
  openOrganization,
  addPending,
}: {
  registry: Registry;
  clock: () => Date;
  publicUrl: () => string;
  openOrganization: (tx: Transaction, values: Trial) => Promise<{ orgId: string }>;
  /** A pending administrator and the invitation that confirms the address. */
  addPending: (
    tx: Transaction,
    values: { orgId: string; email: string; roleId: number; invitedBy: null; expiration: Date; now: Date },
  ) => Promise<{ userId: string; invitationId: string }>;
}): SignUp {
  const open = (wanted: Wanted, passwordHash: string) =>
    registry.system(async (tx) => {
      const now = clock();
      const { email, name, timeZone } = wanted;
      const { orgId } = await openOrganization(tx, trialOf(wanted, now));
      const expiration = new Date(now.getTime() + confirmDays * dayMs);
      const roleId = roleIds.OrganizationAdministrator;
      const ids = await addPending(tx, { orgId, email, roleId, invitedBy: null, expiration, now });
      await savePerson(tx, ids.userId, { name, timezone: timeZone, passwordHash }, now);
      const letter = { publicUrl: publicUrl(), email, invitationId: ids.invitationId, trialDays };
      await queueMail(tx, { ...signUpMail(letter), orgId, to: email }, now);
    });

  const remind = (email: string) =>
    registry.system((tx) =>
      queueMail(tx, { ...accountExistsMail({ publicUrl: publicUrl() }), orgId: null, to: email }, clock()),
    );

  return {
    async signUp(product, wanted) {
      if (product !== occupancyProduct.key && product !== String(occupancyProduct.id)) {
        refuseProblems([{ path: 'product', message: 'Invalid product' }]);
      }
      refuseUnknownZone(wanted.timeZone);
      refuseWeakPassword(wanted.password, 'password');
      // Hashed for everybody, so that the time does not tell whether the address is known.
      const passwordHash = await hashPassword(wanted.password);
      const known = await registry.system((tx) => findHolder(tx, { email: wanted.email.toLowerCase() }));
      try {
        await (known ? remind(wanted.email) : open(wanted, passwordHash));
      } catch (error) {
        const isSameMoment = violatedConstraint(error) === 'local_user_email';
        const isTooMany = error instanceof Refusal && error.code === 'too_many';
        if (!isSameMoment && !isTooMany) throw error;
      }
    },
  };
}

function trialOf({ organizationName, refcode }: Wanted, now: Date) {
  return {
    name: organizationName,
    // The code of whoever sent them here.
    accountRepId: refcode ?? null,
    canViewOccupancy: true,
    headroomEnabled: true,
    isHeadroomLite: true,
    headroomExpiration: new Date(now.getTime() + trialDays * dayMs).toISOString().slice(0, 10),
  };
}

export type Trial = ReturnType<typeof trialOf>;
