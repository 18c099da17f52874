import type { Address, AddressBody } from '@atrium/contract/organizations';
import { namedProblems } from '@atrium/rules/contact';
import { refuseProblems } from '../../refusal.ts';
import { organizationAddress as table } from '../../registry/schema/organization-details.ts';
import { detailStore } from './detail-store.ts';
import type { DetailKind } from './details.ts';

type Values = Omit<Address, 'orgAddressId' | 'version'>;

const { orgAddressId, name, street, street2, city, state, country, postalCode, version } = table;
const { of, ...store } = detailStore<Values, Address>({
  what: 'address',
  table,
  id: orgAddressId,
  columns: { orgAddressId, name, street, street2, city, state, country, postalCode, version },
});

export const addressesOf = of;

export const addresses: DetailKind<AddressBody, Values, Address> = {
  ...store,
  what: 'address',
  idOf: (row) => row.orgAddressId,
  normalize(chosen) {
    const required = { name: chosen.name ?? '' };
    refuseProblems(namedProblems(required));
    return {
      ...required,
      street: chosen.street || null,
      street2: chosen.street2 || null,
      city: chosen.city || null,
      state: chosen.state || null,
      country: chosen.country || null,
      postalCode: chosen.postalCode || null,
    };
  },
};
