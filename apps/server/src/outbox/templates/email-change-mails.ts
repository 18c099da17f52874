import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

/** To the new address: opening the link proves ownership. */
export function confirmEmailMail(letter: { publicUrl: string; name: string; emailKey: string }): Rendered {
  const query = new URLSearchParams({ emailKey: letter.emailKey });
  return render({
    subject: `Confirm your new email address for ${mainProduct.name}`,
    title: 'Confirm your new email address',
    paragraphs: [
      `Hello ${quoted(letter.name)},`,
      `Open the link below to sign in to ${mainProduct.name} with this address from now on. It works once, for one hour.`,
    ],
    action: { label: 'Confirm this address', url: `${letter.publicUrl}/#/confirm-email?${query.toString()}` },
    note: 'If you did not ask for this, ignore this email. Nothing changes without the confirmation.',
  });
}

/** To the current address, before anything changes. */
export function emailChangeNotice(letter: { publicUrl: string; name: string; newEmail: string }): Rendered {
  return render({
    subject: `Your email address in ${mainProduct.name} is about to change`,
    title: 'Your email address is about to change',
    paragraphs: [
      `Hello ${quoted(letter.name)},`,
      `Someone signed in as you asked to use ${letter.newEmail} instead of this address. It changes once the link sent there is opened. Until then you sign in with this address.`,
    ],
    action: { label: 'Open your profile', url: `${letter.publicUrl}/#/app/profile` },
    note: 'If this was not you, cancel the change in your profile, change your password, and tell an administrator of your organization.',
  });
}
