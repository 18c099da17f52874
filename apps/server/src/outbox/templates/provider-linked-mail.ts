import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

/** To the person, so that they notice if someone else's sign-in was connected to their account. */
export function providerLinkedMail(letter: { publicUrl: string; name: string; issuer: string }): Rendered {
  return render({
    subject: `Single sign-on was connected to your ${mainProduct.name} account`,
    title: 'Single sign-on was connected to your account',
    paragraphs: [
      `Hello ${quoted(letter.name)},`,
      `From now on you sign in to ${mainProduct.name} through your organization (${new URL(letter.issuer).host}). Your former password no longer works.`,
    ],
    action: { label: `Open ${mainProduct.name}`, url: `${letter.publicUrl}/` },
    note: 'If this was not you, contact an administrator of your organization right away.',
  });
}
