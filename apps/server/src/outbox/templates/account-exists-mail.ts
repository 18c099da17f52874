import { mainProduct, occupancyProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';

/** Only the owner of the mailbox learns that there is an account. */
export function accountExistsMail({ publicUrl }: { publicUrl: string }): Rendered {
  return render({
    subject: `You already have an account in ${mainProduct.name}`,
    title: 'You already have an account',
    paragraphs: [
      `Someone, probably you, just tried to sign up for ${occupancyProduct.name} with this address. It already belongs to an account, or to an invitation that is waiting for you, so nothing was changed.`,
      'Sign in as usual, or choose a new password there if you have forgotten yours.',
    ],
    action: { label: 'Go to the sign-in page', url: `${publicUrl}/#/login` },
    note: 'If that was not you, ignore this email. Nobody gained access to anything.',
  });
}
