import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

/** To the former address, so that an unwanted change is noticed. */
export function addressChangedMail(letter: { publicUrl: string; name: string; newEmail: string }): Rendered {
  return render({
    subject: `Your email address in ${mainProduct.name} was changed`,
    title: 'Your email address was changed',
    paragraphs: [
      `Hello ${quoted(letter.name)},`,
      `From now on you sign in with ${letter.newEmail} and receive email there. This address is no longer used.`,
    ],
    action: { label: `Open ${mainProduct.name}`, url: `${letter.publicUrl}/` },
    note: 'If this was not you, tell an administrator of your organization right away.',
  });
}
