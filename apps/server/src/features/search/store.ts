import {
  foldText,
  searchesIds,
  maxResults,
  placeScores,
  type Searchable,
  type SearchQuestion,
  type SearchType,
  wordSeparators,
} from '@atrium/rules/search-score';
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  isInstalledNow,
  ofOrganization,
  visibleTo,
  showsSpaces,
  type ScopeOrAll,
} from '../../registry/directory/entity-lookup.ts';
import { seesDashboard } from '../../registry/directory/dashboard-visibility.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboard } from '../../registry/schema/dashboards.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, site, space } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';

export interface Candidate extends Searchable {
  readonly orgId: string | null;
  readonly locationId: string | null;
  /** Its parents, outermost first. */
  readonly path: readonly (string | null)[];
}

type Found = Omit<Candidate, 'type'>[];

/**
 * The best matches of one kind, up to the display limit. The database sorts them like the rule, so that it never
 * returns thousands; the rule decides their final score.
 */
export async function candidates(
  tx: Transaction,
  type: SearchType,
  question: SearchQuestion,
  scope: ScopeOrAll,
  now: Date,
  /** Who asks: dashboards are seen by people, not by locations. */
  userId: string,
): Promise<Candidate[]> {
  const found = await search[type](tx, question, scope, now, userId);
  return found.map((row) => ({ ...row, type }));
}

const search: Record<
  SearchType,
  (tx: Transaction, question: SearchQuestion, scope: ScopeOrAll, now: Date, userId: string) => Promise<Found>
> = {
  organization({ sql: db }, question, scope) {
    const { orgId, name } = organization;
    const { matches, rank } = matching(question, orgId, [name]);
    return db
      .select({ id: orgId, orgId, locationId: none, names: listOf(name), path: listOf() })
      .from(organization)
      .where(and(isNull(organization.deletedAt), ofOrganization(scope, orgId), matches))
      .orderBy(...bestFirst(rank, name, orgId))
      .limit(maxResults);
  },

  location({ sql: db }, question, scope) {
    const { orgId, locationId, name, street, city } = location;
    const { matches, rank } = matching(question, locationId, [name, city, street]);
    return db
      .select({
        id: locationId,
        orgId,
        locationId,
        names: listOf(name, city, street),
        path: listOf(organization.name, city),
      })
      .from(location)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .where(
        and(isNull(location.deletedAt), isNull(organization.deletedAt), visibleTo(scope, orgId, locationId), matches),
      )
      .orderBy(...bestFirst(rank, name, locationId))
      .limit(maxResults);
  },

  site({ sql: db }, question, scope) {
    const { orgId, locationId, siteId, name } = site;
    const { matches, rank } = matching(question, siteId, [name]);
    return db
      .select({ id: siteId, orgId, locationId, names: listOf(name), path: listOf(organization.name, location.name) })
      .from(site)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .innerJoin(location, eq(location.locationId, locationId))
      .where(and(isNull(site.deletedAt), isNull(organization.deletedAt), visibleTo(scope, orgId, locationId), matches))
      .orderBy(...bestFirst(rank, name, siteId))
      .limit(maxResults);
  },

  space({ sql: db }, question, scope) {
    const { orgId, locationId, spaceId, name } = space;
    const { matches, rank } = matching(question, spaceId, [name]);
    return db
      .select({ id: spaceId, orgId, locationId, names: listOf(name), path: listOf(organization.name, location.name) })
      .from(space)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .innerJoin(location, eq(location.locationId, locationId))
      .where(
        and(
          isNull(space.deletedAt),
          isNull(organization.deletedAt),
          showsSpaces(),
          visibleTo(scope, orgId, locationId),
          matches,
        ),
      )
      .orderBy(...bestFirst(rank, name, spaceId))
      .limit(maxResults);
  },

  sensor({ sql: db }, question, scope, now) {
    const { orgId, sensorId, name, macAddress, identifier } = sensor;
    // As it is stored and as it is printed on the device.
    const names = [name, macAddress, identifier, sql`regexp_replace(${macAddress}, '(..)(?=.)', '\\1:', 'g')`];
    const { matches, rank } = matching(question, sensorId, names);
    return db
      .select({
        id: sensorId,
        orgId,
        locationId: site.locationId,
        names: listOf(...names),
        path: listOf(organization.name, location.name, site.name),
      })
      .from(sensor)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .leftJoin(sensorAssignment, isInstalledNow(now))
      .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
      .leftJoin(location, eq(location.locationId, site.locationId))
      .where(
        and(
          isNull(sensor.deletedAt),
          isNull(organization.deletedAt),
          visibleTo(scope, orgId, site.locationId),
          matches,
        ),
      )
      .orderBy(...bestFirst(rank, name, sensorId))
      .limit(maxResults);
  },

  dashboard({ sql: db }, question, scope, _now, userId) {
    const { orgId, dashboardId, name, description, deletedAt } = dashboard;
    const { matches, rank } = matching(question, dashboardId, [name, description]);
    return db
      .select({
        id: dashboardId,
        orgId,
        locationId: none,
        names: listOf(name, description),
        path: listOf(organization.name, localUser.name),
      })
      .from(dashboard)
      .innerJoin(organization, eq(organization.orgId, orgId))
      .leftJoin(localUser, eq(localUser.userId, dashboard.userId))
      .where(
        and(
          isNull(deletedAt),
          isNull(organization.deletedAt),
          ofOrganization(scope, orgId),
          seesDashboard(userId),
          matches,
        ),
      )
      .orderBy(...bestFirst(rank, name, dashboardId))
      .limit(maxResults);
  },

  user({ sql: db }, question, scope) {
    const { orgId, userId, name, email } = localUser;
    const { matches, rank } = matching(question, userId, [name, email]);
    return db
      .select({
        id: userId,
        orgId,
        locationId: none,
        names: listOf(name, email),
        path: listOf(organization.name, email),
      })
      .from(localUser)
      .leftJoin(organization, eq(organization.orgId, orgId))
      .where(and(isNull(localUser.deletedAt), ofOrganization(scope, orgId), matches))
      .orderBy(...bestFirst(rank, name, userId))
      .limit(maxResults);
  },
};

