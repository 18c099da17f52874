import { expect, it } from 'vitest';
import { emailDomain, readDomain } from './email-domain.ts';

it.each([
  ['ada@Acme.Example', 'acme.example'],
  [' ada@mail.acme.example ', 'mail.acme.example'],
  ['ada@acme', undefined],
  ['ada', undefined],
  ['ada@evil.example@acme.example', undefined],
])('the domain of %j is %j', (address, domain) => {
  expect(emailDomain(address)).toBe(domain);
});

it.each([
  ['Acme.Example', 'acme.example'],
  [' @acme.example', 'acme.example'],
  ['acme', undefined],
  ['*.acme.example', undefined],
  ['acme.example/path', undefined],
  ['a@acme.example', undefined],
])('%j as a domain is %j', (text, domain) => {
  expect(readDomain(text)).toBe(domain);
});
