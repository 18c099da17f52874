import { mayCall } from '@atrium/contract/access';
import { listContacts } from '@atrium/contract/organizations';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, personIn } from '../../scope.ts';
import { addressesOf } from './address-store.ts';
import { contactsOf } from './contact-store.ts';

/** Contacts and addresses are for administrators and staff. */
export function organizationRelations(registry: Registry): Relation<AnyScope>[] {
  const relation = (
    name: string,
    load: (tx: Transaction, orgIds: string[]) => Promise<{ parentId: string; row: Row }[]>,
  ): Relation<AnyScope> => ({
    of: 'org',
    name,
    gives: name,
    allowed: (scope) => mayCall(listContacts, personIn(scope)),
    load: async (scope, orgIds) => grouped(await registry.within(scope, (tx) => load(tx, [...orgIds]))),
  });
  return [relation('organization_contact', contactsOf), relation('organization_address', addressesOf)];
}