const none = sql<null>`NULL::uuid`;
type Text = PgColumn | SQL;

function listOf(...texts: Text[]): SQL<string[]> {
  return sql<string[]>`array_remove(ARRAY[${sql.join(texts, sql`, `)}]::text[], NULL)`;
}

function bestFirst(rank: SQL<number>, name: PgColumn, id: PgColumn): SQL[] {
  return [desc(rank), asc(sql`lower(${name})`), asc(id)];
}

/**
 * Whether a row matches, and a number that grows with the score of the rule: ids rank above every name, by position.
 */
function matching(question: SearchQuestion, id: PgColumn, names: readonly Text[]) {
  const text = foldText(question.text);
  const at = sql`position(${text} in ${id}::text)`;
  const searched = question.idOnly ? [] : names.map(folded);
  const ranks = searched.map((name, index) => sql`${inName(name, text)} + ${index === 0 ? 0 : placeScores.otherName}`);
  const hits = searched.map((name) => sql`position(${text} in ${name}) > 0`);
  if (searchesIds(question)) {
    ranks.push(sql`CASE WHEN ${at} > 0 THEN 501 - ${at} ELSE 0 END`);
    hits.push(sql`${at} > 0`);
  }
  return { matches: or(...hits), rank: sql<number>`greatest(${sql.join(ranks, sql`, `)})` };
}

function inName(name: SQL, text: string): SQL {
  const spaces = ' '.repeat(wordSeparators.length);
  const spaced = (value: SQL) => sql`translate(${value}, ${wordSeparators}, ${spaces})`;
  return sql`CASE
    WHEN ${name} = ${text} THEN ${sql.raw(String(placeScores.whole))}
    WHEN starts_with(${name}, ${text}) THEN ${sql.raw(String(placeScores.start))}
    WHEN coalesce(position(${text} in ${name}), 0) = 0 THEN -9
    WHEN position(' ' || ${spaced(sql`${text}::text`)} in ${spaced(name)}) > 0 THEN ${sql.raw(String(placeScores.word))}
    ELSE ${sql.raw(String(placeScores.inside))} END`;
}

/** Equivalent to `foldText`; most names are plain letters and need only lowercasing. */
function folded(name: Text): SQL {
  return sql`lower(CASE WHEN octet_length(${name}) = char_length(${name}) THEN ${name}
    ELSE regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]', '', 'g') END)`;
}
