import { mainProduct } from '@atrium/contract/product';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

/** To staff, when nobody is left to run an organization. */
export function noAdministratorMail(letter: {
  publicUrl: string;
  orgId: string;
  organizationName: string;
  name: string;
  email: string;
}): Rendered {
  const [organizationName, name] = [quoted(letter.organizationName), quoted(letter.name)];
  return render({
    subject: `${organizationName} has no administrator`,
    title: `${organizationName} has no administrator`,
    paragraphs: [
      `${name} (${letter.email}) rejected the terms of service, so that account is disabled. It was the last administrator of ${organizationName} who could sign in.`,
      'Until you enable it again, or invite someone else as administrator, nobody there can invite or manage people.',
    ],
    action: { label: `Open ${organizationName}`, url: `${letter.publicUrl}/#/app/org/${letter.orgId}` },
    note: `You receive this email because you are staff of ${mainProduct.name}.`,
  });
}
