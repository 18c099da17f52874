import { mainProduct, occupancyProduct } from '@atrium/contract/product';
import { invitationLink } from './invitation-mail.ts';
import { render, type Rendered } from './layout.ts';

/** Contains nothing that was entered except the address: anyone can enter someone else's. */
export function signUpMail(letter: { publicUrl: string; email: string; token: string; trialDays: number }): Rendered {
  return render({
    subject: `Confirm your email address for ${occupancyProduct.name}`,
    title: `Welcome to ${occupancyProduct.name}`,
    paragraphs: [
      `Open the link below to confirm this address and choose a password. Your trial of ${occupancyProduct.name} starts then and lasts ${letter.trialDays} days.`,
    ],
    action: { label: 'Start my trial', url: invitationLink({ ...letter, usesSingleSignOn: false }) },
    note: `Someone entered ${letter.email} to try ${occupancyProduct.name}, a product of ${mainProduct.name}. If that was not you, ignore this email. Nothing happens without confirmation.`,
  });
}
