import { mainProduct } from '@atrium/contract/product';

/** Everyone accepts these once, at the first sign-in. A new version is a new text with a new name. */
export const termsOfService = {
  version: '2026-01',
  title: 'Terms of service',
  paragraphs: [
    `These terms apply to your use of ${mainProduct.name}. By accepting them you agree to them for yourself; what your organization has agreed with its provider stays as it is.`,
    'Use your own account only. Keep your password to yourself, choose one that you use nowhere else, and tell an administrator when you believe that somebody else knows it. What is done with your account is recorded.',
    `${mainProduct.name} shows counts of people, not who they are. Do not try to recognise anybody in what it shows, and do not combine its figures with other data in order to do so.`,
    'The figures belong to your organization. Share them only with those who may see them, and respect the limits that your administrators have set for you.',
    'Do not disturb the service, look for ways around its limits, or use it to break the law. An administrator may disable an account that is misused.',
    'Counts are measurements and can be wrong: sensors fail, and networks lose readings. Incomplete figures are marked as such. Do not rely on them alone where the safety of people depends on it.',
    'Your name, email address, phone number and time zone are kept to run your account, together with a log of sign-ins and changes. They are removed when your account is deleted, except for the log.',
    'If you reject these terms, your account is disabled and you are signed out. An administrator can enable it again.',
  ],
} as const;
