import { expect, it } from 'vitest';
import { invitationMail } from './invitation-mail.ts';
import { noAdministratorMail } from './no-administrator-mail.ts';

const hostile =
  'Prize! evil.test/a me@evil.test https://evil.test/a HTTP://evil.test www.evil.test <a href="https://evil.test">click</a>';

const links = (part: string) => part.match(/(?:https?:\/\/|www\.)[^\s"<]+/gi) ?? [];

it.each([
  [
    'an invitation',
    invitationMail({
      organizationName: hostile,
      email: 'ada@example.com',
      link: 'https://counts.example.com/#/register?invitationId=i',
      expiration: new Date('2026-03-04T12:00:00Z'),
    }),
  ],
  [
    'a notice to staff',
    noAdministratorMail({
      publicUrl: 'https://counts.example.com',
      orgId: 'o',
      organizationName: 'Acme',
      name: hostile,
      email: 'ada@example.com',
    }),
  ],
])(
  '[S36] [S24] [S94] shortens everything that people enter, and never turns it into a link or markup in %s',
  (_what, { subject, text, html }) => {
    for (const part of [subject, text, html]) {
      for (const link of links(part)) expect(link).toMatch(/^https:\/\/counts\.example\.com\//);
    }
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil[.\u2024]test|@evil/i);
    expect(text).toContain('Prize! evil test/a me evil test');
    expect(text).not.toContain('click');
    expect(links(text)).toHaveLength(1);
    expect(html).not.toContain('<a href="https://evil');
  },
);
