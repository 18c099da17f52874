import { organizationScope, roleIds, type Role, systemScope } from '@atrium/contract/access';
import { hash as hashWith } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { addPushKey } from '../src/features/push-keys/push-key-store.ts';
import { raiseEstateVersion } from '../src/registry/directory/store.ts';
import type { Registry, Transaction } from '../src/registry/registry.ts';
import {
  invitation,
  metaProperty,
  organizationAddress,
  organizationContact,
} from '../src/registry/schema/organization-details.ts';
import { offlineSensor } from '../src/registry/schema/offline-sensors.ts';
import { deskTicket } from '../src/registry/schema/desk.ts';
import { outboxMessage } from '../src/registry/schema/operations.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser, locationAssignment } from '../src/registry/schema/people.ts';
import { location, occupancyReset, site, space } from '../src/registry/schema/places.ts';
import { sensor, sensorAssignment, spaceZoneAssignment, zone, zoneSetting } from '../src/registry/schema/sensors.ts';
import { series, seriesFactor } from '../src/registry/schema/series.ts';
import { hashToken, newToken, type Secrets } from '../src/accounts/secrets.ts';

export const password = 'Correct-horse-9';
/** The creation time of everything in a test world. */
export const longAgo = new Date('2020-01-01T00:00:00Z');

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;
export type Organization = typeof organization.$inferSelect;
export type Location = typeof location.$inferSelect;
export type Site = typeof site.$inferSelect;
export type Space = typeof space.$inferSelect;
export type Sensor = typeof sensor.$inferSelect;
export type Contact = typeof organizationContact.$inferSelect;
export type Address = typeof organizationAddress.$inferSelect;
export type CustomField = typeof metaProperty.$inferSelect;
export type Invitation = typeof invitation.$inferSelect & { token: string };
export type OfflineRecord = typeof offlineSensor.$inferSelect;
export type User = typeof localUser.$inferSelect & { password: string };
export type Zone = typeof zone.$inferSelect & { seriesId: number; siteId: string; locationId: string };

/** Factories that build their own parents: ask for a zone and its sensor, site, location and organization exist. */
export interface Estate {
  organization(values?: Insert<typeof organization>): Promise<Organization>;
  staff(values?: Insert<typeof localUser>): Promise<User>;
  user(
    values?: Insert<typeof localUser> & { role?: Exclude<Role, 'SenSourceUser'>; locations?: readonly Location[] },
  ): Promise<User>;
  location(values?: Insert<typeof location>): Promise<Location>;
  site(values?: Insert<typeof site>): Promise<Site>;
  space(values?: Insert<typeof space>): Promise<Space>;
  /** Commissioned and installed at a site. */
  sensor(values?: Insert<typeof sensor> & { siteId?: string }): Promise<Sensor>;
  /** A counting line with its settings and the series its readings go to. */
  zone(values?: Insert<typeof zone> & { settings?: Insert<typeof zoneSetting>; measure?: string }): Promise<Zone>;
  /** A zone as part of a space. */
  spaceZone(
    values: Pick<typeof spaceZoneAssignment.$inferInsert, 'orgId' | 'spaceId' | 'zoneId' | 'reverseInsAndOuts'>,
  ): Promise<typeof spaceZoneAssignment.$inferSelect>;
  occupancyReset(
    values: Insert<typeof occupancyReset> & { orgId: string; spaceId: string },
  ): Promise<typeof occupancyReset.$inferSelect>;
  contact(values: Insert<typeof organizationContact> & { orgId: string }): Promise<Contact>;
  address(values: Insert<typeof organizationAddress> & { orgId: string }): Promise<Address>;
  /** With its pending person, and the token in its link. */
  invitation(values: Insert<typeof invitation> & { orgId: string }): Promise<Invitation>;
  customField(
    values: Insert<typeof metaProperty> & Pick<CustomField, 'orgId' | 'entityType' | 'entityId'>,
  ): Promise<CustomField>;
  /** Open since an hour ago, by default. */
  offlineRecord(
    values: Insert<typeof offlineSensor> & Pick<OfflineRecord, 'orgId' | 'sensorId'>,
  ): Promise<OfflineRecord>;
  outboxMessage(values: Insert<typeof outboxMessage>): Promise<typeof outboxMessage.$inferSelect>;
  /** Of the built-in help desk. */
  ticket(values: Insert<typeof deskTicket> & { orgId: string }): Promise<typeof deskTicket.$inferSelect>;
  pushKey(owner: { orgId: string; sensorId?: string }): Promise<string>;
}

