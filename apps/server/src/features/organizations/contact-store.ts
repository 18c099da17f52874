import type { Contact, ContactBody } from '@atrium/contract/organizations';
import { contactProblems } from '@atrium/rules/contact';
import { refuseProblems } from '../../refusal.ts';
import { organizationContact as table } from '../../registry/schema/organization-details.ts';
import { detailStore } from './detail-store.ts';
import type { DetailKind } from './details.ts';

type Values = Omit<Contact, 'orgContactId' | 'version'>;

const { orgContactId, name, position, phone, email, type, notes, version } = table;
const { of, ...store } = detailStore<Values, Contact>({
  what: 'contact',
  table,
  id: orgContactId,
  columns: { orgContactId, name, position, phone, email, type, notes, version },
});

export const contactsOf = of;

export const contacts: DetailKind<ContactBody, Values, Contact> = {
  ...store,
  what: 'contact',
  idOf: (row) => row.orgContactId,
  normalize({ name: fullName, phone: number, email: address, ...rest }) {
    const required = { name: fullName ?? '', phone: number ?? '', email: address ?? '' };
    refuseProblems(contactProblems(required));
    return { ...required, position: rest.position || null, type: rest.type || null, notes: rest.notes || null };
  },
};
