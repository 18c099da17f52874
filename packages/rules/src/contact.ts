import { isEmail } from './email.ts';
import type { Problem } from './problem.ts';

/** The position may be left out, but its message is part of the product's texts. */
export const contactTexts = {
  name: 'Name is required',
  position: 'Position is required',
  phone: 'Phone is required',
  email: 'Valid email is required',
} as const;

/** The missing fields of a contact of an organization. */
export function contactProblems(contact: {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}): Problem[] {
  return [
    ...missing('name', contact.name),
    ...missing('phone', contact.phone),
    ...(isEmail(contact.email ?? '') ? [] : [{ path: 'email', message: contactTexts.email }]),
  ];
}

/** An address needs a name, like an organization itself. */
export function namedProblems(named: { readonly name: string | null }): Problem[] {
  return missing('name', named.name);
}

function missing(path: 'name' | 'phone', value: string | null): Problem[] {
  return (value ?? '').trim() === '' ? [{ path, message: contactTexts[path] }] : [];
}