export function createEstate(registry: Registry, secrets: Secrets, clock: () => Date): Estate {
  let serial = 0;
  const next = (what: string) => `${what} ${(serial += 1)}`;
  // A hash names its own cost: these passwords protect nothing, and are checked at every sign-in of a test.
  const hash = hashWith(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const write = <T>(work: (tx: Transaction) => Promise<T>) => registry.system(work);
  const change = <T>(orgId: string, work: (tx: Transaction) => Promise<T>) =>
    write(async (tx) => {
      const result = await work(tx);
      await raiseEstateVersion(tx, orgId);
      return result;
    });
  /** The named parent, or a new one in the named organization, or one in an organization of its own. */
  const locationFor = async (id: string | undefined, orgId: string | undefined) =>
    id === undefined
      ? estate.location(orgId === undefined ? {} : { orgId })
      : only(await write(({ sql }) => sql.select().from(location).where(eq(location.locationId, id))));
  const siteFor = async (id: string | undefined, orgId: string | undefined) =>
    id === undefined
      ? estate.site(orgId === undefined ? {} : { orgId })
      : only(await write(({ sql }) => sql.select().from(site).where(eq(site.siteId, id))));
  const sensorFor = async (id: string | undefined, orgId: string | undefined) =>
    id === undefined
      ? estate.sensor(orgId === undefined ? {} : { orgId })
      : only(await write(({ sql }) => sql.select().from(sensor).where(eq(sensor.sensorId, id))));

  const estate: Estate = {
    async organization(values = {}) {
      return write(async ({ sql }) =>
        only(
          await sql
            .insert(organization)
            .values({ name: next('Organization'), ...values })
            .returning(),
        ),
      );
    },

    async staff(values = {}) {
      return addUser({ scope: systemScope, roleId: roleIds.SenSourceUser, ...values });
    },

    async user({ role = 'OrganizationUser', locations = [], ...values } = {}) {
      const orgId = values.orgId ?? locations[0]?.orgId ?? (await estate.organization()).orgId;
      const user = await addUser({
        orgId,
        scope: organizationScope,
        roleId: roleIds[role],
        limitedToLocations: locations.length > 0,
        ...values,
      });
      if (locations.length > 0) {
        const rows = locations.map(({ locationId }) => ({ orgId, userId: user.userId, locationId }));
        await write(({ sql }) => sql.insert(locationAssignment).values(rows));
      }
      return user;
    },

    async location(values = {}) {
      const orgId = values.orgId ?? (await estate.organization()).orgId;
      return change(orgId, async ({ sql }) =>
        only(
          await sql
            .insert(location)
            .values({ name: next('Location'), timezone: 'Europe/Berlin', ...values, orgId })
            .returning(),
        ),
      );
    },

    async site(values = {}) {
      const { orgId, locationId } = await locationFor(values.locationId, values.orgId);
      return change(orgId, async ({ sql }) =>
        only(
          await sql
            .insert(site)
            .values({ name: next('Door'), ...values, orgId, locationId })
            .returning(),
        ),
      );
    },

    async space(values = {}) {
      const { orgId, locationId } = await locationFor(values.locationId, values.orgId);
      return change(orgId, async ({ sql }) =>
        only(
          await sql
            .insert(space)
            .values({ name: next('Hall'), ...values, orgId, locationId })
            .returning(),
        ),
      );
    },

    async sensor({ siteId, ...values } = {}) {
      const parent = await siteFor(siteId, values.orgId);
      const { orgId } = parent;
      return change(orgId, async ({ sql }) => {
        const made = only(
          await sql
            .insert(sensor)
            .values({
              name: next('Sensor'),
              sensorType: 'xovis5',
              macAddress: `006E02${randomBytes(3).toString('hex').toUpperCase()}`,
              commissionedDate: longAgo,
              ...values,
              orgId,
            })
            .returning(),
        );
        await sql
          .insert(sensorAssignment)
          .values({ orgId, siteId: parent.siteId, sensorId: made.sensorId, from: longAgo });
        return made;
      });
    },

    async zone({ settings = {}, measure = 'people', ...values } = {}) {
      const { orgId, sensorId } = await sensorFor(values.sensorId, values.orgId);
      return change(orgId, async ({ sql }) => {
        const at = only(
          await sql
            .select({ siteId: site.siteId, locationId: site.locationId })
            .from(sensorAssignment)
            .innerJoin(site, eq(site.siteId, sensorAssignment.siteId))
            .where(eq(sensorAssignment.sensorId, sensorId)),
        );
        const made = only(
          await sql
            .insert(zone)
            .values({ name: next('Line'), deviceId: String((serial += 1)), ...values, orgId, sensorId })
            .returning(),
        );
        const held = only(
          await sql
            .insert(zoneSetting)
            .values({ from: longAgo, ...settings, orgId, zoneId: made.zoneId })
            .returning(),
        );
        const { seriesId } = only(
          await sql
            .insert(series)
            .values({
              orgId,
              ...at,
              zoneId: made.zoneId,
              measure,
              countFilter: held.countFilter,
              countApplication: held.countApplication,
              perimeter: held.perimeter,
              enabled: !held.disabled,
              from: held.from,
              to: held.to,
            })
            .returning(),
        );
        if (held.scaleFactor !== 1) {
          const factor = { fIn: held.scaleFactor, fOut: held.scaleFactor, from: held.from, to: held.to };
          await sql.insert(seriesFactor).values({ orgId, seriesId, ...factor });
        }
        return { ...made, ...at, seriesId };
      });
    },

    spaceZone: (values) =>
      change(values.orgId, async ({ sql }) => {
        const made = { createdAt: clock(), updatedAt: clock(), ...values };
        return only(await sql.insert(spaceZoneAssignment).values(made).returning());
      }),

    occupancyReset: (values) =>
      write(async ({ sql }) =>
        only(
          await sql
            .insert(occupancyReset)
            .values({ resetDate: new Date(clock().getTime() - (serial += 1) * 1000), occupants: 0, ...values })
            .returning(),
        ),
      ),

    contact: (values) =>
      write(async ({ sql }) => {
        const usual = { name: next('Contact'), phone: '+1 512 555 0100', email: 'contact@example.test' };
        return only(
          await sql
            .insert(organizationContact)
            .values({ ...usual, ...values })
            .returning(),
        );
      }),

    address: (values) =>
      write(async ({ sql }) =>
        only(
          await sql
            .insert(organizationAddress)
            .values({ name: next('Address'), ...values })
            .returning(),
        ),
      ),

    async invitation(values) {
      const expiration = values.expiration ?? new Date(clock().getTime() + 7 * 24 * 60 * 60 * 1000);
      const email = values.inviteeEmail ?? `${randomUUID()}@example.test`;
      const { orgId } = values;
      const pending = { email, name: email, roleId: values.inviteRole ?? 1, passwordHash: null, firstLogin: true };
      const { userId, roleId } = await addUser({ orgId, scope: organizationScope, expiration, ...pending });
      const token = newToken();
      const pendingUntil = { status: 'Sent' as const, expiration, tokenHash: hashToken(token) };
      const usual = { userId, inviteeEmail: email, inviteRole: roleId, ...pendingUntil };
      return write(async ({ sql }) => {
        const rows = await sql
          .insert(invitation)
          .values({ createdAt: clock(), ...usual, ...values })
          .returning();
        return { ...only(rows), token };
      });
    },

    customField: (values) =>
      write(async ({ sql }) =>
        only(
          await sql
            .insert(metaProperty)
            .values({ name: next('Field'), value: 'something', ...values })
            .returning(),
        ),
      ),

    offlineRecord: (values) =>
      write(async ({ sql }) => {
        const createdAt = new Date(clock().getTime() - 60 * 60 * 1000);
        return only(
          await sql
            .insert(offlineSensor)
            .values({ createdAt, updatedAt: clock(), foundAt: clock(), ...values })
            .returning(),
        );
      }),

    outboxMessage: (values) =>
      write(async ({ sql }) =>
        only(
          await sql
            .insert(outboxMessage)
            .values({ kind: 'mail', recipient: 'someone@example.test', text: 'Hello', createdAt: clock(), ...values })
            .returning(),
        ),
      ),

    ticket: (values) =>
      write(async ({ sql }) => {
        const usual = { desk: 'built-in', ticketType: 'Test', subject: next('Ticket'), status: 2, createdAt: clock() };
        return only(
          await sql
            .insert(deskTicket)
            .values({ ...usual, ...values })
            .returning(),
        );
      }),

    pushKey: (owner) => write(async (tx) => (await addPushKey(tx, secrets, owner, clock())).key),
  };

  async function addUser(values: Omit<typeof localUser.$inferInsert, 'email' | 'name'> & Insert<typeof localUser>) {
    const passwordHash = await hash;
    const row = await write(async ({ sql }) =>
      only(
        await sql
          .insert(localUser)
          .values({
            name: next('Person'),
            email: `${randomUUID()}@example.test`,
            passwordHash,
            firstLogin: false,
            createdAt: clock(),
            ...values,
          })
          .returning(),
      ),
    );
    return { ...row, password };
  }

  return estate;
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('The factory found no row to build on.');
  return row;
}
