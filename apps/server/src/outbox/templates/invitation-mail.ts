import { mainProduct } from '@atrium/contract/product';
import { dateInWords } from './date-in-words.ts';
import { render, type Rendered } from './layout.ts';

export interface InvitationLetter {
  readonly publicUrl: string;
  readonly organizationName: string;
  readonly email: string;
  readonly invitationId: string;
  readonly expiration: Date;
  /** The organization's people sign in at a provider of their own. */
  readonly usesSingleSignOn: boolean;
}

export function invitationLink(to: Omit<InvitationLetter, 'organizationName' | 'expiration'>): string {
  const screen = to.usesSingleSignOn ? 'register-sso' : 'register';
  const query = new URLSearchParams({ email: to.email, invitationId: to.invitationId });
  return `${to.publicUrl}/#/${screen}?${query.toString()}`;
}

export function invitationMail(invitation: InvitationLetter): Rendered {
  const { organizationName, email, expiration } = invitation;
  return render({
    subject: `You are invited to ${organizationName}`,
    title: `Join ${organizationName} in ${mainProduct.name}`,
    paragraphs: [
      `You have been invited to see the people counts and occupancy of ${organizationName}.`,
      `The invitation holds until ${dateInWords(expiration)}.`,
    ],
    action: { label: 'Accept the invitation', url: invitationLink(invitation) },
    note: `This mail was sent to ${email} because an administrator of ${organizationName} entered this address. If you did not expect it, you can ignore it.`,
  });
}
