import { mainProduct, occupancyProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';

/** Holds nothing that was entered besides the address: anybody can enter somebody else's. */
export function signUpMail(letter: {
  publicUrl: string;
  email: string;
  invitationId: string;
  trialDays: number;
}): Rendered {
  const query = new URLSearchParams({ email: letter.email, invitationId: letter.invitationId });
  return render({
    subject: `Confirm your e-mail address for ${occupancyProduct.name}`,
    title: `Welcome to ${occupancyProduct.name}`,
    paragraphs: [
      `Your trial of ${occupancyProduct.name} is ready. It lasts ${letter.trialDays} days. Please confirm this address; then sign in with it and the password you chose.`,
    ],
    action: { label: 'Confirm my address', url: `${letter.publicUrl}/#/register?${query.toString()}` },
    note: `Somebody entered ${letter.email} to try ${occupancyProduct.name}, a product of ${mainProduct.name}. If that was not you, ignore this mail: without the confirmation nothing happens.`,
  });
}
