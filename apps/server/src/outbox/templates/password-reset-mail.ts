import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';

export function passwordResetMail(letter: { publicUrl: string; name: string; resetKey: string }): Rendered {
  const query = new URLSearchParams({ resetKey: letter.resetKey });
  return render({
    subject: `Choose a new password for ${mainProduct.name}`,
    title: 'Choose a new password',
    paragraphs: [
      `Hello ${letter.name},`,
      'with the link below you can choose a new password. It works once, for 30 minutes. Choosing a password signs you out everywhere.',
    ],
    action: { label: 'Choose a new password', url: `${letter.publicUrl}/#/reset-password?${query.toString()}` },
    note: 'If nobody asked for this, ignore this mail: your password stays as it is.',
  });
}
