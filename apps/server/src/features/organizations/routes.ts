import {
  createAddress,
  createContact,
  createOrganization,
  deleteAddress,
  deleteContact,
  deleteOrganization,
  getOrganization,
  listAddresses,
  listContacts,
  listOrganizations,
  searchOrganizations,
  updateAddress,
  updateContact,
  updateOrganization,
} from '@atrium/contract/organizations';
import { requireRecentProof } from '../../http/access.ts';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { type AnyScope, everyOrganization } from '../../scope.ts';
import { addresses } from './address-store.ts';
import { contacts } from './contact-store.ts';
import { createDetails } from './details.ts';
import { organizationRelations } from './includes-store.ts';
import type { Organizations } from './organizations.ts';
import { visibleTo } from './visible-fields.ts';

interface Dependencies {
  readonly organizations: Organizations;
  readonly registry: Registry;
  readonly clock: () => Date;
  /** What belongs to an organization. */
  readonly places: readonly Relation<AnyScope>[];
}

const ok = { ok: true } as const;

export function bindOrganizations(http: Http, { organizations, registry, clock, places }: Dependencies): void {
  const includes = createIncludes([...organizationRelations(registry), ...places]);

  http.bind(listOrganizations, async ({ actor, scope, query, reply }) => {
    const { rows, total } = await organizations.page(scope, query);
    const shown = rows.map((row) => visibleTo(actor.role, row));
    for (const remark of await includes.add(scope, 'org', shown, query.include)) reply.message(remark);
    reply.total(total);
    return shown;
  });

  http.bind(searchOrganizations, async ({ actor, query, reply }) => {
    const { rows, total } = await organizations.page(everyOrganization, query);
    const shown = rows.map((row) => visibleTo(actor.role, row));
    for (const remark of await includes.add(everyOrganization, 'org', shown, query.include)) reply.message(remark);
    reply.total(total);
    return shown;
  });

  http.bind(getOrganization, async ({ scope, query, reply }) => {
    const shown = visibleTo(scope.role, await organizations.find(scope));
    for (const remark of await includes.add(scope, 'org', [shown], query.include)) reply.message(remark);
    return shown;
  });

  http.bind(createOrganization, async ({ actor, body }) =>
    visibleTo(actor.role, await organizations.create(actor, body)),
  );
  http.bind(updateOrganization, async ({ actor, scope, body, seenVersion }) => {
    const requireProof = () => requireRecentProof(actor, clock());
    return visibleTo(scope.role, await organizations.update(scope, body, seenVersion, requireProof));
  });
  http.bind(deleteOrganization, async ({ scope }) => {
    await organizations.remove(scope);
    return ok;
  });

  const contactsOf = createDetails(registry, clock, contacts);
  http.bind(listContacts, ({ scope }) => contactsOf.list(scope));
  http.bind(createContact, ({ scope, body }) => contactsOf.create(scope, body));
  http.bind(updateContact, ({ scope, params, body, seenVersion }) =>
    contactsOf.update(scope, params.orgContactId, body, seenVersion),
  );
  http.bind(deleteContact, async ({ scope, params }) => {
    await contactsOf.remove(scope, params.orgContactId);
    return ok;
  });

  const addressesOf = createDetails(registry, clock, addresses);
  http.bind(listAddresses, ({ scope }) => addressesOf.list(scope));
  http.bind(createAddress, ({ scope, body }) => addressesOf.create(scope, body));
  http.bind(updateAddress, ({ scope, params, body, seenVersion }) =>
    addressesOf.update(scope, params.orgAddressId, body, seenVersion),
  );
  http.bind(deleteAddress, async ({ scope, params }) => {
    await addressesOf.remove(scope, params.orgAddressId);
    return ok;
  });
}
