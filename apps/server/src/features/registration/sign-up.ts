import { roleIds } from '@atrium/contract/access';
import type { BodyOf } from '@atrium/contract/endpoint';
import { occupancyProduct } from '@atrium/contract/product';
import type { selfSignUp } from '@atrium/contract/registration';
import { queueRequestedMail, wasJustRequested } from '../../outbox/outbox.ts';
import { accountExistsMail } from '../../outbox/templates/account-exists-mail.ts';
import { signUpMail } from '../../outbox/templates/sign-up-mail.ts';
import { Refusal, refuseProblems } from '../../refusal.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import { hashToken, newToken } from '../../accounts/secrets.ts';
import { refuseUnknownZone } from './refuse-zone.ts';
import { type Applicant, addApplicant, findApplicant, redeemSignUp } from './sign-up-store.ts';
import { addPerson, findHolder } from './store.ts';

type Wanted = BodyOf<typeof selfSignUp>;

/** A public trial of the occupancy product. Nothing is reserved until the link in the email is opened. */
export interface SignUps {
  request(product: string, wanted: Wanted): Promise<void>;
  /** The sign-up behind this token; undefined if it is unknown, used or expired. */
  find(tx: Transaction, token: string): Promise<Applicant | undefined>;
  /** Creates the organization and its administrator; undefined if someone else was faster. */
  confirm(tx: Transaction, token: string, entered: Entered): Promise<Administrator | undefined>;
}

export interface Entered {
  readonly name: string;
  readonly phone: string | null;
  readonly timeZone: string;
  readonly passwordHash: string;
}

export interface Administrator {
  readonly userId: string;
  readonly orgId: string;
  readonly email: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const trialDays = 30;
const confirmDays = 7;

export function createSignUps({
  registry,
  clock,
  publicUrl,
  openOrganization,
}: {
  registry: Registry;
  clock: () => Date;
  publicUrl: () => string;
  openOrganization: (tx: Transaction, values: Trial) => Promise<{ orgId: string }>;
}): SignUps {
  async function apply(tx: Transaction, wanted: Wanted, now: Date) {
    const token = newToken();
    const expiresAt = new Date(now.getTime() + confirmDays * dayMs);
    const { email, name, organizationName, refcode = null } = wanted;
    const applicant = { email, name, organizationName, refcode };
    await addApplicant(tx, { ...applicant, tokenHash: hashToken(token), createdAt: now, expiresAt });
    return signUpMail({ publicUrl: publicUrl(), email, token, trialDays });
  }

  return {
    async request(product, wanted) {
      if (product !== occupancyProduct.key && product !== String(occupancyProduct.id)) {
        refuseProblems([{ path: 'product', message: 'Invalid product' }]);
      }
      refuseUnknownZone(wanted.timeZone);
      await registry.system(async (tx) => {
        const now = clock();
        if (await wasJustRequested(tx, 'sign-up', wanted.email, now)) return;
        const known = await findHolder(tx, { email: wanted.email.toLowerCase() });
        const mail = known ? accountExistsMail({ publicUrl: publicUrl() }) : await apply(tx, wanted, now);
        await queueRequestedMail(tx, 'sign-up', { ...mail, orgId: null, to: wanted.email }, now);
      });
    },

    async find(tx, token) {
      const applicant = await findApplicant(tx, hashToken(token), clock());
      // An account or an invitation for the address takes precedence.
      if (applicant && (await findHolder(tx, { email: applicant.email.toLowerCase() }))) throw taken();
      return applicant;
    },

    async confirm(tx, token, { name, phone, timeZone, passwordHash }) {
      const now = clock();
      const applicant = await redeemSignUp(tx, hashToken(token), now);
      if (!applicant) return undefined;
      const { email } = applicant;
      if (await findHolder(tx, { email: email.toLowerCase() })) throw taken();
      const { orgId } = await openOrganization(tx, trialOf(applicant, now));
      const roleId = roleIds.OrganizationAdministrator;
      const person = { orgId, roleId, email, name, phone, timezone: timeZone, passwordHash };
      const userId = await addPerson(tx, person, now).catch((error: unknown) => {
        throw violatedConstraint(error) === 'local_user_email' ? taken() : error;
      });
      return { userId, orgId, email };
    },
  };
}

/** The holder of the token has proven to own the address, so they may know. */
function taken(): Refusal {
  return new Refusal(
    'conflict',
    'This email address already has an account or an invitation. Sign in, or open the link in the invitation.',
  );
}

function trialOf({ organizationName, refcode }: Applicant, now: Date) {
  return {
    name: organizationName,
    // The referral code.
    accountRepId: refcode,
    canViewOccupancy: true,
    headroomEnabled: true,
    isHeadroomLite: true,
    headroomExpiration: new Date(now.getTime() + trialDays * dayMs).toISOString().slice(0, 10),
  };
}

export type Trial = ReturnType<typeof trialOf>;
