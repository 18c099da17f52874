import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

interface Letter {
  readonly publicUrl: string;
  readonly name: string;
  readonly resetKey: string;
}

export function passwordResetLink({ publicUrl, resetKey }: Omit<Letter, 'name'>): string {
  return `${publicUrl}/#/reset-password?${new URLSearchParams({ resetKey }).toString()}`;
}

export function passwordResetMail(letter: Letter): Rendered {
  return render({
    subject: `Choose a new password for ${mainProduct.name}`,
    title: 'Choose a new password',
    paragraphs: [
      `Hello ${quoted(letter.name)},`,
      'Use the link below to choose a new password. It works once, for 30 minutes. Choosing a password signs you out everywhere.',
    ],
    action: { label: 'Choose a new password', url: passwordResetLink(letter) },
    note: 'If you did not ask for this, ignore this email. Your password stays the same.',
  });
}
