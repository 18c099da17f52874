import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

export type FactorEvent =
  | { readonly kind: 'added' | 'removed'; readonly what: string }
  | { readonly kind: 'codes-renewed' }
  | { readonly kind: 'code-used'; readonly left: number }
  | { readonly kind: 'reset' };

/** Notifies a person of every change to their sign-in methods. */
export function secondFactorMail(letter: { publicUrl: string; name: string; event: FactorEvent }): Rendered {
  const { title, text } = wordsFor(letter.event);
  return render({
    subject: `${title} (${mainProduct.name})`,
    title,
    paragraphs: [`Hello ${quoted(letter.name)},`, text],
    action: { label: 'Open your profile', url: `${letter.publicUrl}/#/app/profile` },
    note: 'If this was not you, change your password and tell an administrator of your organization right away.',
  });
}

function wordsFor(event: FactorEvent): { title: string; text: string } {
  switch (event.kind) {
    case 'added':
      return {
        title: 'A second factor was added to your account',
        text: `${event.what} was added. Other devices were signed out.`,
      };
    case 'removed':
      return {
        title: 'A second factor was removed from your account',
        text: `${event.what} was removed and no longer signs you in. Other devices were signed out.`,
      };
    case 'codes-renewed':
      return {
        title: 'You have new recovery codes',
        text: 'New recovery codes were created. The former ones no longer work.',
      };
    case 'code-used':
      return {
        title: 'A recovery code was used',
        text: `A recovery code was used in place of your second factor. It no longer works; ${event.left} of your codes are left.`,
      };
    case 'reset':
      return {
        title: 'Your second factor was reset',
        text: 'An administrator removed your authenticator app, passkeys and recovery codes. You were signed out everywhere. Sign in with your password, then add a second factor again in your profile.',
      };
  }
}
