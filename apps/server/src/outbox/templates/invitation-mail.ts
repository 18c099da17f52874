import { mainProduct } from '@atrium/contract/product';
import { dateInWords } from './date-in-words.ts';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

export interface InvitationLetter {
  readonly organizationName: string;
  readonly email: string;
  readonly expiration: Date;
  readonly link: string;
}

/** The only place where the token of an invitation appears; the specification calls it `invitationId`. */
export function invitationLink(to: {
  readonly publicUrl: string;
  readonly email: string;
  readonly token: string;
  /** The organization uses its own sign-in provider. */
  readonly usesSingleSignOn: boolean;
}): string {
  const screen = to.usesSingleSignOn ? 'register-sso' : 'register';
  const query = new URLSearchParams({ email: to.email, invitationId: to.token });
  return `${to.publicUrl}/#/${screen}?${query.toString()}`;
}

export function invitationMail({ organizationName: chosen, email, expiration, link }: InvitationLetter): Rendered {
  const organizationName = quoted(chosen);
  return render({
    subject: `You are invited to ${organizationName}`,
    title: `Join ${organizationName} in ${mainProduct.name}`,
    paragraphs: [
      `You have been invited to see the people counts and occupancy of ${organizationName}.`,
      `The invitation is valid until ${dateInWords(expiration)}.`,
    ],
    action: { label: 'Accept the invitation', url: link },
    note: `This email was sent to ${email} because an administrator of ${organizationName} entered this address. If you did not expect it, you can ignore it.`,
  });
}
